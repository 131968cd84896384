// SPDX-License-Identifier: Apache-2.0
#include "framework/search/dtype_choices.h"

#include <algorithm>
#include <utility>

#include "framework/base/find.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::search {
namespace {

/// What one column may be; nothing where the argument may be absent.
using Options = std::vector<std::optional<DType>>;

struct Column {
  std::size_t slot = 0;
  Options options;
};
using Columns = std::vector<Column>;

void add(Options& options, std::optional<DType> option) {
  if (!contains(options, option)) options.push_back(option);
}

/// Returns what `parameter` may be for `target` by its own list, with none where it may be left out.
Options listed(const Spec& spec, const Parameter& parameter, const Target& target) {
  Options options;
  if (!holds(parameter.applies, spec, target)) return options;
  const auto entry =
      std::ranges::find_if(parameter.dtypes, [&](const auto& dated) { return holds(dated.applies, spec, target); });
  if (entry != parameter.dtypes.end()) {
    for (const DType dtype : entry->value) add(options, dtype);
  }
  if (parameter.optional || parameter.kind == ParameterKind::dtype) add(options, std::nullopt);
  return options;
}

Options listed_for_any_product(const Spec& spec, const Parameter& parameter, Target target) {
  Options options;
  for (const Product& product : spec.products) {
    target.product = product.id;
    for (const auto& option : listed(spec, parameter, target)) add(options, option);
  }
  return options;
}

/// Calls `visit` with every combination of one option a column.
template <class Visit>
void for_each_choice(const Columns& columns, const Visit& visit) {
  DTypeChoice choice;
  for (const Column& column : columns) choice.push_back({.slot = column.slot, .dtype = {}});
  const auto descend = [&](const auto& self, std::size_t column) -> void {
    if (column == columns.size()) {
      visit(choice);
      return;
    }
    for (const auto& option : columns[column].options) {
      choice[column].dtype = option;
      self(self, column + 1);
    }
  };
  descend(descend, 0);
}

/// Returns the call that says the dtypes of `choice` and nothing else: what rules on dtypes can be asked about.
SlotArguments dtypes_alone(const BoundSpec& bound, const DTypeChoice& choice) {
  SlotArguments arguments(bound.parameters().size());
  for (const auto& [slot, dtype] : choice) {
    if (!dtype) continue;
    const bool is_tensor = bound.parameters()[slot].written->kind == ParameterKind::tensor;
    arguments[slot] = is_tensor ? Value(Tensor{.type = {.dtype = *dtype}}) : Value(*dtype);
  }
  return arguments;
}

bool is_refused(const BoundRule& rule, const SlotCall& call) {
  return !rule.derived && rule.phase == Phase::dtype && breaks(call, rule);
}

/// Takes out the combinations that a rule on dtypes refuses although a row has them.
void drop_refused(const BoundSpec& bound, std::map<DTypeChoice, std::string>& legal) {
  std::erase_if(legal, [&](const auto& entry) {
    const SlotArguments arguments = dtypes_alone(bound, entry.first);
    const SlotCall call(bound, arguments);
    return std::ranges::any_of(bound.rules(), [&](const BoundRule& rule) { return is_refused(rule, call); });
  });
}

Options options_of(const Cell& cell) {
  Options options(cell.dtypes.begin(), cell.dtypes.end());
  if (cell.none) options.emplace_back(std::nullopt);
  return options;
}

/// Returns what each column may be for the target of `bound` by the lists of the parameters.
Columns listed_columns(const BoundSpec& bound) {
  Columns columns;
  for (const std::size_t slot : dtype_columns(bound))
    columns.push_back(
        {.slot = slot, .options = listed(bound.spec(), *bound.parameters()[slot].written, bound.target())});
  return columns;
}

/// Returns `columns` as the cells of `row` have them.
Columns columns_of(const BoundSpec& bound, const Row& row, Columns columns) {
  for (Column& column : columns) {
    const auto cell = row.cells.find(bound.parameters()[column.slot].written->key);
    if (cell != row.cells.end()) column.options = options_of(cell->second);
  }
  return columns;
}

}  // namespace

std::string to_text(const BoundSpec& bound, const DTypeChoice& choice) {
  std::string text;
  for (const auto& [slot, dtype] : choice) {
    if (!text.empty()) text += ',';
    text += bound.parameters()[slot].written->key;
    text += '=';
    text += dtype ? name_of(*dtype) : "none";
  }
  return text;
}

std::vector<std::size_t> dtype_columns(const BoundSpec& bound) {
  std::vector<std::size_t> columns;
  for (const std::size_t slot : bound.names().by_key()) {
    const BoundParameter& parameter = bound.parameters()[slot];
    const ParameterKind kind = parameter.written->kind;
    const bool has_dtype = kind == ParameterKind::tensor || kind == ParameterKind::dtype;
    if (has_dtype && !parameter.written->reserved && parameter.applies) columns.push_back(slot);
  }
  return columns;
}

std::map<DTypeChoice, std::string> legal_dtypes(const BoundSpec& bound) {
  const Columns lists = listed_columns(bound);
  std::map<DTypeChoice, std::string> legal;
  if (bound.op().rows.empty()) for_each_choice(lists, [&](const DTypeChoice& choice) { legal.emplace(choice, ""); });
  for (const Row& row : bound.op().rows) {
    if (!bound.holds(row.applies)) continue;
    for_each_choice(columns_of(bound, row, lists), [&](const auto& choice) { legal.emplace(choice, row.id); });
  }
  drop_refused(bound, legal);
  return legal;
}

std::optional<DTypeChoice> first_dtypes(const BoundSpec& bound, const Row& row) {
  DTypeChoice first;
  for (const auto& [slot, options] : columns_of(bound, row, listed_columns(bound))) {
    if (options.empty()) return std::nullopt;
    first.push_back({.slot = slot, .dtype = options.front()});
  }
  return first;
}

std::vector<DTypeChoice> illegal_dtypes(const BoundSpec& bound, const std::map<DTypeChoice, std::string>& legal) {
  Columns columns;  // what the page lists for any product
  for (const std::size_t slot : dtype_columns(bound)) {
    const Parameter& parameter = *bound.parameters()[slot].written;
    columns.push_back({.slot = slot, .options = listed_for_any_product(bound.spec(), parameter, bound.target())});
  }
  std::vector<DTypeChoice> illegal;
  for_each_choice(columns, [&](const DTypeChoice& choice) {
    if (!legal.contains(choice)) illegal.push_back(choice);
  });
  return illegal;
}

}  // namespace npu_cts::search
