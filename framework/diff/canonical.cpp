// SPDX-License-Identifier: Apache-2.0
#include "framework/diff/canonical.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expression/print_expression.h"

namespace npu_cts::diff {
namespace {

bool has_order(ExprKind kind) {
  return kind != ExprKind::logical_and && kind != ExprKind::logical_or && kind != ExprKind::set;
}

/// The id of a row or a shape stands in `name`; what it admits does not depend on it.
bool is_named(ExprKind kind) { return kind != ExprKind::logical_and && kind != ExprKind::logical_or; }

/// Writes a default; a word in quotes, to tell it from a dtype.
struct DefaultText : PlainText {
  using PlainText::operator();
  std::string operator()(const std::string& word) const { return fmt::format("'{}'", word); }
  std::string operator()(const Tensor& tensor) const { return npu_cts::to_text(tensor.type.shape); }
};

std::string line_of(const Rule& rule) {
  return fmt::format("{} {} when {}", name_of(rule.on_violation), canonical(rule.require), canonical(rule.when));
}

/// Returns what numbers leave free in an implementation-defined behaviour: its variants, whatever their order.
std::string line_of(const ImplementationDefined& behaviour) {
  std::vector<std::string> variants;
  for (const Variant& variant : behaviour.variants) variants.push_back(variant.id);
  std::ranges::sort(variants);
  return fmt::format("{}{}", join(variants, " or "), behaviour.when ? " where " + to_text(*behaviour.when) : "");
}

/// Returns the variants of a behaviour as one sentence: a result may follow any of them.
Text sentence_of(const ImplementationDefined& behaviour) {
  std::vector<std::string> en;
  std::vector<std::string> zh;
  for (const Variant& variant : behaviour.variants) {
    en.push_back(variant.text.en);
    zh.push_back(variant.text.zh.empty() ? variant.text.en : variant.text.zh);
  }
  return {"the documents leave this to the product: " + join(en, "; or "),
          "文档未规定，由产品决定：" + join(zh, "；或")};
}

Citations cited_by(const ImplementationDefined& behaviour) {
  Citations cite;
  for (const Variant& variant : behaviour.variants) cite.insert(cite.end(), variant.cite.begin(), variant.cite.end());
  return cite;
}

void add_parameter(const BoundSpec& bound, const Parameter& parameter, std::map<std::string, SpecFact>& facts) {
  if (!bound.holds(parameter.applies)) return;
  const std::string& name = name_in(parameter, bound.spec(), bound.target());
  if (name != parameter.key)
    facts[parameter.key + ".name"] = {
        .says = name,
        .cite = parameter.cite,
        .text = {fmt::format("{} is called {}", parameter.key, name), fmt::format("{} 名为 {}", parameter.key, name)}};
  if (const auto* entry = bound.current(parameter.defaults)) {
    const bool usable = entry->value.usable;
    const std::string value = std::visit(DefaultText{}, entry->value.value);
    facts[parameter.key + ".default"] = {
        .says = value + std::string(usable ? "" : unusable_mark),
        .cite = entry->cite,
        .text = {fmt::format("{} defaults to {}{}", name, value, usable ? "" : ", which no call can use"),
                 fmt::format("{} 默认为 {}{}", name, value, usable ? "" : "，但该值不可用")}};
  }
  if (parameter.reserved)
    facts[parameter.key + ".reserved"] = {
        .says = "without effect", .cite = parameter.cite, .text = {name + " has no effect", name + " 不起作用"}};
  if (parameter.in_place)
    facts[parameter.key + ".in_place"] = {
        .says = "may be written", .cite = parameter.cite, .text = {name + " may be written", name + " 可能被改写"}};
}

/// Returns the fact that the `what` of a result is `says`.
SpecFact result_fact(const std::string& output, const Text& what, std::string says, const Citations& cite) {
  Text text{fmt::format("the {} of {} is {}", what.en, output, says),
            fmt::format("{} 的{}为 {}", output, what.zh, says)};
  return {.says = std::move(says), .cite = cite, .text = std::move(text)};
}

}  // namespace

std::string canonical(const ExpressionPtr& expression) {
  if (!expression) return "";
  const Expression& node = *expression;
  std::vector<std::string> parts;
  for (const ExpressionPtr& child : node.children) parts.push_back(canonical(child));
  if (!has_order(node.kind)) std::ranges::sort(parts);
  return fmt::format("({} {} {} {} {})", static_cast<int>(node.kind), node.integer, static_cast<int>(node.dtype),
                     is_named(node.kind) ? node.name : "", join(parts, " "));
}

std::vector<std::string> spec_lines(const BoundSpec& bound) {
  const OpSpec& op = bound.op();
  const auto release = find_release(bound.spec(), bound.target().release);
  const bool documented = release && op.pages.contains(*release);
  if (!documented || !bound.is_supported()) return {};
  std::vector<std::string> lines{"supported"};
  for (const BoundRule& rule : bound.rules()) lines.push_back(line_of(rule));
  for (const Symbol& symbol : op.symbols)
    lines.push_back(fmt::format("{} is {}", symbol.name, canonical(symbol.value)));
  for (const Parameter& parameter : op.parameters) {
    if (bound.holds(parameter.applies))
      lines.push_back(fmt::format("{} of {} {}", parameter.key, name_of(parameter.group), name_of(parameter.kind)));
  }
  for (const auto& [id, fact] : facts_of(bound)) {
    if (id.ends_with(".default")) lines.push_back(id + " is " + fact.says);
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

std::map<std::string, SpecFact> facts_of(const BoundSpec& bound) {
  const OpSpec& op = bound.op();
  std::map<std::string, SpecFact> facts;
  for (const Parameter& parameter : op.parameters) add_parameter(bound, parameter, facts);
  for (const Output& output : op.outputs) {
    if (const auto* dtype = bound.current(output.dtype))
      facts[output.name + ".dtype"] =
          result_fact(output.name, {"dtype", "数据类型"}, to_text(*dtype->value), dtype->cite);
    if (const auto* shape = bound.current(output.shape))
      facts[output.name + ".shape"] = result_fact(output.name, {"shape", "形状"}, to_text(*shape->value), shape->cite);
    if (!output.alias.empty())
      facts[output.name + ".alias"] = {
          .says = output.alias,
          .cite = output.cite,
          .text = {output.name + " is " + output.alias, output.name + " 即 " + output.alias}};
  }
  for (const auto& [one, when] : bound.formulas()) {
    facts["formula." + one->id] = {.says = one->formula + (one->when ? ", where " + to_text(*one->when) : ""),
                                   .cite = one->cite,
                                   .text = one->text};
  }
  for (const ImplementationDefined& behaviour : op.implementation_defined) {
    if (bound.holds(behaviour.applies))
      facts["numbers." + behaviour.id] = {
          .says = line_of(behaviour), .cite = cited_by(behaviour), .text = sentence_of(behaviour)};
  }
  for (const auto& [one, when] : bound.contested()) {
    facts["contested." + one->id] = {.says = fmt::format("{}, against {}: {}", one->by, one->subject, one->says.en)};
  }
  for (const BoundRule& rule : bound.rules()) {
    const bool decides = rule.on_violation == Verdict::reject || rule.on_violation == Verdict::unsupported;
    if (!rule.on_data && decides) continue;
    const std::string when = rule.when ? ", where " + to_text(*rule.when) : "";
    facts[(rule.on_data ? "values." : "undecided.") + rule.id] = {
        .says = fmt::format("{}{}, else {}", to_text(*rule.require), when, name_of(rule.on_violation)),
        .cite = rule.cite,
        .text = rule.text};
  }
  return facts;
}

}  // namespace npu_cts::diff
