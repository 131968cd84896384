// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "framework/explore/dice.h"
#include "framework/explore/drawn_call.h"
#include "framework/search/search.h"

namespace npu_cts::explore {

/// Whether every step of a walk keeps the spec, or the last ones need not.
enum class Aim : std::uint8_t { legal, anything };

/// Draws calls of one operator at one target: a random walk from a legal call, each step another choice of a size, a
/// shape, a layout, a format or an argument. A walk to anything ends with steps and edits that nothing holds back.
class CallDrawer {
 public:
  /// `bound` must outlive it.
  explicit CallDrawer(const BoundSpec& bound);

  [[nodiscard]] const BoundSpec& bound() const { return bound_; }

  /// Returns a call of at most `most_elements`; nothing where none was found.
  std::optional<DrawnCall> draw(Dice& dice, Aim aim, std::int64_t most_elements);

  /// Returns `drawn` with one of its sizes multiplied or divided by about two; nothing where that is not legal.
  std::optional<DrawnCall> resize(Dice& dice, const DrawnCall& drawn, std::int64_t most_elements);

  [[nodiscard]] CallMaker& maker() { return maker_; }

 private:
  /// A combination of dtypes, and the legal call that walks start from.
  struct Base {
    search::DTypeChoice dtypes;
    bool is_searched = false;
    std::optional<search::CandidateCall> found = {};
  };

  /// What may be changed, as steps from a call that gives everything and from one that gives nothing: one that a call
  /// has no place for builds nothing.
  struct Steps {
    std::vector<search::MutationStep> sizes;
    std::vector<search::MutationStep> shapes;
    std::vector<search::MutationStep> storages;
    std::vector<search::MutationStep> arguments;
    std::vector<search::MutationStep> edits;
  };

  Base* pick_base(Dice& dice);
  void sort_steps(const SlotArguments& arguments);
  search::MutationStep draw_step(Dice& dice, std::int64_t most) const;
  search::MutationStep draw_edit(Dice& dice, const SlotCall* call, std::int64_t most) const;
  void redraw(Dice& dice, search::MutationStep& step, std::int64_t most) const;
  std::vector<ValueChoice> draw_values(Dice& dice, const SlotCall& call) const;

  const BoundSpec& bound_;
  CallMaker maker_;
  search::Search search_;
  std::vector<std::int64_t> limits_;
  std::vector<Base> bases_;
  Steps steps_;
};

}  // namespace npu_cts::explore
