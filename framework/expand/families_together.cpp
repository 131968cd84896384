// SPDX-License-Identifier: Apache-2.0
// The family members that a mistake of a backend takes, though several rules or entries refuse them: a count that sizes
// are shared by, a number that is kept in few bits, or a dtype or a number of axes that two operands have.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expand/families.h"
#include "framework/rule/judge_call.h"
#include "framework/search/conditions/sweep.h"
#include "framework/search/legal_steps.h"

namespace npu_cts::expand {
namespace {

/// More is no count that sizes are shared by.
constexpr std::int64_t most_counted = 8;

/// Returns the slot of the integer argument that `rule` wants to be 1.
std::optional<std::size_t> count_of(const BoundRule& rule) {
  const BoundNode& claim = rule.requirement;
  const bool is_of_one = claim.kind == ExprKind::equal && claim.children[0].kind == ExprKind::parameter &&
                         claim.children[1].kind == ExprKind::integer && claim.children[1].number == 1;
  return is_of_one ? std::optional(claim.children[0].slot) : std::nullopt;
}

/// Returns the steps that give each size, and each integer but the one at `counted`, the first hinted value that
/// `count` divides.
std::vector<search::MutationStep> steps_to_multiples(const BoundSpec& bound, std::size_t counted, std::int64_t count) {
  std::vector<search::MutationStep> steps;
  const auto add = [&](search::MutationStep step, const std::vector<Value>& hinted) {
    for (const Value& value : hinted) {
      const auto* const size = std::get_if<std::int64_t>(&value);
      if (size == nullptr || *size < count || *size % count != 0) continue;
      step.value = value;
      steps.push_back(std::move(step));
      return;
    }
  };
  const Hints& hints = bound.op().hints;
  for (const auto& [name, hinted] : hints.symbols)
    add({.kind = search::MutationStep::Kind::symbol, .place = bound.place_of(name)}, hinted);
  for (const std::size_t slot : bound.names().by_key()) {
    const Parameter& parameter = *bound.parameters()[slot].written;
    const auto hinted = hints.arguments.find(parameter.key);
    if (slot != counted && parameter.kind == ParameterKind::integer && hinted != hints.arguments.end())
      add({.kind = search::MutationStep::Kind::argument, .place = slot}, hinted->second);
  }
  return steps;
}

/// An argument with another number in it, and what it is called.
struct Mistaken {
  std::string name;
  Value value;
};

/// Returns what `argument`, the value of `parameter`, may be instead: a number, or one entry of a pair or a list.
std::vector<Mistaken> mistaken_for(const Parameter& parameter, const Value& argument) {
  std::vector<Mistaken> all;
  const auto* const number = std::get_if<std::int64_t>(&argument);
  const auto* const list = std::get_if<Shape>(&argument);
  if (number == nullptr && list == nullptr) return all;
  const bool is_pair = parameter.kind == ParameterKind::integer_pair;
  const Shape numbers = list != nullptr ? *list : Shape(is_pair ? 2 : 1, *number);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (const auto& [how, change] : search::mistakes()) {
      Shape changed = numbers;
      changed[i] = change(numbers[i]);
      if (list == nullptr && !is_pair)
        all.push_back({.name = parameter.key + "-" + how, .value = changed.front()});
      else
        all.push_back({.name = fmt::format("{}-{}-{}", parameter.key, i, how), .value = std::move(changed)});
    }
  }
  return all;
}

/// Returns a number that stands for a pair, or a list of several entries: `usual`, or what the hints have; nothing
/// where there is none.
std::optional<Value> whole_of(const BoundSpec& bound, const Parameter& parameter, const std::optional<Value>& usual) {
  const bool is_pair = parameter.kind == ParameterKind::integer_pair;
  const auto is_whole = [&](const Value& value) {
    const auto* const list = std::get_if<Shape>(&value);
    return is_pair ? std::holds_alternative<std::int64_t>(value) : list != nullptr && list->size() > 1;
  };
  if (usual && is_whole(*usual)) return usual;
  const auto* const list = usual ? std::get_if<Shape>(&*usual) : nullptr;
  const bool is_one_number = is_pair && list != nullptr && list->size() == 2 && list->front() == list->back();
  if (is_one_number) return list->front();
  const auto hinted = bound.op().hints.arguments.find(parameter.key);
  if (hinted == bound.op().hints.arguments.end()) return std::nullopt;
  const auto first = std::ranges::find_if(hinted->second, is_whole);
  return first == hinted->second.end() ? std::nullopt : std::optional(*first);
}

/// Returns `whole`, a number or a list, with each entry changed.
Value changed(Value whole, const search::Change& change) {
  if (auto* const number = std::get_if<std::int64_t>(&whole)) *number = change(*number);
  if (auto* const list = std::get_if<Shape>(&whole)) std::ranges::transform(*list, list->begin(), change);
  return whole;
}

/// Returns `shape` with `rank` axes: the last of them, or axes of size 1 in front.
Shape with_rank(const Shape& shape, std::size_t rank) {
  const auto kept = static_cast<std::ptrdiff_t>(std::min(rank, shape.size()));
  Shape axes(rank - static_cast<std::size_t>(kept), 1);
  axes.insert(axes.end(), shape.end() - kept, shape.end());
  return axes;
}

}  // namespace

