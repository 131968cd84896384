// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/derive_rules.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/sort.h"
#include "framework/base/text.h"
#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"

namespace npu_cts {
namespace {

/// Adds the statements of `more` that `cite` has not.
void add_to(Citations& cite, const Citations& more) {
  for (const std::string& id : more) {
    if (!contains(cite, id)) cite.push_back(id);
  }
}

class Deriver {
 public:
  explicit Deriver(const BoundSpec& bound) : bound_(bound), op_(bound.op()) {}

  std::vector<Rule> run() {
    for (const Parameter& parameter : op_.parameters) {
      if (!applies(parameter.applies)) {
        unknown(parameter);
        continue;
      }
      given(parameter);
      pair(parameter);
      dtype(parameter);
      shape(parameter);
      layout(parameter);
      format(parameter);
    }
    rows();
    std::ranges::copy_if(op_.rules, std::back_inserter(rules_), [&](const Rule& r) { return applies(r.applies); });
    sort_stably(rules_, {}, &Rule::phase);
    return std::move(rules_);
  }

 private:
  [[nodiscard]] bool applies(const Applies& when) const { return bound_.holds(when); }

  void add(Rule rule) {
    rule.derived = true;
    rules_.push_back(std::move(rule));
  }

  static ExpressionPtr argument(const Parameter& parameter, const Location& at) {
    return make_name(ExprKind::parameter, type_of(parameter.kind), parameter.key, at);
  }

  static ExpressionPtr presence(ExprKind kind, const Parameter& parameter, const Location& at) {
    return make_node(kind, Type::boolean, {argument(parameter, at)}, at);
  }

  /// A rule on an argument that may be none applies only where it is given.
  static ExpressionPtr where_given(const Parameter& parameter, const Location& at) {
    const bool may_be_none = parameter.optional || parameter.kind != ParameterKind::tensor;
    return may_be_none ? presence(ExprKind::given, parameter, at) : nullptr;
  }

  /// Returns the dtype, layout or format of a tensor, or the value of an attribute.
  static ExpressionPtr fact(ExprKind kind, Type type, const Parameter& parameter, const Location& at) {
    auto value = argument(parameter, at);
    return parameter.kind == ParameterKind::tensor ? make_node(kind, type, {std::move(value)}, at) : value;
  }

  void unknown(const Parameter& parameter) {
    add({.id = parameter.key + ".unknown",
         .phase = Phase::signature,
         .require = presence(ExprKind::absent, parameter, parameter.at),
         .when = nullptr,
         .text = {.en = fmt::format("{} is not a parameter there and is not given", parameter.key),
                  .zh = fmt::format("该版本（产品、模式）没有入参 {}，不得传入", parameter.key)},
         .cite = parameter.cite,
         .at = parameter.at});
  }

  void given(const Parameter& parameter) {
    if (parameter.optional || bound_.current(parameter.defaults) != nullptr) return;
    add({.id = parameter.key + ".given",
         .phase = Phase::signature,
         .require = presence(ExprKind::given, parameter, parameter.at),
         .when = nullptr,
         .text = {.en = fmt::format("{} is given", parameter.key), .zh = fmt::format("必须传入 {}", parameter.key)},
         .cite = parameter.cite,
         .at = parameter.at});
  }

  void pair(const Parameter& parameter) {
    if (parameter.kind != ParameterKind::integer_pair) return;
    const Location& at = parameter.at;
    auto length = make_node(ExprKind::length, Type::integer, {argument(parameter, at)}, at);
    add({.id = parameter.key + ".pair",
         .phase = Phase::signature,
         .require = make_node(ExprKind::equal, Type::boolean, {std::move(length), make_integer(2, at)}, at),
         .when = where_given(parameter, at),
         .text = {.en = fmt::format("{} is one integer or two", parameter.key),
                  .zh = fmt::format("{} 为一个或两个整数", parameter.key)},
         .cite = parameter.cite,
         .at = at});
  }

  void dtype(const Parameter& parameter) {
    const auto* const entry = bound_.current(parameter.dtypes);
    if (entry == nullptr || entry->value.empty()) return;
    add({.id = parameter.key + ".dtype",
         .phase = Phase::dtype,
         .require = dtype_in(parameter, entry->value, entry->at),
         .when = where_given(parameter, entry->at),
         .text = listed(parameter, {.en = "dtype", .zh = "数据类型"}, entry->value),
         .cite = entry->cite,
         .at = entry->at});
  }

  static ExpressionPtr dtype_in(const Parameter& parameter, const std::vector<DType>& dtypes, const Location& at) {
    std::vector<ExpressionPtr> members;
    for (const DType dtype : dtypes) members.push_back(make_dtype(dtype, at));
    return make_membership(fact(ExprKind::dtype_of, Type::dtype, parameter, at), std::move(members), at);
  }

  void layout(const Parameter& parameter) {
    const auto* const entry = bound_.current(parameter.layouts);
    if (entry == nullptr || entry->value.empty()) return;
    const bool any = std::ranges::all_of(every<Layout>, [&](Layout l) { return contains(entry->value, l); });
    if (!any) add(word_rule(parameter, ExprKind::layout_of, {.en = "layout", .zh = "内存排布"}, *entry));
  }

  void format(const Parameter& parameter) {
    const auto* const entry = bound_.current(parameter.formats);
    if (entry == nullptr || entry->value.empty()) return;
    add(word_rule(parameter, ExprKind::format_of, {.en = "format", .zh = "数据格式"}, *entry));
  }

