// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/explore/drawn_call.h"

namespace npu_cts::explore {

/// The choices that calls were seen to make, by operator and by what is chosen: dtypes, sizes, layouts, rules broken.
class Coverage {
 public:
  /// Counts the choices of `call`, one at the target of its bound spec. Returns whether one is new.
  bool see(const DecidedCall& call);

  /// Counts a choice of the operator `op` that no call shows: a data set, a pattern. Returns whether it is new.
  bool see(const std::string& op, const std::string& group, const std::string& choice);

  /// Returns for each operator and group how many choices were seen, and which of the rules were not.
  [[nodiscard]] std::string to_text() const;

 private:
  struct Operator {
    std::map<std::string, std::set<std::string>, std::less<>> groups;
    std::set<std::string> rules;  ///< of the targets seen
  };

  static std::string never_broken(const Operator& op);
  static bool add(Operator& op, std::string_view group, const std::string& choice);
  static bool see_parameters(const DecidedCall& call, const SlotCall& slots, Operator& op);

  std::map<std::string, Operator> operators_;
  std::set<const BoundSpec*> targets_;
};

}  // namespace npu_cts::explore
