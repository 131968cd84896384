// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix_history.h"

#include <string>
#include <utility>
#include <vector>

#include "framework/base/text.h"
#include "framework/expression/print_expression.h"
#include "reports/applies_text.h"
#include "reports/diff_pieces.h"

namespace npu_cts::reports {

using namespace document;

namespace {

template <class Enum>
Line names_line(const std::vector<Enum>& values) {
  std::vector<std::string> names;
  for (const Enum value : values) names.emplace_back(name_of(value));
  return {code(join(names, ", "))};
}

Line expression_line(const ExpressionPtr& expression) {
  return {code(expression ? to_text(*expression) : std::string())};
}

/// The table of what no longer holds.
class History {
 public:
  explicit History(const MatrixScope& scope) : scope_(scope) {
    table_.columns = {
        {scope.say("About", "对象")}, {scope.say("What held", "内容")}, {scope.say("Held for", "适用范围")}};
  }

  [[nodiscard]] Table table() && { return std::move(table_); }

  void add(const std::string& about, const std::string& what, const Applies& applies, Line said) {
    if (scope_.is_current(applies)) return;
    Line subject{code(about)};
    if (!what.empty()) subject.push_back(plain(" " + what));
    table_.rows.push_back(
        {.cells = {{.lines = {std::move(subject)}}, {.lines = {std::move(said)}}, cell(scope_.note(applies))}});
  }

  void add(const Parameter& parameter) {
    add(parameter.key, scope_.say("parameter", "参数"), parameter.applies,
        {plain(pick(parameter.text, scope_.language()))});
    for (const auto& entry : parameter.names)
      add(parameter.key, scope_.say("name", "名称"), entry.applies, {code(entry.value)});
    for (const auto& entry : parameter.defaults)
      add(parameter.key, scope_.say("default", "默认值"), entry.applies, {code(to_text(entry.value.value))});
    for (const auto& entry : parameter.dtypes)
      add(parameter.key, scope_.say("dtypes", "数据类型"), entry.applies, names_line(entry.value));
    for (const auto& entry : parameter.formats)
      add(parameter.key, scope_.say("formats", "数据格式"), entry.applies, names_line(entry.value));
    for (const auto& entry : parameter.layouts)
      add(parameter.key, scope_.say("layouts", "内存布局"), entry.applies, names_line(entry.value));
    for (const ShapeAlternative& one : parameter.shapes)
      add(parameter.key, "shape", one.applies, expression_line(one.shape));
  }

  void add(const Row& row) {
    std::vector<std::string> cells;
    for (const auto& [key, listed] : row.cells) cells.push_back(key + ": " + to_text(listed));
    add(row.id, scope_.say("row of dtypes", "数据类型组合"), row.applies, {code(join(cells, "; "))});
  }

  void add(const Rule& rule) {
    add(rule.id, scope_.say("rule", "约束"), rule.applies, {plain(pick(rule.text, scope_.language()))});
  }

  void add(const Output& output) {
    for (const auto& entry : output.dtype)
      add(output.name, scope_.say("dtype", "数据类型"), entry.applies, expression_line(entry.value));
    for (const auto& entry : output.shape) add(output.name, "shape", entry.applies, expression_line(entry.value));
  }

 private:
  const MatrixScope& scope_;
  Table table_;
};

}  // namespace

Blocks history_blocks(const MatrixScope& scope) {
  History history(scope);
  for (const Parameter& parameter : scope.op().parameters) history.add(parameter);
  for (const Row& row : scope.op().rows) history.add(row);
  for (const Rule& rule : scope.op().rules) history.add(rule);
  for (const Output& output : scope.op().outputs) history.add(output);
  Table table = std::move(history).table();
  if (table.rows.empty()) return {};
  return {{std::move(table)}};
}

}  // namespace npu_cts::reports
