// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/sequence.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "framework/base/sort.h"

namespace npu_cts::explore {
namespace {

constexpr std::int64_t least_calls = 8;
constexpr std::int64_t most_calls = 48;
constexpr std::int64_t many_calls = 3000;
constexpr std::int64_t small_call = 256;       ///< elements of a call that runs many times
constexpr std::int64_t usual_elements = 4096;  ///< of most calls, at most
constexpr std::size_t large_once_in = 64;
constexpr std::size_t many_once_in = 512;
constexpr std::size_t illegal_once_in = 2;
constexpr std::size_t unsupported_once_in = 16;
constexpr std::size_t targets_tried = 16;

Pattern draw_pattern(Dice& dice) {
  if (dice.once_in(many_once_in)) return Pattern::many;
  return every<Pattern>[dice.below(every<Pattern>.size() - 1)];
}

/// Most calls are small, for there can be more of them.
std::int64_t draw_most_elements(Dice& dice, std::int64_t most) {
  const std::int64_t usual = dice.once_in(large_once_in) ? most : std::min(most, usual_elements);
  const auto log = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(usual))) - 1;
  return std::int64_t{1} << dice.between(std::min<std::int64_t>(5, log), log);
}

std::vector<DrawnCall> draw_calls(Dice& dice, Drawers& drawers, std::int64_t count, std::int64_t most_elements) {
  std::vector<DrawnCall> calls;
  for (std::int64_t i = 0; i < count; ++i) {
    const Aim aim = dice.once_in(illegal_once_in) ? Aim::anything : Aim::legal;
    auto call = drawers.any(dice).draw(dice, aim, draw_most_elements(dice, most_elements));
    if (call) calls.push_back(*std::move(call));
  }
  return calls;
}

/// Other values in the same shapes.
DrawnCall with_other_values(Dice& dice, DrawnCall call) {
  call.seed += fmt::format("|{}", dice.between(0, 9));
  return call;
}

std::vector<DrawnCall> each_twice(Dice& dice, const std::vector<DrawnCall>& calls) {
  std::vector<DrawnCall> twice;
  for (const DrawnCall& call : calls) {
    twice.push_back(call);
    twice.push_back(dice.once_in(2) ? call : with_other_values(dice, call));
  }
  return twice;
}

std::vector<DrawnCall> in_turns(Dice& dice, const std::vector<DrawnCall>& calls, std::size_t count) {
  std::vector<DrawnCall> turns;
  for (std::size_t i = 0; i < count && !calls.empty(); ++i)
    turns.push_back(with_other_values(dice, calls[i % calls.size()]));
  return turns;
}

std::vector<DrawnCall> at_other_targets(Dice& dice, Drawers& drawers, const std::vector<DrawnCall>& calls) {
  std::vector<DrawnCall> all;
  for (const DrawnCall& call : calls) {
    all.push_back(call);
    DrawnCall elsewhere = call;
    elsewhere.bound = &drawers.any_of(dice, call.bound->op()).bound();
    elsewhere.values.clear();  // places in the data sets of another target
    all.push_back(std::move(elsewhere));
  }
  return all;
}

/// One legal call, and what becomes of it size by size.
std::vector<DrawnCall> resized(Dice& dice, Drawers& drawers, std::int64_t count, std::int64_t most_elements) {
  CallDrawer& drawer = drawers.any(dice);
  std::vector<DrawnCall> calls;
  auto call = drawer.draw(dice, Aim::legal, draw_most_elements(dice, most_elements));
  for (std::int64_t i = 0; i < count && call; ++i) {
    calls.push_back(*call);
    if (auto other = drawer.resize(dice, *call, most_elements)) call = std::move(other);
  }
  return calls;
}

std::vector<DrawnCall> by_elements(Drawers& drawers, std::vector<DrawnCall> calls) {
  const auto elements = [&](const DrawnCall& call) {
    search::CallBuilder& builder = drawers.at(*call.bound).maker().builder();
    builder.start(call.candidate);
    const SlotCall* const slots = builder.build();
    return slots == nullptr ? std::int64_t{0} : search::elements_of(*slots);
  };
  std::vector<std::pair<std::int64_t, DrawnCall>> sized;
  for (DrawnCall& call : calls) {
    const std::int64_t size = elements(call);  // before the call is moved away
    sized.emplace_back(size, std::move(call));
  }
  sort_stably(sized, {}, [](const auto& one) { return one.first; });
  for (std::size_t i = 0; i < calls.size(); ++i) calls[i] = std::move(sized[i].second);
  return calls;
}

}  // namespace

Drawers::Drawers(BoundSpecs& specs, std::map<const OpSpec*, std::vector<Target>> targets)
    : specs_(specs), targets_(std::move(targets)) {
  for (const auto& [op, at] : targets_) ops_.push_back(op);
  std::ranges::sort(ops_, {}, &OpSpec::name);
}

CallDrawer& Drawers::any(Dice& dice) { return any_of(dice, *dice.pick(ops_)); }

/// Most are of a target that supports the operator: elsewhere every call is refused alike.
CallDrawer& Drawers::any_of(Dice& dice, const OpSpec& op) {
  const BoundSpec* bound = &specs_.at(op, dice.pick(targets_.at(&op)));
  for (std::size_t i = 0; i < targets_tried && !bound->is_supported() && !dice.once_in(unsupported_once_in); ++i)
    bound = &specs_.at(op, dice.pick(targets_.at(&op)));
  return at(*bound);
}

CallDrawer& Drawers::at(const BoundSpec& bound) {
  std::unique_ptr<CallDrawer>& drawer = drawers_[&bound];
  if (!drawer) drawer = std::make_unique<CallDrawer>(bound);
  return *drawer;
}

Sequence draw_sequence(Dice& dice, Drawers& drawers, std::int64_t most_elements) {
  Sequence sequence{.pattern = draw_pattern(dice)};
  const std::int64_t count = dice.between(least_calls, most_calls);
  const auto drawn = [&](std::int64_t calls) { return draw_calls(dice, drawers, calls, most_elements); };
  switch (sequence.pattern) {
    case Pattern::mixed:
      sequence.calls = drawn(count);
      break;
    case Pattern::same_twice:
      sequence.calls = each_twice(dice, drawn(count / 2));
      break;
    case Pattern::alternating:
      sequence.calls = in_turns(dice, drawn(dice.between(2, 4)), static_cast<std::size_t>(count));
      break;
    case Pattern::targets:
      sequence.calls = at_other_targets(dice, drawers, drawn(count / 2));
      break;
    case Pattern::growing:
    case Pattern::shrinking:
      sequence.calls = by_elements(drawers, resized(dice, drawers, count, std::min(most_elements, usual_elements)));
      if (sequence.pattern == Pattern::shrinking) std::ranges::reverse(sequence.calls);
      break;
    case Pattern::many:
      sequence.calls = in_turns(dice, draw_calls(dice, drawers, 1, small_call), static_cast<std::size_t>(many_calls));
      break;
  }
  return sequence;
}

}  // namespace npu_cts::explore
