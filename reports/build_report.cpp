// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "reports/build_op_report.h"
#include "reports/evidence.h"
#include "reports/report.h"

namespace npu_cts::reports {
namespace {

/// Returns the products `used`: in the order of the spec, then those it does not know.
std::vector<Product> columns_of(const Spec& spec, std::set<std::string> used) {
  std::vector<Product> columns;
  for (const Product& product : spec.products) {
    if (used.erase(product.id) > 0) columns.push_back(product);
  }
  for (const std::string& id : used) columns.push_back({.id = id, .name = {id, id}});
  return columns;
}

/// Returns the run of `journal`.
RunToReport in_memory(record::Journal journal) {
  RunToReport run;
  run.head = head_of(journal);
  for (const record::PlannedCase& planned : journal.planned) run.products.insert(planned.target.product);
  run.cases = cases_in_memory(std::move(journal));
  return run;
}

Conclusion worst_of(const Report& report) {
  const auto any = [&](Conclusion conclusion) { return contains(report.operators, conclusion, &OpReport::conclusion); };
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

Report build_report(const Spec& spec, RunToReport run, const record::CoveredScope& scope) {
  Report report;
  report.scope = scope;
  report.info = run.head.info;
  report.finished = run.head.finished;
  report.products = columns_of(spec, std::move(run.products));
  report.journal = std::move(run.head);
  report.cases = std::move(run.cases);
  const OpScope op_scope{spec, report.info, report.products, report.finished};
  std::map<std::string, OpReportBuilder> operators;
  FaultCounter faults(report.products);
  report.cases([&](const record::PlannedCase& planned, const CaseResult* result) {
    operators.try_emplace(planned.op, planned.op, op_scope).first->second.add({.planned = &planned, .result = result});
    if (result != nullptr) faults.add(planned, *result);
  });
  for (auto& [name, cases] : operators) report.operators.push_back(cases.close());
  report.faults = faults.counts();
  report = sum_up(std::move(report));
  if (run.known && !run.known->problems.empty()) report.conclusion = Conclusion::fails;
  report.known = std::move(run.known);
  return report;
}

Report build_report(const Spec& spec, record::Journal journal, const record::CoveredScope& scope) {
  return build_report(spec, in_memory(std::move(journal)), scope);
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
  RunToReport run = in_memory(std::move(expected.journal));
  run.known = std::move(expected.known);
  return build_report(spec, std::move(run), scope);
}

}  // namespace npu_cts::reports
