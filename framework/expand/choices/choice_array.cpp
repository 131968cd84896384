// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/choices/choice_array.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include "framework/arrays/cover.h"
#include "framework/base/find.h"
#include "framework/expand/choices/tuples.h"

namespace npu_cts::expand {
namespace {

using arrays::Tuple;

/// Bases that are tried for one combination before it is left out.
constexpr std::size_t most_bases = 4;

std::vector<arrays::Cell> cells_of(const arrays::Row& row) {
  std::vector<arrays::Cell> cells;
  for (std::size_t parameter = 1; parameter < row.size(); ++parameter)
    cells.push_back({.parameter = parameter, .value = row[parameter]});
  return cells;
}

}  // namespace

ChoiceArray::ChoiceArray(search::Search& search, std::vector<ArrayBase> bases, std::vector<ChoiceAxis> axes,
                         Allows allows)
    : search_(search), bases_(std::move(bases)), axes_(std::move(axes)), allows_(std::move(allows)) {
  drop_what_no_base_takes();
  first_.push_back(0);
  literals_ = bases_.size();
  for (const ChoiceAxis& axis : axes_) {
    first_.push_back(literals_);
    literals_ += axis.steps.size() + 1;
  }
}

/// Returns which values `base` takes, alone or beside a shape that has them: 1 for those, axis by axis. A joint base
/// keeps what it is there for, and takes nothing that it has.
std::vector<std::uint8_t> ChoiceArray::values_taken_by(std::size_t base) {
  const std::optional<search::MutationStep>& joint = bases_[base].joint;
  ChoiceWalk walk = walk_from(base);
  std::vector<std::uint8_t> taken;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    for (std::size_t value = 0; value < axes_[axis].steps.size(); ++value) {
      const search::MutationStep& step = axes_[axis].steps[value];
      const bool is_undone = joint && undoes(step, *joint);
      walk.take({.parameter = axis + 1, .value = static_cast<arrays::Value>(value + 1)});
      const bool is_had = joint && search_.builder().candidate() == bases_[base].candidate;
      taken.push_back(!is_undone && !is_had && walk.put_in_use({}) ? 1 : 0);
      walk.take_back_to(0);
    }
  }
  return taken;
}

void ChoiceArray::drop_what_no_base_takes() {
  std::vector<std::vector<std::uint8_t>> takes;
  for (std::size_t base = 0; base < bases_.size(); ++base) takes.push_back(values_taken_by(base));
  takes_.assign(bases_.size(), {});
  std::vector<ChoiceAxis> kept;
  std::size_t place = 0;
  for (ChoiceAxis& axis : axes_) {
    ChoiceAxis some{.name = axis.name};
    ChoiceAxis others = some;
    for (std::size_t value = 0; value < axis.steps.size(); ++value, ++place) {
      const bool is_taken = std::ranges::any_of(takes, [&](const auto& one) { return one[place] != 0; });
      ChoiceAxis& where = is_taken ? some : others;
      where.values.push_back(std::move(axis.values[value]));
      where.steps.push_back(std::move(axis.steps[value]));
      for (std::size_t base = 0; is_taken && base < bases_.size(); ++base) takes_[base].push_back(takes[base][place]);
    }
    if (!some.steps.empty()) kept.push_back(std::move(some));
    if (!others.steps.empty()) dropped_.push_back(std::move(others));
  }
  axes_ = std::move(kept);
}

/// Returns the calls to take `step` from at `base`: itself, or with each shape that has what `step` chooses where no
/// shape of it does.
std::vector<search::CandidateCall> ChoiceArray::starts_at(const ArrayBase& base, const search::MutationStep& step) {
  search::CallBuilder& builder = search_.builder();
  builder.start(base.candidate);
  if (builder.is_in_use(step)) return {base.candidate};
  std::vector<search::CandidateCall> starts;
  for (std::size_t slot = 0; slot < base.candidate.parameters.size(); ++slot) {
    for (std::size_t shape = 0; shape < builder.bound().parameters()[slot].shapes.size(); ++shape) {
      if (!builder.is_in_use(slot) || !builder.is_made_of(slot, shape, step.place)) continue;
      starts.push_back(base.candidate);
      starts.back().parameters[slot].alternative = shape;
    }
  }
  return starts;
}

