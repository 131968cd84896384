// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/bound_spec.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expression/nodes.h"
#include "framework/rule/derive_rules.h"

namespace npu_cts {
namespace {

/// Returns the rule that a call on a target without support breaks.
Rule make_support_rule(const OpSpec& op, const Target& target, const SupportCell* cell) {
  const auto where = fmt::format("{}, {}, {}", target.product, target.release, target.mode);
  Rule rule;
  rule.id = support_rule_id;
  rule.phase = Phase::support;
  rule.derived = true;
  rule.at = cell != nullptr ? cell->at : Location{.file = op.file};
  rule.require = make_boolean(0, rule.at);
  rule.on_violation = cell != nullptr && cell->state == SupportState::no ? Verdict::unsupported : Verdict::open;
  if (cell != nullptr) rule.question = cell->question;
  if (cell != nullptr) rule.cite = cell->cite;
  if (rule.on_violation == Verdict::unsupported) {
    rule.text = {.en = fmt::format("the operator is not supported there ({})", where),
                 .zh = fmt::format("不支持该环境（{}）", where)};
  } else {
    rule.text = {.en = fmt::format("the documents do not say whether the operator is supported there ({})", where),
                 .zh = fmt::format("文档未说明该环境是否支持（{}）", where)};
  }
  return rule;
}

}  // namespace

BoundSpec::BoundSpec(const Spec& spec, const OpSpec& op, const Target& target)
    : spec_(&spec),
      op_(&op),
      target_(target),
      release_(find_release(spec, target.release)),
      names_(op),
      support_(find_support(spec, op, target)) {}

BoundSpec::BoundSpec(BoundSpec&&) noexcept = default;
BoundSpec& BoundSpec::operator=(BoundSpec&&) noexcept = default;
BoundSpec::~BoundSpec() = default;

BoundSpec BoundSpec::bind(const Spec& spec, const OpSpec& op, const Target& target) {
  BoundSpec bound(spec, op, target);
  bound.bind_parameters();
  for (const Symbol& symbol : op.symbols) {
    bound.symbols_.push_back(symbol.value ? bound.names_.bind(*symbol.value, bound.symbols_.size()) : BoundNode{});
    bound.parts_of_symbols_.push_back(bound.parts_of(bound.symbols_.back()));
  }
  bound.bind_rules();
  bound.bind_facts();
  return bound;
}

void BoundSpec::bind_parameters() {
  for (const Parameter& parameter : op_->parameters) {
    BoundParameter bound{.written = &parameter, .applies = holds(parameter.applies)};
    const auto* const entry = bound.applies ? current(parameter.defaults) : nullptr;
    if (entry != nullptr) bound.default_value = &entry->value.value;
    for (const auto& formats : parameter.formats) {
      if (!bound.format && holds(formats.applies) && !formats.value.empty()) bound.format = formats.value.front();
    }
    const auto hinted = op_->hints.build.find(parameter.key);
    for (const ShapeAlternative& shape : hinted == op_->hints.build.end() ? parameter.shapes : hinted->second) {
      if (holds(shape.applies)) bound.shapes.push_back({.written = &shape, .shape = names_.bind(*shape.shape)});
    }
    parameters_.push_back(std::move(bound));
  }
}

void BoundSpec::bind_rules() {
  if (!is_supported()) support_rule_ = bind_rule(make_support_rule(*op_, target_, support_));
  for (Rule& rule : derive_rules(*this)) {
    rules_.push_back(bind_rule(std::move(rule)));
    rules_.back().index = rules_.size() - 1;
  }
}

BoundRule BoundSpec::bind_rule(Rule rule) const {
  BoundRule bound;
  static_cast<Rule&>(bound) = std::move(rule);
  if (bound.require) bound.requirement = names_.bind(*bound.require);
  bound.condition = bind_optional(bound.when);
  bound.instead = bind_optional(bound.remedy);
  bound.joins_rows = bound.derived && bound.id == rows_rule_id;
  bound.lists_dtypes = bound.derived && bound.phase == Phase::dtype && !bound.joins_rows;
  bound.reads.resize(names_.parameter_count() + names_.symbol_count());
  add_reads(bound.requirement, bound.reads);
  Parts parts = parts_of(bound.requirement);
  if (bound.condition) {
    add_reads(*bound.condition, bound.reads);
    parts |= parts_of(*bound.condition);
  }
  bound.depends_on = with_builds(parts);
  return bound;
}

std::optional<BoundNode> BoundSpec::bind_optional(const ExpressionPtr& expression) const {
  return expression ? std::optional(names_.bind(*expression)) : std::nullopt;
}

SlotSet BoundSpec::reads_of(const BoundNode& node) const {
  SlotSet reads(names_.parameter_count() + names_.symbol_count());
  add_reads(node, reads);
  return reads;
}

void BoundSpec::add_reads(const BoundNode& node, SlotSet& reads) const {
  for (const BoundNode& child : node.children) add_reads(child, reads);
  if (node.slot == no_slot || (node.kind != ExprKind::parameter && node.kind != ExprKind::symbol)) return;
  const bool is_symbol = node.kind == ExprKind::symbol;
  const std::size_t place = is_symbol ? names_.parameter_count() + node.slot : node.slot;
  if (reads[place]) return;
  reads[place] = true;
  if (is_symbol && node.slot < symbols_.size()) add_reads(symbols_[node.slot], reads);
  if (is_symbol) return;
  for (const BoundShape& shape : parameters_[node.slot].shapes) add_reads(shape.shape, reads);
}

Parts BoundSpec::parts_of(const BoundNode& node) const {
  Parts parts;
  if (node.slot != no_slot && node.kind == ExprKind::symbol) {
    parts.values = Parts::bit(names_.parameter_count() + node.slot);
    if (node.slot < symbols_.size()) parts |= parts_of_symbols_[node.slot];
  }
  if (node.slot != no_slot && node.kind == ExprKind::parameter)
    return parts_of_argument(node.slot, ExprKind::parameter);
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const BoundNode& child = node.children[i];
    const bool is_asked = i == 0 && child.kind == ExprKind::parameter && child.slot != no_slot;
    parts |= is_asked ? parts_of_argument(child.slot, node.kind) : parts_of(child);
  }
  return parts;
}

