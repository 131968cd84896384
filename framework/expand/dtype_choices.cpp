#include "framework/expand/dtype_choices.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/derive_rules.h"
#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

using Options = DTypeOptions;
using Columns = DTypeColumns;

void add(Options& options, std::optional<DType> option) {
  if (std::ranges::find(options, option) == options.end()) options.push_back(option);
}

/// Returns what `parameter` may be for `target` by its own list, with none where it may be left out.
Options listed(const Spec& spec, const Parameter& parameter, const Target& target) {
  Options options;
  if (!holds(parameter.applies, spec, target)) return options;
  const auto entry =
      std::ranges::find_if(parameter.dtypes, [&](const auto& dated) { return holds(dated.applies, spec, target); });
  if (entry != parameter.dtypes.end()) {
    for (const DType dtype : entry->is) add(options, dtype);
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
  const auto descend = [&](const auto& self, std::size_t column) -> void {
    if (column == columns.size()) {
      visit(choice);
      return;
    }
    for (const auto& option : columns[column].second) {
      choice[columns[column].first] = option;
      self(self, column + 1);
    }
  };
  descend(descend, 0);
}

/// Returns the call that says the dtypes of `choice` and nothing else: what rules on dtypes can be asked about.
Call dtypes_alone(const OpSpec& op, const Target& target, const DTypeChoice& choice) {
  Call call{.op = op.name, .target = target, .arguments = {}};
  for (const auto& [key, dtype] : choice) {
    if (!dtype) continue;
    const Parameter* parameter = find_parameter(op, key);
    const bool is_tensor = parameter != nullptr && parameter->kind == ParameterKind::tensor;
    call.arguments.emplace(
        key, is_tensor ? Value(Tensor{.type = {.dtype = *dtype, .shape = {}}, .values = {}}) : Value(*dtype));
  }
  return call;
}

bool is_refused(const Rule& rule, const Facts& facts) {
  if (rule.derived || rule.phase != Phase::dtype) return false;
  if (rule.when && evaluate(*rule.when, facts) != Computed(true)) return false;
  return evaluate(*rule.must, facts) == Computed(false);
}

/// Takes out the combinations that a rule on dtypes refuses although a row has them.
void drop_refused(const Spec& spec, const OpSpec& op, const Target& target, std::map<DTypeChoice, std::string>& legal) {
  const std::vector<Rule> rules = derive_rules(spec, op, target);
  std::erase_if(legal, [&](const auto& entry) {
    const Call call = dtypes_alone(op, target, entry.first);
    const Facts facts(spec, op, call);
    return std::ranges::any_of(rules, [&](const Rule& rule) { return is_refused(rule, facts); });
  });
}

Options options_of(const Cell& cell) {
  Options options(cell.dtypes.begin(), cell.dtypes.end());
  if (cell.none) options.emplace_back(std::nullopt);
  return options;
}

}  // namespace

std::string to_text(const DTypeChoice& choice) {
  std::vector<std::string> parts;
  for (const auto& [key, dtype] : choice) parts.push_back(fmt::format("{}={}", key, dtype ? name_of(*dtype) : "none"));
  return join(parts, ",");
}

std::vector<const Parameter*> dtype_columns(const Spec& spec, const OpSpec& op, const Target& target) {
  std::vector<const Parameter*> columns;
  for (const Parameter& parameter : op.parameters) {
    const bool has_dtype = parameter.kind == ParameterKind::tensor || parameter.kind == ParameterKind::dtype;
    if (has_dtype && !parameter.reserved && holds(parameter.applies, spec, target)) columns.push_back(&parameter);
  }
  std::ranges::sort(columns, {}, &Parameter::key);
  return columns;
}

std::map<DTypeChoice, std::string> legal_dtypes(const Spec& spec, const OpSpec& op, const Target& target) {
  Columns lists;
  for (const Parameter* column : dtype_columns(spec, op, target)) {
    lists.emplace_back(column->key, listed(spec, *column, target));
  }
  std::map<DTypeChoice, std::string> legal;
  if (op.rows.empty()) for_each_choice(lists, [&](const DTypeChoice& choice) { legal.emplace(choice, ""); });
  for (const Row& row : op.rows) {
    if (!holds(row.applies, spec, target)) continue;
    Columns columns;
    for (const auto& [key, options] : lists) {
      const auto cell = row.cells.find(key);
      columns.emplace_back(key, cell == row.cells.end() ? options : options_of(cell->second));
    }
    for_each_choice(columns, [&](const DTypeChoice& choice) { legal.emplace(choice, row.id); });
  }
  drop_refused(spec, op, target, legal);
  return legal;
}

DTypeColumns dtype_universe(const Spec& spec, const OpSpec& op, const Target& target) {
  Columns columns;
  for (const Parameter* column : dtype_columns(spec, op, target)) {
    columns.emplace_back(column->key, listed_for_any_product(spec, *column, target));
  }
  return columns;
}

std::vector<DTypeChoice> illegal_dtypes(const Spec& spec, const OpSpec& op, const Target& target) {
  const Columns columns = dtype_universe(spec, op, target);
  const auto legal = legal_dtypes(spec, op, target);
  std::vector<DTypeChoice> illegal;
  for_each_choice(columns, [&](const DTypeChoice& choice) {
    if (!legal.contains(choice)) illegal.push_back(choice);
  });
  return illegal;
}

}  // namespace npu_cts