/// Returns a base with what `step` takes, which no base takes alone, beside one or two of `others`; `name` is its
/// value's.
std::optional<ArrayBase> ChoiceArray::find_joint_base(const search::MutationStep& step, const std::string& name,
                                                      const std::vector<search::MutationStep>& others) {
  const auto allows = [&](const SlotCall& call) {
    return search_.builder().is_in_use(step) && (!allows_ || allows_(call));
  };
  for (const ArrayBase& base : bases_) {
    for (const search::CandidateCall& start : starts_at(base, step)) {
      if (const auto found = search_.find_legal_beside(start, step, others, allows))
        return ArrayBase{.name = base.name + "," + name, .candidate = found->candidate, .joint = step};
    }
  }
  return std::nullopt;
}

std::vector<ArrayBase> ChoiceArray::joint_bases() {
  std::vector<search::MutationStep> steps;
  for (const auto* axes : {&axes_, &dropped_}) {
    for (const ChoiceAxis& axis : *axes) std::ranges::copy(axis.steps, std::back_inserter(steps));
  }
  std::vector<ArrayBase> joint;
  for (const ChoiceAxis& axis : dropped_) {
    for (std::size_t value = 0; value < axis.steps.size(); ++value) {
      auto base = find_joint_base(axis.steps[value], axis.name + "=" + axis.values[value], steps);
      if (base && !contains(joint, base->candidate, &ArrayBase::candidate)) joint.push_back(*std::move(base));
    }
  }
  return joint;
}

bool ChoiceArray::can_meet(const arrays::Cell& a, const arrays::Cell& b) const {
  return can_meet_[literal(a) * literals_ + literal(b)] != 0;
}

void ChoiceArray::set_can_meet(const arrays::Cell& a, const arrays::Cell& b, bool can) {
  can_meet_[literal(a) * literals_ + literal(b)] = can ? 1 : 0;
  can_meet_[literal(b) * literals_ + literal(a)] = can ? 1 : 0;
}

/// Finds which values of two choices a legal call has, once.
void ChoiceArray::find_pairs() {
  if (!can_meet_.empty()) return;
  can_meet_.assign(literals_ * literals_, 1);
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    for (std::size_t b = a + 1; b < axes_.size(); ++b) {
      for (std::size_t v = 1; v <= axes_[a].steps.size(); ++v) {
        for (std::size_t w = 1; w <= axes_[b].steps.size(); ++w)
          set_can_meet({.parameter = a + 1, .value = static_cast<arrays::Value>(v)},
                       {.parameter = b + 1, .value = static_cast<arrays::Value>(w)}, false);
      }
    }
  }
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    if (axes_[axis].steps.front().kind == search::MutationStep::Kind::alternative) find_what_is_idle_by_itself(axis);
  }
  for (std::size_t base = 0; base < bases_.size(); ++base) find_pairs_from(base);
}

/// Finds which values of the other axes are in use only where the axis `shapes` has another value than the usual.
void ChoiceArray::find_what_is_idle_by_itself(std::size_t shapes) {
  const arrays::Cell usual{.parameter = shapes + 1, .value = 0};
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    if (axes_[axis].steps.front().kind != search::MutationStep::Kind::symbol) continue;
    for (std::size_t value = 1; value <= axes_[axis].steps.size(); ++value) {
      const arrays::Cell cell{.parameter = axis + 1, .value = static_cast<arrays::Value>(value)};
      bool can = false;
      for (std::size_t base = 0; base < bases_.size() && !can; ++base) {
        ChoiceWalk walk = walk_from(base);
        walk.take(cell);
        can = walk.put_in_use({usual});
      }
      set_can_meet(usual, cell, can);
    }
  }
}

/// Finds pairs that a call from `base` has.
void ChoiceArray::find_pairs_from(std::size_t base) {
  std::vector<arrays::Cell> cells;
  std::size_t place = 0;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    for (std::size_t value = 1; value <= axes_[axis].steps.size(); ++value) {
      const arrays::Cell cell{.parameter = axis + 1, .value = static_cast<arrays::Value>(value)};
      const bool is_taken = takes_[base][place++] != 0;
      set_can_meet({.parameter = 0, .value = static_cast<arrays::Value>(base)}, cell, is_taken);
      if (is_taken) cells.push_back(cell);
    }
  }
  ChoiceWalk walk = walk_from(base);
  for (auto a = cells.begin(); a != cells.end(); ++a) {
    walk.take(*a);
    for (auto b = a + 1; b != cells.end(); ++b) {
      if (a->parameter == b->parameter || can_meet(*a, *b)) continue;
      walk.take(*b);
      if (walk.put_in_use({})) set_can_meet(*a, *b, true);
      walk.take_back_to(1);
    }
    walk.take_back_to(0);
  }
}

