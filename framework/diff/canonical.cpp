#include "framework/diff/canonical.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/derive_rules.h"
#include "framework/rule/judge_call.h"
#include "framework/rule/print_expression.h"

namespace npu_cts {
namespace {

bool has_order(Op op) { return op != Op::logical_and && op != Op::logical_or && op != Op::set; }

/// The id of a row or a shape stands in `name`; what it admits does not depend on it.
bool is_named(Op op) { return op != Op::logical_and && op != Op::logical_or; }

/// Writes a default; a word in quotes, to tell it from a dtype.
struct DefaultText : PlainText {
  using PlainText::operator();
  std::string operator()(const std::string& word) const { return fmt::format("'{}'", word); }
  std::string operator()(const Tensor& tensor) const { return to_text(tensor.type.shape); }
};

template <class T>
const Dated<T>* current(const std::vector<Dated<T>>& entries, const Spec& spec, const Target& target) {
  const auto it = std::ranges::find_if(entries, [&](const auto& e) { return holds(e.applies, spec, target); });
  return it == entries.end() ? nullptr : &*it;
}

std::string line_of(const Rule& rule) {
  return fmt::format("{} {} when {}", name_of(rule.otherwise), canonical(rule.must), canonical(rule.when));
}

/// Returns what numbers leave free in a freedom: its models, whatever their order.
std::string line_of(const Freedom& freedom) {
  std::vector<std::string> models;
  for (const Model& model : freedom.models) models.push_back(model.id);
  std::ranges::sort(models);
  return fmt::format("{}{}", join(models, " or "), freedom.when ? " where " + to_text(*freedom.when) : "");
}

Citations cited_by(const Freedom& freedom) {
  Citations cite;
  for (const Model& model : freedom.models) cite.insert(cite.end(), model.cite.begin(), model.cite.end());
  return cite;
}

void add_parameter(const Spec& spec, const Target& target, const Parameter& parameter,
                   std::map<std::string, LawFact>& facts) {
  if (!holds(parameter.applies, spec, target)) return;
  const std::string& name = name_in(parameter, spec, target);
  if (name != parameter.key) facts[parameter.key + ".name"] = {.says = name, .cite = parameter.cite};
  if (const auto* entry = current(parameter.defaults, spec, target)) {
    const std::string unusable = entry->is.usable ? "" : " (unusable)";
    facts[parameter.key + ".default"] = {.says = std::visit(DefaultText{}, entry->is.value) + unusable,
                                         .cite = entry->cite};
  }
  if (parameter.reserved) facts[parameter.key + ".reserved"] = {.says = "without effect", .cite = parameter.cite};
  if (parameter.in_place) facts[parameter.key + ".in_place"] = {.says = "may be written", .cite = parameter.cite};
}

}  // namespace

std::string canonical(const ExpressionPtr& expression) {
  if (!expression) return "";
  const Expression& node = *expression;
  std::vector<std::string> parts;
  for (const ExpressionPtr& child : node.children) parts.push_back(canonical(child));
  if (!has_order(node.op)) std::ranges::sort(parts);
  return fmt::format("({} {} {} {} {})", static_cast<int>(node.op), node.integer, static_cast<int>(node.dtype),
                     is_named(node.op) ? node.name : "", join(parts, " "));
}

std::vector<std::string> law_lines(const Spec& spec, const OpSpec& op, const Target& target) {
  const SupportCell* const support = find_support(spec, op, target);
  const auto release = find_release(spec, target.release);
  const bool documented = release && op.pages.contains(*release);
  if (!documented || support == nullptr || support->state != SupportState::yes) return {};
  std::vector<std::string> lines{"supported"};
  for (const Rule& rule : derive_rules(spec, op, target)) lines.push_back(line_of(rule));
  for (const Symbol& symbol : op.symbols) lines.push_back(fmt::format("{} is {}", symbol.name, canonical(symbol.is)));
  for (const Parameter& parameter : op.parameters) {
    if (holds(parameter.applies, spec, target))
      lines.push_back(fmt::format("{} of {} {}", parameter.key, name_of(parameter.group), name_of(parameter.kind)));
  }
  for (const auto& [id, fact] : facts_of(spec, op, target)) {
    if (id.ends_with(".default")) lines.push_back(id + " is " + fact.says);
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

std::map<std::string, LawFact> facts_of(const Spec& spec, const OpSpec& op, const Target& target) {
  std::map<std::string, LawFact> facts;
  for (const Parameter& parameter : op.parameters) add_parameter(spec, target, parameter, facts);
  for (const Output& output : op.outputs) {
    if (const auto* dtype = current(output.dtype, spec, target))
      facts[output.name + ".dtype"] = {.says = to_text(*dtype->is), .cite = dtype->cite};
    if (const auto* shape = current(output.shape, spec, target))
      facts[output.name + ".shape"] = {.says = to_text(*shape->is), .cite = shape->cite};
    if (!output.alias.empty()) facts[output.name + ".alias"] = {.says = output.alias, .cite = output.cite};
  }
  for (const Freedom& freedom : op.freedoms) {
    if (holds(freedom.applies, spec, target))
      facts["numbers." + freedom.id] = {.says = line_of(freedom), .cite = cited_by(freedom)};
  }
  for (const Rule& rule : derive_rules(spec, op, target)) {
    const bool decides = rule.otherwise == Verdict::reject || rule.otherwise == Verdict::unsupported;
    if (!rule.on_data && decides) continue;
    const std::string when = rule.when ? ", where " + to_text(*rule.when) : "";
    facts[(rule.on_data ? "values." : "undecided.") + rule.id] = {
        .says = fmt::format("{}{}, else {}", to_text(*rule.must), when, name_of(rule.otherwise)), .cite = rule.cite};
  }
  return facts;
}

}  // namespace npu_cts
