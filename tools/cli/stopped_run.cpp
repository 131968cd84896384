// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/stopped_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/record/merge_parts.h"
#include "framework/record/sorted_cases.h"
#include "framework/run/shards/progress.h"
#include "reports/diagnose.h"
#include "tools/cli/failure_groups.h"

namespace npu_cts {
namespace {

/// Returns what the parts of `run` say of it, from one that has ended a case.
RunInfo info_of_parts(const StoppedRun& run) {
  for (const std::string& part : run.parts) {
    const auto opened = record::MergedParts::open({part}, record::RunOrder::shuffled);
    if (opened) return opened->head().info;
  }
  return {};
}

/// Returns a report that holds no more than the failures, and what their values have in common.
reports::Report report_of(const StoppedRun& run, std::vector<CaseResult> failed) {
  record::sort_by_id(failed);
  reports::Report report;
  report.info = info_of_parts(run);
  report.journal.environments.push_back(run.environment);
  for (const run::ChosenCase& chosen : run.cases) {
    const auto it = std::ranges::lower_bound(failed, run::id_of(chosen), {}, &CaseResult::id);
    if (it == failed.end() || it->id != run::id_of(chosen)) continue;
    reports::ListedCase listed{.planned = run::planned_of(chosen), .result = std::move(*it), .reproducer = ""};
    if (report.operators.empty() || report.operators.back().name != listed.planned.op)
      report.operators.emplace_back().name = listed.planned.op;
    report.operators.back().failing.push_back(std::move(listed));
  }
  for (reports::OpReport& op : report.operators) {
    reports::Diagnosis diagnosis;
    for (const reports::ListedCase& one : op.failing) diagnosis.add(one.planned, one.result);
    op.suspicions = diagnosis.suspicions();
  }
  return report;
}

}  // namespace

std::string stopped_text(const StoppedRun& run) {
  std::vector<CaseResult> failed;
  run::ProgressReader reader(run.parts, run.cases.size(), {},
                             [&failed](const CaseResult& result) { failed.push_back(result); });
  const run::Progress& progress = reader.read();
  const std::string text =
      fmt::format("interrupted: {} of {} cases ended, {} failed\n", progress.ended, run.cases.size(), progress.failed);
  if (failed.empty()) return text;
  return text + failure_groups(report_of(run, std::move(failed)), "", run.summary.detail, run.summary.colour);
}

}  // namespace npu_cts
