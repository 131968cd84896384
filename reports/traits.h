// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "framework/model/call.h"
#include "framework/model/op_spec.h"

namespace npu_cts::reports {

/// What is true of an argument.
struct Trait {
  std::string key;   ///< of the parameter
  std::string says;  ///< in the language of the rules: "offset is none", "axis == 1"

  friend auto operator<=>(const Trait&, const Trait&) = default;
};

/// Of fewer wrong calls no traits are named: cases of a plan are mostly alike in many ways.
inline constexpr std::size_t fewest_wrong = 5;

/// Returns what is true of the arguments of `call`.
std::vector<Trait> traits_of(const OpSpec& op, const Call& call);

/// Counts how many calls have each trait: of those whose values were wrong, and of those whose values were right.
class TraitCounts {
 public:
  using Counts = std::map<Trait, std::size_t>;

  void add_right(const std::vector<Trait>& traits);
  void add_wrong(const std::vector<Trait>& traits);

  /// Returns at most two traits, of different arguments, that all wrong calls have and few right ones, the rarest
  /// first: "axis != -2" where none has a value that many right ones have. Empty where it may be chance.
  [[nodiscard]] std::vector<std::string> shared() const;

  [[nodiscard]] std::size_t wrong_calls() const { return wrong_calls_; }

 private:
  Counts right_;
  Counts wrong_;
  std::size_t right_calls_ = 0;
  std::size_t wrong_calls_ = 0;
};

/// Returns whether all wrong calls fall into one group by chance less than once in `times`: `wrong` of them, beside
/// `right` others of the group and `right_apart` others beyond it.
bool is_no_chance(std::size_t wrong, std::size_t right, std::size_t right_apart, double times);

}  // namespace npu_cts::reports
