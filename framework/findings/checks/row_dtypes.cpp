// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <set>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"
#include "framework/findings/checks/documents.h"

namespace npu_cts::findings {
namespace {

/// Returns the dtypes that some row of `target` has in the column of `key`; nothing where no row has the column.
std::optional<std::set<DType>> projection(const Spec& spec, const OpSpec& op, const std::string& key,
                                          const Target& target) {
  std::optional<std::set<DType>> dtypes;
  for (const Row& row : op.rows) {
    if (!holds(row.applies, spec, target)) continue;
    const auto cell = row.cells.find(key);
    if (cell == row.cells.end()) continue;
    if (!dtypes) dtypes.emplace();
    dtypes->insert(cell->second.dtypes.begin(), cell->second.dtypes.end());
  }
  return dtypes;
}

// NOLINTNEXTLINE(readability-function-size): one cell of a table: where, what, and where it is said
void compare(const Spec& spec, const OpSpec& op, const Parameter& parameter, const Target& target,
             std::set<std::string>& said, Findings& found) {
  const auto* listed = find_current(parameter.dtypes, spec, target);
  const auto joint = projection(spec, op, parameter.key, target);
  if (listed == nullptr || !joint) return;
  const std::set<DType> alone(listed->begin(), listed->end());
  const auto report = [&](DType dtype, std::string_view which) {
    const std::string subject = fmt::format("{}.{}", parameter.key, name_of(dtype));
    if (!said.insert(subject).second) return;
    found.push_back(finding(op, subject, parameter.at,
                            fmt::format("'{}' of '{}' is {} ({}, {}, release {})", name_of(dtype), parameter.key, which,
                                        target.product, target.mode, target.release)));
  };
  for (const DType dtype : alone) {
    if (!joint->contains(dtype)) report(dtype, "listed and in no row");
  }
  for (const DType dtype : *joint) {
    if (!alone.contains(dtype)) report(dtype, "in a row and not listed");
  }
}

}  // namespace

Findings find_dtypes_not_in_rows(const Spec& spec, const OpSpec& op) {
  Findings found;
  std::set<std::string> said;
  for (const Target& target : supported_targets(spec, op)) {
    for (const Parameter& parameter : op.parameters) {
      if (holds(parameter.applies, spec, target)) compare(spec, op, parameter, target, said, found);
    }
  }
  return found;
}

Findings find_subsumed_rows(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Row& row : op.rows) {
    for (const Row& other : op.rows) {
      const bool twins = covers(row, other) && within(other.applies, row.applies);
      if (&row == &other || !covers(other, row) || !within(row.applies, other.applies)) continue;
      if (twins && &row < &other) continue;
      found.push_back(finding(op, row.id, row.at, fmt::format("row '{}' is part of row '{}'", row.id, other.id)));
      break;
    }
  }
  return found;
}

}  // namespace npu_cts::findings
