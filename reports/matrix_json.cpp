// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <string>

#include "framework/expression/print_expression.h"
#include "framework/rule/bound_spec.h"
#include "reports/matrix_constraints.h"
#include "reports/matrix_data.h"
#include "reports/value_json.h"

namespace npu_cts::reports {
namespace {

using Json = nlohmann::ordered_json;
using reports::json_of;

Json json_of(const ExpressionPtr& expression) { return expression ? Json(to_text(*expression)) : Json(); }
Json json_of(DType dtype) { return name_of(dtype); }
Json json_of(Format format) { return name_of(format); }
Json json_of(Layout layout) { return name_of(layout); }
Json json_of(const std::string& text) { return text; }
Json json_of(const Default& usual) { return {{"value", json_of(usual.value)}, {"usable", usual.usable}}; }

template <class T>
Json json_of(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(json_of(value));
  return list;
}

Json json_of(const Applies& applies, const Spec& spec) {
  Json json = Json::object();
  if (applies.since > 0 && applies.since < spec.releases.size()) json["since"] = spec.releases[applies.since];
  if (applies.until < spec.releases.size()) json["until"] = spec.releases[applies.until];
  if (!applies.products.empty()) json["products"] = applies.products;
  if (!applies.modes.empty()) json["modes"] = applies.modes;
  return json;
}

/// Returns a list of facts, each made by `make`, with where it holds and its statements.
template <class Facts, class Make>
Json list_of(const Facts& facts, const Spec& spec, Make make) {
  Json list = Json::array();
  for (const auto& fact : facts) {
    Json json = make(fact);
    json["applies"] = json_of(fact.applies, spec);
    if constexpr (requires { fact.cite; }) json["statements"] = fact.cite;
    list.push_back(std::move(json));
  }
  return list;
}

template <class T>
Json dated(const std::vector<Dated<T>>& entries, const Spec& spec) {
  return list_of(entries, spec, [](const Dated<T>& entry) { return Json{{"value", json_of(entry.value)}}; });
}

Json json_of(const Parameter& parameter, const Spec& spec) {
  Json json{{"key", parameter.key},
            {"kind", name_of(parameter.kind)},
            {"group", name_of(parameter.group)},
            {"text", json_of(parameter.text)},
            {"optional", parameter.optional},
            {"in_place", parameter.in_place},
            {"reserved", parameter.reserved},
            {"keyword_only", parameter.keyword_only}};
  json["names"] = dated(parameter.names, spec);
  json["defaults"] = dated(parameter.defaults, spec);
  json["dtypes"] = dated(parameter.dtypes, spec);
  json["formats"] = dated(parameter.formats, spec);
  json["layouts"] = dated(parameter.layouts, spec);
  json["shapes"] = list_of(parameter.shapes, spec, [](const ShapeAlternative& one) {
    return Json{{"id", one.id}, {"shape", json_of(one.shape)}, {"when", json_of(one.when)}};
  });
  return json;
}

Json json_of(const Row& row) {
  Json cells = Json::object();
  for (const auto& [key, cell] : row.cells) {
    cells[key] = json_of(cell.dtypes);
    if (cell.none) cells[key].push_back("none");
  }
  return {{"id", row.id}, {"cells", std::move(cells)}};
}

Json json_of(const Rule& rule) {
  Json json{{"id", rule.id},
            {"phase", name_of(rule.phase)},
            {"when", json_of(rule.when)},
            {"require", json_of(rule.require)},
            {"on_violation", name_of(rule.on_violation)},
            {"text", json_of(rule.text)}};
  json["sentence"] = {{"en", rule_sentence(rule, Language::en)}, {"zh", rule_sentence(rule, Language::zh)}};
  if (!rule.question.empty()) json["question"] = rule.question;
  return json;
}

/// Returns the state of every product, release and mode: what the support tables of the pages say.
Json support_of(const OpSpec& op, const Spec& spec) {
  Json list = Json::array();
  for (const auto& [release, documents] : op.pages) {
    for (const Product& product : spec.products) {
      for (const Mode& mode : spec.modes.all) {
        const SupportCell* const cell = find_support(spec, op, {product.id, spec.releases[release], mode.id});
        if (cell == nullptr) continue;
        Json json{{"release", spec.releases[release]},
                  {"product", product.id},
                  {"mode", mode.id},
                  {"state", name_of(cell->state)}};
        if (!cell->frameworks.empty()) json["frameworks"] = cell->frameworks;
        if (!cell->question.empty()) json["question"] = cell->question;
        list.push_back(std::move(json));
      }
    }
  }
  return list;
}

Json json_of_variants(const ImplementationDefined& behaviour) {
  Json variants = Json::array();
  for (const Variant& variant : behaviour.variants) {
    variants.push_back(
        {{"id", variant.id}, {"text", json_of(variant.text)}, {"basis", variant.basis}, {"seen_in", variant.seen_in}});
    if (!variant.formula.empty()) variants.back()["formula"] = variant.formula;
  }
  return variants;
}

Json symbols_of(const OpSpec& op) {
  Json symbols = Json::array();
  for (const Symbol& symbol : op.symbols) symbols.push_back({{"name", symbol.name}, {"value", json_of(symbol.value)}});
  return symbols;
}

Json open_of(const OpSpec& op) {
  Json list = Json::array();
  for (const OpenQuestion& open : op.open) {
    list.push_back({{"id", open.id},
                    {"question", json_of(open.question)},
                    {"found", open.found},
                    {"leaves_open", name_of(open.leaves)}});
  }
  return list;
}

/// Adds what the operator computes, and what is unsure about it.
void add_results(Json& json, const OpSpec& op, const Spec& spec) {
  json["outputs"] = Json::array();
  for (const Output& output : op.outputs) {
    json["outputs"].push_back({{"name", output.name},
                               {"alias", output.alias},
                               {"dtype", dated(output.dtype, spec)},
                               {"shape", dated(output.shape, spec)}});
  }
  json["formulas"] = list_of(op.formulas, spec, [](const ResultFormula& one) {
    return Json{
        {"id", one.id},       {"formula", one.formula}, {"when", json_of(one.when)}, {"text", json_of(one.text)},
        {"basis", one.basis}, {"seen_in", one.seen_in}};
  });
  json["implementation_defined"] = list_of(op.implementation_defined, spec, [](const ImplementationDefined& behaviour) {
    return Json{{"id", behaviour.id}, {"when", json_of(behaviour.when)}, {"variants", json_of_variants(behaviour)}};
  });
  json["open"] = open_of(op);
  json["contradictions"] = list_of(op.contradictions, spec, [](const Contradiction& one) {
    return Json{{"id", one.id},
                {"kind", one.kind},
                {"subject", one.subject},
                {"text", json_of(one.text)},
                {"resolution", json_of(one.resolution)},
                {"basis", one.basis},
                {"seen_in", one.seen_in}};
  });
  json["contested"] = list_of(op.contested, spec, [](const Contested& one) {
    return Json{
        {"id", one.id}, {"rule", one.subject}, {"by", one.by}, {"where", one.where}, {"says", json_of(one.says)}};
  });
}

Json json_of(const OpSpec& op, const Spec& spec) {
  Json json{{"name", op.name},
            {"form", op.module_form ? "module" : "function"},
            {"import", op.import_path},
            {"text", json_of(op.text)},
            {"releases", Json::array()}};
  for (const auto& [release, documents] : op.pages) json["releases"].push_back(spec.releases[release]);
  json["support"] = support_of(op, spec);
  json["signatures"] = dated(op.signatures, spec);
  json["parameters"] =
      list_of(op.parameters, spec, [&](const Parameter& parameter) { return json_of(parameter, spec); });
  json["symbols"] = symbols_of(op);
  json["rows"] = list_of(op.rows, spec, [](const Row& row) { return json_of(row); });
  json["rules"] = list_of(op.rules, spec, [](const Rule& rule) { return json_of(rule); });
  add_results(json, op, spec);
  return json;
}

}  // namespace

std::string matrix_json(const Spec& spec) {
  Json json{{"format", "npu-cts operators"}, {"version", 1}, {"releases", spec.releases}, {"products", Json::array()}};
  for (const Product& product : spec.products)
    json["products"].push_back({{"id", product.id}, {"name", json_of(product.name)}});
  json["operators"] = Json::array();
  for (const OpSpec& op : spec.operators) json["operators"].push_back(json_of(op, spec));
  return json.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace npu_cts::reports
