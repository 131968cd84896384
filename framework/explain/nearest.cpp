// SPDX-License-Identifier: Apache-2.0
#include "framework/explain/nearest.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/sort.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"
#include "framework/search/mutation_steps.h"

namespace npu_cts::explain {
namespace {

constexpr std::size_t most_changes = 6;
constexpr std::size_t beam_width = 24;

using search::integers_in;
using search::MutationStep;
using Kind = MutationStep::Kind;

struct Step {
  SlotArguments arguments;
  std::set<std::size_t> changed = {};  ///< slots of the arguments that differ from the call asked about
  std::size_t broken = 0;
};

using Remedies = std::vector<const BoundNode*>;

/// Returns what the page tells a caller to do instead, where the call breaks a rule that says it.
Remedies remedies_for(const BoundSpec& bound, const SlotArguments& arguments) {
  Remedies remedies;
  for (const BoundRule* rule : judge_rules(SlotCall(bound, arguments)).broken) {
    if (rule->instead) remedies.push_back(&*rule->instead);
  }
  return remedies;
}

/// A remedy that is not taken counts as a broken rule.
std::size_t count_broken(const BoundSpec& bound, const SlotArguments& arguments, const Remedies& remedies) {
  const SlotCall slots(bound, arguments);
  const Judgement judgement = judge_rules(slots);
  std::size_t undecided = 0;
  for (const Rule* rule : judgement.blocked) undecided += rule->on_data ? 0 : 1;
  const auto untaken =
      std::ranges::count_if(remedies, [&](const BoundNode* remedy) { return decide(*remedy, slots) != true; });
  return (judgement.broken.size() + static_cast<std::size_t>(untaken)) * 2 + undecided;
}

/// Marks the parameters that `node` speaks of, itself or through symbols.
void mark(const BoundSpec& bound, const BoundNode& node, SlotSet& slots) {
  if (node.kind == ExprKind::parameter && node.slot != no_slot) slots[node.slot] = true;
  if (node.kind == ExprKind::symbol && node.slot < bound.symbols().size())
    mark(bound, bound.symbols()[node.slot], slots);
  for (const BoundNode& child : node.children) mark(bound, child, slots);
}

/// Returns the parameters that the broken rules of a call speak of: only changing one of these can help.
SlotSet guilty(const BoundSpec& bound, const SlotArguments& arguments) {
  SlotSet slots(bound.parameters().size());
  const Judgement judgement = judge_rules(SlotCall(bound, arguments));
  for (const auto* rules : {&judgement.broken, &judgement.blocked}) {
    for (const BoundRule* rule : *rules) {
      mark(bound, rule->requirement, slots);
      if (rule->condition) mark(bound, *rule->condition, slots);
    }
  }
  return slots;
}

/// Returns every size that stands in the call, for shapes that should agree.
std::set<std::int64_t> sizes_in(const SlotArguments& arguments) {
  std::set<std::int64_t> sizes;
  for (const auto& argument : arguments) {
    const auto* tensor = argument ? std::get_if<Tensor>(&*argument) : nullptr;
    if (tensor != nullptr) sizes.insert(tensor->type.shape.begin(), tensor->type.shape.end());
  }
  return sizes;
}

/// What sizes an axis may be given: those of the call, and the numbers in the rules, in their order.
struct SizeChoices {
  std::set<std::int64_t> in_call;
  std::vector<std::int64_t> in_rules;
};

/// Returns what to try instead of `size`, the nearest first.
std::vector<std::int64_t> sizes_beside(std::int64_t size, const SizeChoices& choices) {
  std::set<std::int64_t> wanted = choices.in_call;
  for (const std::int64_t block : {8, 16, 32}) wanted.insert((size + block - 1) / block * block);
  wanted.insert({1, 2, size - 1, size + 1});
  auto limit = std::ranges::lower_bound(choices.in_rules, size);
  for (int near = 0; near < 3 && limit != choices.in_rules.begin(); ++near) wanted.insert(*--limit);  // limit - 1 … + 1
  std::vector<std::int64_t> sizes(wanted.begin(), wanted.end());
  sort_stably(sizes, {}, [&](std::int64_t one) { return std::abs(one - size); });
  return sizes;
}

void add_tensor_edits(std::size_t slot, const Shape& shape, const SizeChoices& choices,
                      std::vector<MutationStep>& edits) {
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    for (const std::int64_t size : sizes_beside(shape[axis], choices)) {
      if (size >= 0 && size != shape[axis])
        edits.push_back({.kind = Kind::set_size, .place = slot, .position = axis, .size = size});
    }
    edits.push_back({.kind = Kind::drop_axis, .place = slot, .position = axis});
  }
  for (const std::size_t axis : {std::size_t{0}, shape.size()})
    edits.push_back({.kind = Kind::insert_axis, .place = slot, .position = axis, .size = 1});
  for (const Layout layout : every<Layout>)
    edits.push_back({.kind = Kind::set_layout, .place = slot, .layout = layout});
  for (const Format format : every<Format>)
    edits.push_back({.kind = Kind::set_format, .place = slot, .format = format});
  for (const DTypeInfo& info : dtype_table)
    edits.push_back({.kind = Kind::set_dtype, .place = slot, .dtype = info.dtype});
}

void add_gifts(const BoundSpec& bound, std::size_t slot, std::vector<MutationStep>& edits) {
  const Parameter& parameter = *bound.parameters()[slot].written;
  const auto give = [&](Value value) {
    edits.push_back({.kind = Kind::give, .place = slot, .value = std::move(value)});
  };
  const auto hinted = bound.op().hints.arguments.find(parameter.key);
  if (hinted != bound.op().hints.arguments.end()) {
    for (const Value& value : hinted->second) {
      if (!std::holds_alternative<None>(value)) give(value);
    }
  }
  if (parameter.kind == ParameterKind::dtype) {
    for (const DTypeInfo& info : dtype_table) give(info.dtype);
  }
  if (parameter.kind == ParameterKind::integer) {
    for (const std::int64_t limit : integers_in(bound)) give(limit);
  }
}

std::vector<MutationStep> edits_of(const BoundSpec& bound, const SlotArguments& arguments) {
  std::vector<MutationStep> edits;
  const SizeChoices sizes{.in_call = sizes_in(arguments), .in_rules = integers_in(bound)};
  const SlotSet slots = guilty(bound, arguments);
  for (const std::size_t slot : bound.names().by_key()) {
    if (!slots[slot]) continue;
    add_gifts(bound, slot, edits);
    if (!arguments[slot]) continue;
    if (const auto* tensor = std::get_if<Tensor>(&*arguments[slot]))
      add_tensor_edits(slot, tensor->type.shape, sizes, edits);
    edits.push_back({.kind = Kind::remove, .place = slot});
  }
  return edits;
}

std::vector<Step> steps_from(const BoundSpec& bound, const Step& from, const Remedies& remedies) {
  std::vector<Step> steps;
  for (const MutationStep& edit : edits_of(bound, from.arguments)) {
    Step step = from;
    std::optional<Value>& argument = step.arguments[edit.place];
    if (!apply(edit, argument) || argument == from.arguments[edit.place]) continue;
    step.changed.insert(edit.place);
    step.broken = count_broken(bound, step.arguments, remedies);
    steps.push_back(std::move(step));
  }
  return steps;
}

/// What a step may change: one argument, or also all tensors at once that are alike.
enum class Reach : std::uint8_t { one, alike };

/// A change of all tensors that have one dtype, or one size of an axis.
struct JointChange {
  DType dtype = DType::int8;
  DType other_dtype = DType::int8;
  std::optional<std::int64_t> size = {};  ///< nothing: the dtype changes
  std::int64_t other_size = 0;
};

/// Changes `type` where it is one of those. Returns whether it is.
bool apply(const JointChange& change, TensorType& type) {
  const bool is_one = change.size ? contains(type.shape, *change.size) : type.dtype == change.dtype;
  if (is_one && change.size) std::ranges::replace(type.shape, *change.size, change.other_size);
  if (is_one && !change.size) type.dtype = change.other_dtype;
  return is_one;
}

/// Adds `from` with `change`; nothing where it changes fewer than two tensors, or makes one too large.
void add_joint(const Step& from, const JointChange& change, std::vector<Step>& steps) {
  Step step = from;
  std::size_t count = 0;
  for (std::size_t slot = 0; slot < step.arguments.size(); ++slot) {
    auto* const tensor = step.arguments[slot] ? std::get_if<Tensor>(&*step.arguments[slot]) : nullptr;
    if (tensor == nullptr || !apply(change, tensor->type)) continue;
    if (!search::is_sane(tensor->type.shape)) return;
    step.changed.insert(slot);
    ++count;
  }
  if (count > 1) steps.push_back(std::move(step));
}

std::vector<Step> joint_steps_from(const BoundSpec& bound, const Step& from, const Remedies& remedies) {
  std::vector<Step> steps;
  for (const DTypeInfo& of : dtype_table) {
    for (const DTypeInfo& other : dtype_table) {
      if (other.dtype != of.dtype) add_joint(from, {.dtype = of.dtype, .other_dtype = other.dtype}, steps);
    }
  }
  const SizeChoices choices{.in_call = sizes_in(from.arguments), .in_rules = integers_in(bound)};
  for (const std::int64_t size : choices.in_call) {
    for (const std::int64_t other : sizes_beside(size, choices)) {
      if (other != size && other >= 0) add_joint(from, {.size = size, .other_size = other}, steps);
    }
  }
  for (Step& step : steps) step.broken = count_broken(bound, step.arguments, remedies);
  return steps;
}

std::string text_of(const std::string& key, const std::optional<Value>& argument) {
  if (!argument) return fmt::format("{}: left out", key);
  const auto tensor_text = [](const Tensor& tensor) {
    const TensorType& type = tensor.type;
    return fmt::format("{}, shape {}, {}", name_of(type.dtype), npu_cts::to_text(type.shape), placing_text(type));
  };
  return fmt::format("{}: {}", key, std::visit(Visitor{PlainText{}, tensor_text}, *argument));
}

/// The better step first: fewer broken rules, then fewer arguments touched. Equal ones keep the order they were found
/// in.
bool is_better(const Step& a, const Step& b) {
  return a.broken != b.broken ? a.broken < b.broken : a.changed.size() < b.changed.size();
}

constexpr double far = 0x1p40;  ///< a difference that is none of sizes

/// Returns by how much the sizes of two tensors differ that are alike otherwise.
double distance(const TensorType& a, const TensorType& b) {
  TensorType resized = a;
  resized.shape = b.shape;
  if (resized != b || a.shape.size() != b.shape.size()) return far;
  double all = 0;
  for (std::size_t axis = 0; axis < a.shape.size(); ++axis)
    all += std::abs(static_cast<double>(a.shape[axis]) - static_cast<double>(b.shape[axis]));
  return all;
}

/// Returns by how much the arguments of two calls differ.
double distance(const SlotArguments& a, const SlotArguments& b) {
  double all = 0;
  for (std::size_t slot = 0; slot < a.size(); ++slot) {
    if (a[slot] == b[slot]) continue;
    const auto* const left = a[slot] ? std::get_if<Tensor>(&*a[slot]) : nullptr;
    const auto* const right = b[slot] ? std::get_if<Tensor>(&*b[slot]) : nullptr;
    all += left != nullptr && right != nullptr ? distance(left->type, right->type) : far;
  }
  return all;
}

/// Returns the nearest to `arguments` of the steps that are as good as the first of `sorted` and change the same.
const Step& nearest_of_best(const std::vector<Step>& sorted, const SlotArguments& arguments) {
  const Step* nearest = &sorted.front();
  for (const Step& step : sorted) {
    if (is_better(sorted.front(), step)) break;
    const bool is_alike = step.changed == nearest->changed;
    if (is_alike && distance(step.arguments, arguments) < distance(nearest->arguments, arguments)) nearest = &step;
  }
  return *nearest;
}

/// Returns `call` with what `step` changed.
Nearest nearest_of(const BoundSpec& bound, Call call, const Step& step) {
  Nearest nearest{.call = std::move(call)};
  for (const std::size_t slot : bound.names().by_key()) {
    if (!step.changed.contains(slot)) continue;
    const std::string& key = bound.parameters()[slot].written->key;
    const std::optional<Value>& argument = step.arguments[slot];
    nearest.changes.push_back(text_of(key, argument));
    nearest.call.arguments.erase(key);
    if (argument) nearest.call.arguments.try_emplace(key, *argument);
  }
  return nearest;
}

/// Returns the nearest call to `call` that keeps every rule and takes the remedies.
std::optional<Nearest> find_nearest(const BoundSpec& bound, const Call& call, const Remedies& remedies, Reach reach) {
  const SlotArguments arguments = to_slots(bound, call.arguments);
  std::vector<Step> beam{{.arguments = arguments}};
  for (std::size_t depth = 0; depth < most_changes && !beam.empty(); ++depth) {
    std::vector<Step> next;
    for (const Step& step : beam) {
      std::ranges::move(steps_from(bound, step, remedies), std::back_inserter(next));
      if (reach == Reach::alike) std::ranges::move(joint_steps_from(bound, step, remedies), std::back_inserter(next));
    }
    sort_stably(next, is_better);
    if (!next.empty() && next.front().broken == 0) return nearest_of(bound, call, nearest_of_best(next, arguments));
    if (next.size() > beam_width) next.erase(next.begin() + static_cast<std::ptrdiff_t>(beam_width), next.end());
    beam = std::move(next);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Nearest> nearest_legal(const BoundSpec& bound, const Call& call) {
  const Remedies remedies = remedies_for(bound, to_slots(bound, call.arguments));
  const Remedies none;
  for (const Reach reach : {Reach::one, Reach::alike}) {
    for (const Remedies* taken : {&remedies, &none}) {
      if (taken == &remedies && remedies.empty()) continue;
      if (auto nearest = find_nearest(bound, call, *taken, reach)) return nearest;
    }
  }
  return std::nullopt;
}

}  // namespace npu_cts::explain