std::vector<arrays::Cell> ChoiceArray::cells_beside(const ArrayCall& call, const search::MutationStep& step) const {
  std::vector<arrays::Cell> cells{{.parameter = 0, .value = call.row[0]}};
  const auto& joint = bases_[call.row[0]].joint;
  if (joint && !undoes(step, *joint)) cells.push_back(cells.front());
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    const arrays::Value value = call.row[axis + 1];
    if (value != 0 && !undoes(step, axes_[axis].steps[value - 1U]))
      cells.push_back({.parameter = axis + 1, .value = value});
  }
  return cells;
}

std::vector<arrays::Parameter> ChoiceArray::parameters() const {
  std::vector<arrays::Parameter> parameters{{.name = "base"}};
  for (const ArrayBase& base : bases_) parameters[0].values.push_back(base.name);
  for (const ChoiceAxis& axis : axes_) {
    parameters.push_back({.name = axis.name, .values = {"usual"}});
    std::ranges::copy(axis.values, std::back_inserter(parameters.back().values));
  }
  return parameters;
}

arrays::Model ChoiceArray::model() const {
  const auto meets = std::make_shared<const std::vector<std::uint8_t>>(can_meet_);
  arrays::Model model{.parameters = parameters()};
  for (std::size_t a = 0; a < model.parameters.size(); ++a) {
    for (std::size_t b = a + 1; b < model.parameters.size(); ++b) {
      const auto allows = [meets, first = first_[a] * literals_ + first_[b],
                           literals = literals_](std::span<const arrays::Value> values) {
        return meets->empty() || (*meets)[first + values[0] * literals + values[1]] != 0;
      };
      bool is_bound = false;
      for (std::size_t v = 0; v < model.parameters[a].values.size() && !is_bound; ++v) {
        for (std::size_t w = 0; w < model.parameters[b].values.size() && !is_bound; ++w)
          is_bound = !allows(std::array{static_cast<arrays::Value>(v), static_cast<arrays::Value>(w)});
      }
      if (is_bound) model.constraints.push_back({.parameters = {a, b}, .allows = allows});
    }
  }
  for (const Tuple& tuple : not_found_) model.constraints.push_back(arrays::forbid(tuple));
  return model;
}

/// Notes that a legal call has `row`, where pairs are looked for.
void ChoiceArray::note(const arrays::Row& row) {
  if (can_meet_.empty()) return;
  for_each_tuple(row, 2, [&](const Tuple& pair) { set_can_meet(pair[0], pair[1], true); });
}

ArrayCall ChoiceArray::call_of(arrays::Row row, search::FoundCall found) {
  std::string name = bases_[row[0]].name;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    if (row[axis + 1] != 0) name += "," + axes_[axis].name + "=" + axes_[axis].values[row[axis + 1] - 1U];
  }
  note(row);
  return {.row = std::move(row), .name = std::move(name), .found = std::move(found)};
}

/// Returns the call of `row` where it is legal.
std::optional<ArrayCall> ChoiceArray::build(const arrays::Row& row) {
  ChoiceWalk walk = walk_from(row[0]);
  for (std::size_t parameter = 1; parameter < row.size(); ++parameter)
    walk.take({.parameter = parameter, .value = row[parameter]});
  if (!walk.is_legal()) return std::nullopt;
  search::FoundCall found = walk.found();
  return call_of(row, std::move(found));
}

std::vector<ArrayCall> ChoiceArray::equals() {
  std::vector<ArrayCall> calls;
  if (axes_.size() < 2) return calls;
  for (const std::string& name : axes_.front().values) {
    arrays::Row row{0};
    for (const ChoiceAxis& axis : axes_) {
      const auto value = std::ranges::find(axis.values, name);
      if (value != axis.values.end()) row.push_back(static_cast<arrays::Value>(value - axis.values.begin() + 1));
    }
    std::optional<ArrayCall> call;
    for (std::size_t base = 0; base < bases_.size() && !call && row.size() > axes_.size(); ++base) {
      row[0] = static_cast<arrays::Value>(base);
      call = build(row);
    }
    if (call) calls.push_back(*std::move(call));
  }
  return calls;
}

