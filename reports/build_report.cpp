// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/record/rerun.h"
#include "framework/record/sorted_cases.h"
#include "reports/build_op_report.h"
#include "reports/evidence.h"
#include "reports/report.h"

namespace npu_cts::reports {
namespace {

record::Journal sorted(record::Journal journal) {
  record::sort_by_id(journal.planned);
  record::sort_by_id(journal.results);
  return journal;
}

/// Returns the products with cases: in the order of the spec, then those it does not know.
std::vector<Product> columns_of(const Spec& spec, const record::Journal& journal) {
  std::set<std::string> used;
  for (const record::PlannedCase& planned : journal.planned) used.insert(planned.target.product);
  std::vector<Product> columns;
  for (const Product& product : spec.products) {
    if (used.erase(product.id) > 0) columns.push_back(product);
  }
  for (const std::string& id : used) columns.push_back({.id = id, .name = {id, id}, .aliases = {}, .at = {}});
  return columns;
}

std::map<std::string, std::vector<CaseLine>> cases_by_operator(const record::Journal& journal) {
  std::map<std::string, std::vector<CaseLine>> cases;
  for (const CaseLine& line : case_lines(journal)) cases[line.planned->op].push_back(line);
  return cases;
}

Conclusion worst_of(const Report& report) {
  const auto any = [&](Conclusion conclusion) {
    return std::ranges::any_of(report.operators, [&](const OpReport& op) { return op.conclusion == conclusion; });
  };
  if (any(Conclusion::fails)) return Conclusion::fails;
  if (report.operators.empty() || any(Conclusion::nothing_ran)) return Conclusion::nothing_ran;
  if (any(Conclusion::incomplete)) return Conclusion::incomplete;
  if (any(Conclusion::passes_with_waivers)) return Conclusion::passes_with_waivers;
  if (any(Conclusion::conforms_in_part)) return Conclusion::conforms_in_part;
  return any(Conclusion::conforms_in_its_scope) ? Conclusion::conforms_in_its_scope : Conclusion::conforms;
}

/// Returns `conclusion` as a run may say it that covers `scope`.
Conclusion limited(Conclusion conclusion, const record::CoveredScope& scope) {
  return conclusion == Conclusion::conforms && !record::is_whole(scope) ? Conclusion::conforms_in_its_scope
                                                                        : conclusion;
}

}  // namespace

Report build_report(const Spec& spec, record::Journal journal, const record::CoveredScope& scope) {
  Report report;
  report.scope = scope;
  report.info = journal.info;
  report.finished = journal.finished;
  report.products = columns_of(spec, journal);
  report.journal = sorted(std::move(journal));
  const OpScope op_scope{spec, report.info, report.products, report.finished};
  for (const auto& [name, cases] : cases_by_operator(report.journal)) {
    report.operators.push_back(build_op_report(name, cases, op_scope));
  }
  report.faults = count_faults(report.journal, report.products);
  return sum_up(std::move(report));
}

Report sum_up(Report report) {
  report.product_tallies.resize(report.products.size());
  for (OpReport& op : report.operators) {
    op.conclusion = limited(op.conclusion, report.scope);
    report.tally += op.tally;
    report.claim.documented += op.claim.documented;
    report.claim.claimed += op.claim.claimed;
    for (std::size_t i = 0; i < op.product_tallies.size(); ++i) report.product_tallies[i] += op.product_tallies[i];
  }
  report.conclusion = worst_of(report);
  return report;
}

Report build_report(const Spec& spec, expect::Expected expected, const record::CoveredScope& scope) {
  Report report = build_report(spec, std::move(expected.journal), scope);
  if (!expected.known.problems.empty()) report.conclusion = Conclusion::fails;
  report.known = std::move(expected.known);
  return report;
}

std::string reproducer_of(const RunInfo& info, const record::PlannedCase& planned) {
  return record::rerun_command(info, planned.id, planned.target);
}

}  // namespace npu_cts::reports
