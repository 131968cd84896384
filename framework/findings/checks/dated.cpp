// SPDX-License-Identifier: Apache-2.0
// The checks of 'since', 'until', 'products' and 'modes'.

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"

namespace npu_cts::findings {
namespace {

/// One entry of a dated list.
struct Entry {
  const Applies* applies;
  const Location* at;
};

using VisitList = std::function<void(const std::string& subject, const std::vector<Entry>& entries)>;

template <class T>
std::vector<Entry> entries_of(const std::vector<Dated<T>>& list) {
  std::vector<Entry> entries;
  for (const auto& one : list) entries.push_back({&one.applies, &one.at});
  return entries;
}

/// Shows `visit` every dated list of `op` with the name of what it dates.
void for_each_list(const OpSpec& op, const VisitList& visit) {
  visit("signatures", entries_of(op.signatures));
  for (const Parameter& one : op.parameters) {
    visit(one.key + ".names", entries_of(one.names));
    visit(one.key + ".defaults", entries_of(one.defaults));
    visit(one.key + ".dtypes", entries_of(one.dtypes));
    visit(one.key + ".formats", entries_of(one.formats));
    visit(one.key + ".layouts", entries_of(one.layouts));
  }
  for (const Output& one : op.outputs) {
    visit(one.name + ".dtype", entries_of(one.dtype));
    visit(one.name + ".shape", entries_of(one.shape));
  }
}

/// Returns a documented release between the entries at which none of them holds.
std::optional<std::size_t> gap_in(const OpSpec& op, const std::vector<Entry>& entries) {
  std::optional<std::size_t> gap;
  bool begun = false;
  for (const auto& [release, pages] : op.pages) {
    const std::size_t at = release;
    const bool held = std::ranges::any_of(entries, [&](const Entry& one) { return in_release(*one.applies, at); });
    if (held && gap) return gap;
    if (held) begun = true;
    if (!held && begun && !gap) gap = release;
  }
  return std::nullopt;
}

/// Returns whether a call at `target` may have `parameter`: no rows bind it, or a row has a dtype for it.
bool may_have(const Spec& spec, const OpSpec& op, const Parameter& parameter, const Target& target) {
  bool is_bound = false;
  for (const Row& row : op.rows) {
    const auto cell = row.cells.find(parameter.key);
    if (cell == row.cells.end() || !holds(row.applies, spec, target)) continue;
    if (!cell->second.dtypes.empty()) return true;
    is_bound = true;
  }
  return !is_bound;
}

/// Returns what is wrong with the list `name` of a parameter: an entry where no call may have the parameter, or none
/// where one may.
std::optional<Finding> check_list(const Spec& spec, const OpSpec& op, const Parameter& parameter, std::string_view name,
                                  const std::vector<Entry>& entries) {
  const auto has_entry = [&](const Target& target) {
    return std::ranges::any_of(entries, [&](const Entry& one) { return holds(*one.applies, spec, target); });
  };
  const auto is_wrong = [&](const Target& target) {
    return holds(parameter.applies, spec, target) && has_entry(target) != may_have(spec, op, parameter, target);
  };
  const auto targets = supported_targets(spec, op);
  const auto wrong = std::ranges::find_if(targets, is_wrong);
  if (entries.empty() || wrong == targets.end()) return std::nullopt;
  const std::string subject = fmt::format("{}.{}", parameter.key, name);
  const bool has_one = has_entry(*wrong);
  return finding(op, subject, *entries.front().at,
                 fmt::format("{} of '{}' holds where {} has it ({})", has_one ? "an entry" : "no entry", subject,
                             has_one ? "no row" : "a call", where(*wrong)));
}

/// Returns what is wrong with the lists of a parameter.
Findings check_lists(const Spec& spec, const OpSpec& op, const Parameter& parameter) {
  Findings found;
  for (const auto& [name, entries] : {std::pair{"dtypes", entries_of(parameter.dtypes)},
                                      {"formats", entries_of(parameter.formats)},
                                      {"layouts", entries_of(parameter.layouts)}}) {
    if (auto one = check_list(spec, op, parameter, name, entries)) found.push_back(*std::move(one));
  }
  return found;
}

}  // namespace

Findings find_shadowed_entries(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  const auto check = [&](const std::string& subject, const std::vector<Entry>& entries) {
    for (std::size_t later = 1; later < entries.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        const Applies& applies = *entries[later].applies;
        if (!meet(applies, *entries[earlier].applies)) continue;
        const bool never = within(applies, *entries[earlier].applies);
        found.push_back(finding(op, subject, *entries[later].at,
                                fmt::format("entry {} of '{}' {}", later + 1, subject,
                                            never ? "never counts" : "holds where another counts")));
        found.back().notes.push_back(
            {.at = *entries[earlier].at, .text = never ? "this one holds wherever it does" : "this one"});
        break;
      }
    }
  };
  for_each_list(op, check);
  std::vector<Entry> cells;
  std::map<SupportState, std::vector<Entry>> alike;
  for (const SupportCell& cell : op.support) {
    alike[cell.state].push_back({&cell.applies, &cell.at});
    const bool is_of_the_rest = cell.applies == Applies{} && &cell == &op.support.back();
    if (!is_of_the_rest) cells.push_back({&cell.applies, &cell.at});
  }
  check("support", cells);
  if (cells.size() < op.support.size()) check("support", alike[op.support.back().state]);
  return found;
}

Findings find_dated_gaps(const Spec& spec, const OpSpec& op) {
  Findings found;
  for_each_list(op, [&](const std::string& subject, const std::vector<Entry>& entries) {
    if (const auto gap = gap_in(op, entries))
      found.push_back(finding(op, subject, *entries.back().at,
                              fmt::format("no entry of '{}' holds for release {}", subject, spec.releases[*gap])));
  });
  for (const Parameter& one : op.parameters)
    for (Finding& wrong : check_lists(spec, op, one)) found.push_back(std::move(wrong));
  return found;
}

Findings find_never_applying(const Spec& spec, const OpSpec& op) {
  Findings found;
  const auto targets = supported_targets(spec, op);
  if (targets.empty()) return found;
  const auto ask = [&](const std::string& what, const std::string& subject, const Applies& applies,
                       const Location& at) {
    if (std::ranges::none_of(targets, [&](const Target& target) { return holds(applies, spec, target); }))
      found.push_back(finding(op, subject, at, fmt::format("{} '{}' holds on no supported target", what, subject)));
  };
  for (const Parameter& one : op.parameters) ask("parameter", one.key, one.applies, one.at);
  for (const Row& one : op.rows) ask("row", one.id, one.applies, one.at);
  for (const Rule& one : op.rules) ask("rule", one.id, one.applies, one.at);
  for (const ResultFormula& one : op.formulas) ask("formula", one.id, one.applies, one.at);
  for (const ImplementationDefined& one : op.implementation_defined)
    ask("implementation-defined behaviour", one.id, one.applies, one.at);
  for (const Contested& one : op.contested) ask("contested fact", one.id, one.applies, one.at);
  for (const DataSet& one : op.hints.data) ask("data set", one.id, one.applies, one.at);
  for (const SizeGroup& one : op.hints.sizes) {
    if (one.is_named()) ask("group of sizes", one.start.id, one.start.applies, one.start.at);
  }
  return found;
}

}  // namespace npu_cts::findings