/// Adds calls in which a count that must be 1 is another, and an axis as many times shorter: a backend that knows such
/// a count, as groups of channels, wants that shape. They break the rule on the shape, too, and no other.
void Families::add_counted(const BoundRule& rule) {
  const auto counted = count_of(rule);
  if (!counted || bases_.empty()) return;
  search::CallBuilder& builder = search_.builder();
  builder.start(bases_.front().candidate);
  std::vector<search::MutationStep> multiples;
  std::int64_t count = 0;
  std::size_t most = 0;
  for (std::int64_t one = 2; one <= most_counted; ++one) {  // the count that divides most
    auto steps = steps_to_multiples(bound_, *counted, one);
    const std::size_t size = search::LegalSteps(steps, builder).size();
    if (size <= most) continue;
    most = size;
    count = one;
    multiples = std::move(steps);
  }
  if (count == 0) return;  // no count divides a hinted size
  const search::LegalSteps taken(multiples, builder);
  search::MutationStep other{.kind = search::MutationStep::Kind::argument, .place = *counted, .value = count};
  const search::StepTaken broken(other, builder);
  if (builder.build() == nullptr) return;
  const SlotArguments arguments = builder.arguments();
  for (const std::size_t slot : bound_.names().by_key()) add_counted(rule, slot, arguments[slot], count);
}

/// Adds those that share the axes of the tensor at `slot`, which is `argument`, by `count`.
void Families::add_counted(const BoundRule& rule, std::size_t slot, const std::optional<Value>& argument,
                           std::int64_t count) {
  const auto* const tensor = argument ? std::get_if<Tensor>(&*argument) : nullptr;
  if (tensor == nullptr) return;
  search::CallBuilder& builder = search_.builder();
  for (std::size_t axis = 0; axis < tensor->type.shape.size(); ++axis) {
    const std::int64_t size = tensor->type.shape[axis];
    if (size == 0 || size % count != 0) continue;
    search::MutationStep share{
        .kind = search::MutationStep::Kind::set_size, .place = slot, .position = axis, .size = size / count};
    const search::StepTaken taken(share, builder);
    const SlotCall* const call = builder.build();
    if (call == nullptr) continue;
    const Judgement judgement = judge_rules(*call);
    const bool breaks_it = contains(judgement.broken, &rule);
    if (judgement.verdict != Verdict::reject || judgement.broken.size() != 2 || !breaks_it) continue;
    const BoundRule& other = *judgement.broken[judgement.broken.front() == &rule ? 1 : 0];
    add_refused(std::array{&rule, &other},
                {.family = Family::negative,
                 .content = fmt::format("{}/shares-{}-axis{}", rule.id, bound_.parameters()[slot].written->key, axis),
                 .at = rule.at});
  }
}

