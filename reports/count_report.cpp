// SPDX-License-Identifier: Apache-2.0
#include "reports/count_report.h"

#include <utility>

#include "reports/build_op_report.h"
#include "reports/evidence.h"

namespace npu_cts::reports {

ReportCounter::ReportCounter(const Spec& spec, const std::optional<expect::Expectations>& list, std::string_view day)
    : spec_(spec) {
  if (list) known_.emplace(*list, day);
}

void ReportCounter::take(const record::PlannedCase& planned, const CaseResult* result) {
  if (!known_ || result == nullptr) {
    if (known_) known_->take(planned, nullptr);
    count(planned, result);
    return;
  }
  CaseResult judged = *result;
  known_->take(planned, &judged);
  count(planned, &judged);
}

void ReportCounter::count(const record::PlannedCase& planned, const CaseResult* result) {
  const CaseLine line{.planned = &planned, .result = result};
  Counts& counts = operators_[planned.op];
  add(counts.tally, line);
  add(counts.claim, line);
  if (result != nullptr && !result->agrees.empty()) counts.agreements[planned.target.product].add(*result);
}

OpReport ReportCounter::report_of(const std::string& name, const Counts& counts) const {
  OpReport report;
  report.name = name;
  report.tally = counts.tally;
  report.claim = counts.claim;
  const OpSpec* const op = find_operator(spec_, name);
  if (op == nullptr || op->implementation_defined.empty()) return report;
  for (const auto& [product, agreements] : counts.agreements)
    report.variants.push_back({.product = product, .variants = identify_variants(*op, agreements)});
  return report;
}

Report ReportCounter::close(const record::Journal& head, const record::CoveredScope& scope) {
  Report report;
  report.info = head.info;
  report.scope = scope;
  report.finished = head.finished;
  report.journal = head_of(head);
  for (const auto& [name, counts] : operators_) {
    OpReport& op = report.operators.emplace_back(report_of(name, counts));
    op.conclusion = conclusion_of(op, head.finished);
  }
  report = sum_up(std::move(report));
  if (known_) report.known = known_->close(head);
  if (report.known && !report.known->problems.empty()) report.conclusion = Conclusion::fails;
  return report;
}

}  // namespace npu_cts::reports