/// Returns a legal call that has `tuple`, and what it can have of the choices `wish`.
std::optional<ArrayCall> ChoiceArray::find(const Tuple& tuple, const arrays::Row& wish) {
  const bool is_based = tuple.front().parameter == 0;
  for (std::size_t tried = 0; tried < (is_based ? 1 : std::min(most_bases, bases_.size())); ++tried) {
    ChoiceWalk walk = walk_from(is_based ? tuple.front().value : (wish[0] + tried) % bases_.size());
    for (const arrays::Cell& cell : tuple) {
      if (cell.parameter != 0) walk.take(cell);
    }
    if (!walk.put_in_use(tuple)) continue;
    walk.take_legal(wish);
    search::FoundCall found = walk.found();
    return call_of(walk.row(), std::move(found));
  }
  return std::nullopt;
}

/// Returns `calls` and, for what else the rows `illegal` were to show together, a call each that can show it.
std::vector<ArrayCall> ChoiceArray::find_missing(const std::vector<arrays::Row>& illegal, std::size_t strength,
                                                 std::vector<ArrayCall> calls) {
  if (illegal.empty()) return calls;
  Met met(strength);
  Met left_out(strength);
  for (const ArrayCall& call : calls) met.add(call.row);
  for (const arrays::Row& wish : illegal) {
    for_each_tuple(wish, strength, [&](const Tuple& tuple) {
      if (met.has(tuple) || left_out.has(tuple)) return;
      if (auto call = find(tuple, wish)) {
        met.add(call->row);
        calls.push_back(*std::move(call));
      } else {
        left_out.add(tuple);
        if (strength > 2) not_found_.push_back(tuple);
        if (strength == 2) set_can_meet(tuple[0], tuple[1], false);
      }
    });
  }
  return calls;
}

std::vector<ArrayCall> ChoiceArray::each(const std::vector<ArrayCall>& seeds, Others others) {
  std::size_t longest = 0;
  for (const ChoiceAxis& axis : axes_) longest = std::max(longest, axis.values.size());
  std::vector<ArrayCall> calls = seeds;
  for (std::size_t base = 0; base < bases_.size(); ++base) {
    Met met(1);
    for (const ArrayCall& seed : seeds) {
      if (seed.row[0] == base) met.add(seed.row);
    }
    arrays::Random random(base);
    for (std::size_t row = 0; row < longest; ++row) {
      arrays::Row wish = row_of_values(row);
      wish[0] = static_cast<arrays::Value>(base);
      const std::vector<arrays::Cell> cells = cells_of(wish);
      if (others == Others::mixed) mix(random, wish);
      for (const arrays::Cell& cell : cells) {
        if (met.has({cell})) continue;
        auto call = find({{.parameter = 0, .value = wish[0]}, cell}, wish);
        if (!call) continue;
        met.add(call->row);
        calls.push_back(*std::move(call));
      }
    }
  }
  return calls;
}

/// Returns row `row` of those that have each value: of each axis one, from different parts of the lists.
arrays::Row ChoiceArray::row_of_values(std::size_t row) const {
  arrays::Row values{0};
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    const std::size_t count = axes_[axis].values.size();
    values.push_back(static_cast<arrays::Value>((row + axis * count / axes_.size()) % count + 1));
  }
  return values;
}

/// Takes for each axis of `wish` one of its values, or what the base has.
void ChoiceArray::mix(arrays::Random& random, arrays::Row& wish) const {
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    wish[axis + 1] = static_cast<arrays::Value>(random.below(axes_[axis].values.size() + 1));
}

std::vector<ArrayCall> ChoiceArray::cover(std::size_t strength, const std::vector<ArrayCall>& seeds) {
  find_pairs();
  arrays::CoverOptions options{.strength = strength, .candidates = 2, .steps = 0};
  for (const ArrayCall& seed : seeds) {
    note(seed.row);
    options.seeds.push_back(seed.row);
  }
  const auto rows = arrays::cover(model(), options);
  if (!rows) return seeds;
  std::vector<ArrayCall> calls = seeds;
  std::vector<arrays::Row> illegal;
  for (const arrays::Row& row : std::span(*rows).subspan(seeds.size())) {
    if (auto call = build(row)) {
      calls.push_back(*std::move(call));
    } else {
      illegal.push_back(row);
    }
  }
  calls = find_missing(illegal, strength, std::move(calls));
  std::erase_if(not_found_, [&](const Tuple& tuple) {
    return std::ranges::any_of(calls, [&](const ArrayCall& call) { return has_cells(call.row, tuple); });
  });
  return calls;
}

}  // namespace npu_cts::expand