/// Returns what `kind` asks of the argument at `slot`.
Parts BoundSpec::parts_of_argument(std::size_t slot, ExprKind kind) const {
  const std::uint64_t bit = Parts::bit(slot);
  static constexpr std::array values{ExprKind::given, ExprKind::absent, ExprKind::dtype_of, ExprKind::bytes};
  static constexpr std::array shapes{ExprKind::rank,  ExprKind::dim,      ExprKind::last,
                                     ExprKind::numel, ExprKind::shape_of, ExprKind::axes};
  const bool is_tensor = op_->parameters[slot].kind == ParameterKind::tensor;
  if (!is_tensor || contains(values, kind)) return {.values = bit};
  if (contains(shapes, kind)) return {.shapes = bit};
  if (kind == ExprKind::layout_of || kind == ExprKind::format_of) return {.storage = bit};
  return {.values = bit, .shapes = bit, .storage = bit};
}

Parts BoundSpec::with_builds(Parts parts) const {
  Parts before;
  while (before != parts) {
    before = parts;
    for (std::size_t slot = 0; slot < parameters_.size(); ++slot) {
      if ((before.shapes & Parts::bit(slot)) == 0) continue;
      for (const BoundShape& shape : parameters_[slot].shapes) parts |= parts_of(shape.shape);
    }
  }
  return parts;
}

void BoundSpec::bind_facts() {
  for (const Output& output : op_->outputs) {
    const auto* const dtype = current(output.dtype);
    const auto* const shape = current(output.shape);
    outputs_.push_back({.written = &output,
                        .dtype = bind_optional(dtype == nullptr ? nullptr : dtype->value),
                        .shape = bind_optional(shape == nullptr ? nullptr : shape->value)});
  }
  const auto bind_all = [&](const auto& written, auto& bound) {
    for (const auto& one : written) {
      if (holds(one.applies)) bound.push_back({.written = &one, .when = bind_optional(one.when)});
    }
  };
  bind_all(op_->implementation_defined, implementation_defined_);
  bind_all(op_->formulas, formulas_);
  bind_all(op_->contested, contested_);
  bind_all(op_->hints.data, data_sets_);
  for (const SizeGroup& group : op_->hints.sizes) {
    if (!holds(group.start.applies)) continue;
    size_groups_.push_back(
        {.written = &group, .start = {.written = &group.start, .when = bind_optional(group.start.when)}});
    bind_fills(group.start.fills);
  }
  for (const Conditional<DataSet>& one : data_sets_) bind_fills(one.written->fills);
}

void BoundSpec::bind_fills(const std::map<std::string, Fill>& fills) {
  for (const auto& [key, fill] : fills) bind_bounds(fill);
}

void BoundSpec::bind_bounds(const Fill& fill) {
  for (const ExpressionPtr& bound : fill.bounds) {
    if (bound && !number_of(*bound)) fill_bounds_.emplace(bound.get(), names_.bind(*bound));
  }
  for (const Fill& column : fill.columns) bind_bounds(column);
}

const BoundNode* BoundSpec::find_fill_bound(const Expression& written) const {
  const auto known = fill_bounds_.find(&written);
  return known == fill_bounds_.end() ? nullptr : &known->second;
}

const BoundRule* BoundSpec::find_rule(std::string_view id) const { return find_by(rules_, id, &BoundRule::id); }

const BoundParameter* BoundSpec::find_parameter(std::string_view key) const {
  const std::size_t slot = names_.parameter(key);
  return slot == no_slot ? nullptr : &parameters_[slot];
}

std::size_t BoundSpec::place_of(std::string_view name) const {
  const std::size_t slot = names_.parameter(name);
  if (slot != no_slot) return slot;
  const std::size_t symbol = names_.symbol(name);
  return symbol == no_slot ? no_slot : names_.parameter_count() + symbol;
}

const BoundSpec& BoundSpecs::at(const OpSpec& op, const Target& target) {
  auto& bound = bound_[{&op, target}];
  if (!bound) bound = std::make_unique<const BoundSpec>(BoundSpec::bind(*spec_, op, target));
  return *bound;
}

const BoundSpec* BoundSpecs::find(const Call& call) {
  const OpSpec* const op = find_operator(*spec_, call.op);
  return op == nullptr ? nullptr : &at(*op, call.target);
}

const SupportCell* find_support(const Spec& spec, const OpSpec& op, const Target& target) {
  return find_where(op.support, [&](const SupportCell& cell) { return holds(cell.applies, spec, target); });
}

std::vector<Target> supported_targets(const Spec& spec, const OpSpec& op) {
  std::vector<Target> targets;
  for (const auto& [release, pages] : op.pages) {
    for (const Product& product : spec.products) {
      for (const Mode& mode : spec.modes.all) {
        Target target{.product = product.id, .release = spec.releases[release], .mode = mode.id};
        const SupportCell* cell = find_support(spec, op, target);
        if (cell != nullptr && cell->state == SupportState::yes) targets.push_back(std::move(target));
      }
    }
  }
  return targets;
}

}  // namespace npu_cts
