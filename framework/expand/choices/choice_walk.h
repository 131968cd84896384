// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/arrays/model.h"
#include "framework/expand/choices/choice_axes.h"
#include "framework/search/search.h"

namespace npu_cts::expand {

/// A legal call to begin with, and what it is called in ids.
struct ArrayBase {
  std::string name;
  search::CandidateCall candidate;
  std::optional<search::MutationStep> joint = {};  ///< the dropped value it was found for
};

/// Takes values of axes from a base, for as long as it lives. A value is in use where the call is made of it: a size
/// is where a shape has it, and the layout of a tensor that is left out is not.
class ChoiceWalk {
 public:
  using Allows = std::function<bool(const SlotCall&)>;

  /// Begins at the base `base` of `bases`. What it is given must outlive it; `axes` are its to change meanwhile.
  ChoiceWalk(search::CallBuilder& builder, const std::vector<ArrayBase>& bases, arrays::Value base,
             std::vector<ChoiceAxis>& axes, const Allows& allows);
  ChoiceWalk(const ChoiceWalk&) = delete;
  ChoiceWalk& operator=(const ChoiceWalk&) = delete;
  ~ChoiceWalk() { take_back_to(0); }

  [[nodiscard]] const arrays::Row& row() const { return row_; }

  /// Takes the value of an axis that still has what the base has.
  void take(const arrays::Cell& cell);

  /// Takes back all but the first `count` values taken.
  void take_back_to(std::size_t count);

  /// Returns whether the call is legal and allowed, and each value that was taken is in use.
  [[nodiscard]] bool is_legal();

  /// Takes shapes that put in use what is not, none of a parameter of `fixed`. Returns whether the call is legal then;
  /// if not, these are taken back.
  [[nodiscard]] bool put_in_use(const arrays::Tuple& fixed);

  /// Takes each cell of `wish` that leaves the call legal.
  void take_legal(const arrays::Row& wish);

  /// Returns the call, which is legal.
  [[nodiscard]] search::FoundCall found();

 private:
  [[nodiscard]] std::optional<std::size_t> find_idle() const;
  [[nodiscard]] bool puts_in_use(const search::MutationStep& step, std::size_t place) const;

  search::CallBuilder& builder_;
  const ArrayBase& base_;
  std::vector<ChoiceAxis>& axes_;
  const Allows& allows_;
  arrays::Row row_;
  std::vector<std::size_t> parameters_;  ///< of the values taken
  std::deque<search::StepTaken> taken_;
};

}  // namespace npu_cts::expand
