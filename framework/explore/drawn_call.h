// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/model/case.h"
#include "framework/search/candidate_call.h"

namespace npu_cts::explore {

/// Which data sets the values of a tensor come from: places in those of the target. Each element is of one of the two.
struct ValueChoice {
  std::size_t first = 0;
  std::size_t second = 0;

  friend bool operator==(const ValueChoice&, const ValueChoice&) = default;
};

/// What was drawn of a call, and nothing that follows from it.
struct DrawnCall {
  const BoundSpec* bound = nullptr;
  search::CandidateCall candidate;
  std::vector<ValueChoice> values;  ///< by slot; empty: each tensor takes its default
  std::string seed;                 ///< names the random numbers of the values
};

/// Returns whether the data set at `place` is one for calls like `call`: whatever else it chooses, its condition holds.
bool is_for(const SlotCall& call, std::size_t place);

/// A call with values, and what the spec says of it: accept, reject or unsupported.
struct DecidedCall {
  const BoundSpec* bound = nullptr;
  Case planned = {};  ///< without its call
  Call call = {};
  std::vector<std::string> broken;  ///< the rules that it breaks
};

/// Returns `call`, which has values, with what the spec says of it; nothing where the spec leaves it open.
std::optional<DecidedCall> decide_call(const BoundSpec& bound, Call call);

/// Returns `call`, one at the target of `bound`, with the values that are chosen by slot, or the default ones.
Call with_values(const BoundSpec& bound, const Call& call, const std::vector<ValueChoice>& values,
                 const std::string& seed);

/// Makes the calls of what was drawn for one target. Refers to the bound spec, which must outlive it.
class CallMaker {
 public:
  explicit CallMaker(const BoundSpec& bound) : builder_(bound) {}

  /// Returns the call of `drawn`; nothing where it cannot be built, is too large or the spec leaves it open, where the
  /// verdict depends on a layout that no stride shows, or where its values are not for such a call.
  std::optional<DecidedCall> make(const DrawnCall& drawn, std::int64_t most_elements);

  [[nodiscard]] search::CallBuilder& builder() { return builder_; }

 private:
  search::CallBuilder builder_;
};

}  // namespace npu_cts::explore