/// Gives an argument a number that a mistake turns into the usual one. Shapes that are built of it stay.
void Families::add_mistaken_arguments() {
  if (!wants("negative/") || bases_.empty()) return;
  search_.builder().start(bases_.front().candidate);
  for (const std::size_t slot : bound_.names().by_key()) {
    const BoundParameter& parameter = bound_.parameters()[slot];
    const ParameterKind kind = parameter.written->kind;
    const std::optional<Value>& usual = bases_.front().arguments[slot];
    if (usual && search_.builder().is_built_of(slot)) {
      for (const auto& [name, value] : mistaken_for(*parameter.written, *usual)) add_given(slot, name, value, 2);
    }
    const bool has_entries = kind == ParameterKind::integer_pair || kind == ParameterKind::integer_list;
    if (has_entries && parameter.applies) add_mistaken_whole(slot, usual);
  }
  for_each_two_alike([&](std::size_t one, std::size_t other) {
    add_ranks_of_two(one, other);
    add_views_of_two(one, other);
  });
}

/// Makes the same mistake in each entry of a pair, by one number, or of a list.
void Families::add_mistaken_whole(std::size_t slot, const std::optional<Value>& usual) {
  const Parameter& parameter = *bound_.parameters()[slot].written;
  const auto whole = whole_of(bound_, parameter, usual);
  if (!whole) return;
  search::CallBuilder& builder = search_.builder();
  search::MutationStep choose{.kind = search::MutationStep::Kind::argument, .place = slot, .value = *whole};
  const search::StepTaken taken(choose, builder);
  const SlotCall* const call = builder.build();
  if (call == nullptr || !is_legal(*call, builder.changes())) return;
  const bool is_pair = parameter.kind == ParameterKind::integer_pair;
  for (const auto& [how, change] : search::mistakes())
    add_given(slot, fmt::format("{}-{}-{}", parameter.key, is_pair ? "both" : "all", how), changed(*whole, change), 1);
  if (!is_pair) add_given(slot, parameter.key + "-all-negative", changed(*whole, [](std::int64_t) { return -1; }), 1);
}

/// Adds the call that two tensors make, each after its edit, where `least` rules refuse it, or more. Returns whether
/// they do.
bool Families::add_of_two(search::MutationStep& first, search::MutationStep& second, const std::string& name,
                          Family family, std::size_t least) {
  search::CallBuilder& builder = search_.builder();
  const search::StepTaken taken(first, builder);
  const search::StepTaken too(second, builder);
  const SlotCall* const call = builder.build();
  return call != nullptr && add_refused(name, *call, family, least);
}

/// Makes the same of two tensors: views of one kind, and no elements. Rules refuse each by itself.
void Families::add_views_of_two(std::size_t one, std::size_t other) {
  const std::string names = bound_.parameters()[one].written->key + "," + bound_.parameters()[other].written->key;
  search::MutationStep first{.kind = search::MutationStep::Kind::set_layout, .place = one};
  search::MutationStep second{.kind = search::MutationStep::Kind::set_layout, .place = other};
  for (const Layout layout : {Layout::strided, Layout::transposed}) {
    first.layout = second.layout = layout;
    add_of_two(first, second, fmt::format("{}-{}", names, name_of(layout)), Family::negative, 2);
  }
  first.kind = second.kind = search::MutationStep::Kind::set_size;
  add_of_two(first, second, names + "-empty", Family::negative, 1);
}

/// Gives two tensors the first number of axes below theirs, and above, of which rules refuse both.
void Families::add_ranks_of_two(std::size_t one, std::size_t other) {
  const std::array slots{one, other};
  std::array<Shape, 2> shapes;
  for (std::size_t i = 0; i < slots.size(); ++i)
    shapes[i] = std::get<Tensor>(*search_.builder().arguments()[slots[i]]).type.shape;
  const auto is_refused = [&](std::size_t rank) {
    std::array<search::MutationStep, 2> steps;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      steps[i] = {.kind = search::MutationStep::Kind::set_shape, .place = slots[i]};
      steps[i].value = with_rank(shapes[i], rank);
    }
    const std::string name = fmt::format("{},{}-rank-{}", bound_.parameters()[one].written->key,
                                         bound_.parameters()[other].written->key, rank);
    return add_of_two(steps[0], steps[1], name, Family::negative, 2);
  };
  std::size_t fewer = std::min(shapes[0].size(), shapes[1].size());
  while (fewer > 0 && !is_refused(fewer - 1)) --fewer;
  std::size_t more = std::max(shapes[0].size(), shapes[1].size());
  while (more < search::many_axes && !is_refused(more + 1)) ++more;
}

