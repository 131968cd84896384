// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expression/print_expression.h"
#include "framework/findings/checks/documents.h"

namespace npu_cts::findings {
namespace {

std::string text_of(const Value& value) {
  return std::visit(Visitor{PlainText{}, [](const Tensor&) { return std::string("none"); }}, value);
}

void add_parameter(const Parameter& one, std::vector<Promise>& promises) {
  const auto add = [&](PromiseCategory category, const std::string& subject, const std::string& content,
                       const auto& fact) {
    promises.push_back({.category = category,
                        .subject = subject,
                        .content = content,
                        .applies = &fact.applies,
                        .cite = &fact.cite,
                        .at = &fact.at});
  };
  add(PromiseCategory::parameter, one.key, one.key, one);
  for (const auto& dated : one.defaults)
    add(PromiseCategory::default_value, one.key + ".defaults", text_of(dated.value.value), dated);
  for (const auto& dated : one.dtypes) {
    for (const DType dtype : dated.value) {
      const std::string subject = fmt::format("{}.{}", one.key, name_of(dtype));
      add(PromiseCategory::dtype, subject, subject, dated);
    }
  }
  for (const ShapeAlternative& shape : one.shapes)
    add(PromiseCategory::shape, fmt::format("{}.shapes.{}", one.key, shape.id),
        fmt::format("{} {}", one.key, to_text(*shape.shape)), shape);
}

void add_output(const Output& one, std::vector<Promise>& promises) {
  const auto add = [&](const std::string& subject, const auto& entries) {
    for (const auto& entry : entries) {
      if (entry.cite.empty()) continue;
      promises.push_back({.category = PromiseCategory::result,
                          .subject = subject,
                          .content = subject + to_text(*entry.value),
                          .applies = &entry.applies,
                          .cite = &entry.cite,
                          .at = &entry.at});
    }
  };
  add(one.name + ".dtype", one.dtype);
  add(one.name + ".shape", one.shape);
}

}  // namespace

bool Promise::keeps(const Promise& other) const {
  return row != nullptr && other.row != nullptr ? covers(*row, *other.row) : content == other.content;
}

std::vector<Promise> promises_of(const OpSpec& op) {
  std::vector<Promise> promises;
  for (const Parameter& one : op.parameters) add_parameter(one, promises);
  for (const Row& one : op.rows) {
    promises.push_back({.category = PromiseCategory::row,
                        .subject = one.id,
                        .content = "",
                        .row = &one,
                        .applies = &one.applies,
                        .cite = &one.cite,
                        .at = &one.at});
  }
  for (const Rule& one : op.rules) {
    if (one.on_violation != Verdict::reject || one.cite.empty()) continue;
    promises.push_back(
        {.category = PromiseCategory::rule,
         .subject = one.id,
         .content = fmt::format("{} when {}", to_text(*one.require), one.when ? to_text(*one.when) : "always"),
         .applies = &one.applies,
         .cite = &one.cite,
         .at = &one.at});
  }
  for (const Output& one : op.outputs) add_output(one, promises);
  return promises;
}

bool covers(const Row& wide, const Row& narrow) {
  return wide.cells.size() == narrow.cells.size() && std::ranges::all_of(wide.cells, [&](const auto& column) {
           const auto it = narrow.cells.find(column.first);
           if (it == narrow.cells.end() || (it->second.none && !column.second.none)) return false;
           return std::ranges::all_of(it->second.dtypes,
                                      [&](DType dtype) { return contains(column.second.dtypes, dtype); });
         });
}

}  // namespace npu_cts::findings