  template <class T>
  static Rule word_rule(const Parameter& parameter, ExprKind kind, const Text& what,
                        const Dated<std::vector<T>>& entry) {
    std::vector<ExpressionPtr> members;
    for (const T word : entry.value) members.push_back(make_word(name_of(word), entry.at));
    return {.id = fmt::format("{}.{}", parameter.key, what.en),
            .phase = Phase::layout,
            .require = make_membership(fact(kind, Type::word, parameter, entry.at), std::move(members), entry.at),
            .when = where_given(parameter, entry.at),
            .text = listed(parameter, what, entry.value),
            .cite = entry.cite,
            .at = entry.at};
  }

  /// "the dtype of x is int8 or int32".
  template <class T>
  static Text listed(const Parameter& parameter, const Text& what, const std::vector<T>& values) {
    std::vector<std::string> names;
    for (const T value : values) names.emplace_back(name_of(value));
    const std::string subject =
        parameter.kind == ParameterKind::tensor ? fmt::format("the {} of {}", what.en, parameter.key) : parameter.key;
    const std::string zh_subject =
        parameter.kind == ParameterKind::tensor ? fmt::format("{} 的{}", parameter.key, what.zh) : parameter.key;
    return {.en = fmt::format("{} is {}", subject, join(names, " or ")),
            .zh = fmt::format("{}为 {}", zh_subject, join(names, "、"))};
  }

  void shape(const Parameter& parameter) {
    if (parameter.kind != ParameterKind::tensor) return;
    std::vector<ExpressionPtr> ways;
    std::vector<std::string> shapes;
    Citations cite;
    for (const ShapeAlternative& way : parameter.shapes) {
      if (!applies(way.applies)) continue;
      ways.push_back(alternative(parameter, way));
      shapes.push_back(to_text(*way.shape));
      add_to(cite, way.cite);
    }
    if (ways.empty()) return;
    const Location at = ways.front()->at;
    add({.id = parameter.key + ".shape",
         .phase = Phase::shape,
         .require = make_node(ExprKind::logical_or, Type::boolean, std::move(ways), at),
         .when = where_given(parameter, at),
         .text = {.en = fmt::format("the shape of {} is {}", parameter.key, join(shapes, " or ")),
                  .zh = fmt::format("{} 的形状为 {}", parameter.key, join(shapes, " 或 "))},
         .cite = std::move(cite),
         .at = at});
  }

  static ExpressionPtr alternative(const Parameter& parameter, const ShapeAlternative& way) {
    const Location& at = way.at;
    auto is = make_node(ExprKind::equal, Type::boolean,
                        {make_node(ExprKind::shape_of, Type::shape, {argument(parameter, at)}, at), way.shape}, at);
    std::vector<ExpressionPtr> parts;
    if (way.when) parts.push_back(way.when);
    parts.push_back(std::move(is));
    return named_and(way.id, std::move(parts), at);
  }

  /// Returns the conjunction of `parts` with the id of what it stands for.
  static ExpressionPtr named_and(const std::string& id, std::vector<ExpressionPtr> parts, const Location& at) {
    return std::make_shared<const Expression>(Expression{
        .kind = ExprKind::logical_and, .type = Type::boolean, .name = id, .children = std::move(parts), .at = at});
  }

  void rows() {
    std::vector<ExpressionPtr> ways;
    std::vector<std::string> ids;
    Citations cite;
    for (const Row& row : op_.rows) {
      if (!applies(row.applies)) continue;
      ways.push_back(row_admits(row));
      ids.push_back(row.id);
      add_to(cite, row.cite);
    }
    if (ways.empty()) return;
    const Location at = ways.front()->at;
    add({.id = std::string(rows_rule_id),
         .phase = Phase::dtype,
         .require = make_node(ExprKind::logical_or, Type::boolean, std::move(ways), at),
         .when = nullptr,
         .text = {.en = fmt::format("the dtypes together are in one of the rows {}", join(ids, ", ")),
                  .zh = fmt::format("各入参的数据类型组合属于 {} 之一", join(ids, "、"))},
         .cite = std::move(cite),
         .at = at});
  }

  ExpressionPtr row_admits(const Row& row) const {
    std::vector<ExpressionPtr> cells;
    for (const Parameter& parameter : op_.parameters) {  // the order of the signature, not of the map
      const auto it = row.cells.find(parameter.key);
      if (it == row.cells.end() || !applies(parameter.applies)) continue;
      cells.push_back(cell_admits(parameter, it->second, row.at));
    }
    return named_and(row.id, std::move(cells), row.at);
  }

  static ExpressionPtr cell_admits(const Parameter& parameter, const Cell& cell, const Location& at) {
    if (cell.dtypes.empty()) return presence(ExprKind::absent, parameter, at);
    auto listed_dtype = dtype_in(parameter, cell.dtypes, at);
    if (cell.none) {
      return make_node(ExprKind::logical_or, Type::boolean,
                       {presence(ExprKind::absent, parameter, at), std::move(listed_dtype)}, at);
    }
    if (!parameter.optional && parameter.kind == ParameterKind::tensor) return listed_dtype;
    return make_node(ExprKind::logical_and, Type::boolean,
                     {presence(ExprKind::given, parameter, at), std::move(listed_dtype)}, at);
  }

  const BoundSpec& bound_;
  const OpSpec& op_;
  std::vector<Rule> rules_;
};

}  // namespace

std::vector<Rule> derive_rules(const BoundSpec& bound) { return Deriver(bound).run(); }

}  // namespace npu_cts