/// Adds the builder's call with `value` for the argument at `slot`, where `least` rules refuse it, or more.
void Families::add_given(std::size_t slot, const std::string& name, const Value& value, std::size_t least) {
  search::CallBuilder& builder = search_.builder();
  search::MutationStep give{.kind = search::MutationStep::Kind::give, .place = slot, .value = value};
  const search::StepTaken taken(give, builder);
  if (const SlotCall* const call = builder.build()) add_refused(name, *call, Family::negative, least);
}

/// Calls `use` for each two tensors that have the same documented dtypes. The builder has made a legal call of both.
template <class Use>
void Families::for_each_two_alike(const Use& use) {
  const std::vector<std::size_t> columns = search::dtype_columns(bound_);
  const auto dtypes_of = [&](std::size_t slot) -> const std::vector<DType>* {
    const Parameter& parameter = *bound_.parameters()[slot].written;
    const auto* const dtypes = parameter.kind == ParameterKind::tensor ? bound_.current(parameter.dtypes) : nullptr;
    return dtypes == nullptr ? nullptr : &dtypes->value;
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t j = i + 1; j < columns.size(); ++j) {
      const auto* const dtypes = dtypes_of(columns[i]);
      const auto* const others = dtypes_of(columns[j]);
      if (dtypes == nullptr || others == nullptr || *dtypes != *others) continue;
      const auto base = std::ranges::find_if(bases_, [&](const search::FoundCall& found) {
        return found.arguments[columns[i]] && found.arguments[columns[j]];
      });
      if (base == bases_.end()) continue;
      search_.builder().start(base->candidate);
      search_.builder().build();
      use(columns[i], columns[j]);
    }
  }
}

/// Gives two tensors another dtype, both the same.
void Families::add_foreign_dtypes_of_two(std::size_t one, std::size_t other) {
  const Parameter& a = *bound_.parameters()[one].written;
  const Parameter& b = *bound_.parameters()[other].written;
  const std::vector<DType>& dtypes = bound_.current(a.dtypes)->value;
  search::MutationStep first{.kind = search::MutationStep::Kind::set_dtype, .place = one};
  search::MutationStep second{.kind = search::MutationStep::Kind::set_dtype, .place = other};
  for (const DTypeInfo& info : dtype_table) {
    if (contains(dtypes, info.dtype)) continue;
    first.dtype = second.dtype = info.dtype;
    add_of_two(first, second, fmt::format("{}={},{}={}", a.key, info.name, b.key, info.name), Family::foreign_dtypes,
               2);
  }
}

void Families::add_foreign_dtypes_of_two() {
  for_each_two_alike([&](std::size_t one, std::size_t other) { add_foreign_dtypes_of_two(one, other); });
}

/// Returns `rules` by their phases. The order of written rules of a phase in the file says nothing.
std::vector<const BoundRule*> Families::in_order(std::vector<const BoundRule*> rules) const {
  const auto order = [&](const BoundRule* rule) {
    const bool is_written = contains(bound_.op().rules, rule->id, &Rule::id);
    return std::pair(rule->phase, is_written ? std::string_view(rule->id) : std::string_view());
  };
  for (auto rule = rules.begin(); rule != rules.end(); ++rule)  // they are few
    std::iter_swap(rule, std::ranges::min_element(rule, rules.end(), {}, order));
  return rules;
}

/// Adds `call`, which the builder has made, where `least` rules refuse it, or more, and a negative breaks no other.
/// Returns whether that is so.
bool Families::add_refused(const std::string& name, const SlotCall& call, Family family, std::size_t least) {
  const Changes changes = search_.builder().changes();
  const auto rules = family == Family::negative ? judge_rules(call, changes).broken : refused_by(call, changes);
  if (rules.size() < least || contains(rules, Verdict::open, &BoundRule::on_violation)) return false;
  const BoundRule& first = *in_order(rules).front();
  add_refused(rules,
              {.family = family, .content = family == Family::negative ? first.id + "/" + name : name, .at = first.at});
  return true;
}

}  // namespace npu_cts::expand
