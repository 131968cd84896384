// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/spec.h"
#include "framework/record/rerun.h"
#include "reports/document/escape.h"
#include "reports/phrases.h"
#include "reports/render.h"

namespace npu_cts::reports {
namespace {

std::string line_of(const record::PlannedCase& planned, const CaseResult* result, const RunInfo& info) {
  const Mismatch none;
  const Mismatch& mismatch = result != nullptr && result->mismatch ? *result->mismatch : none;
  const Attribution* const attribution = result != nullptr && result->attribution ? &*result->attribution : nullptr;
  const std::string index = mismatch.output.empty() ? "" : npu_cts::to_text(mismatch.index);
  const std::string covers = join(planned.covers, " ");
  const std::string file = spec_path(planned.at.file);
  const std::string line = std::to_string(planned.at.line);
  const std::string command = record::rerun_command(info, planned, result);
  const std::string code = attribution != nullptr && attribution->code ? std::to_string(*attribution->code) : "";
  const std::array<std::string_view, 22> fields{
      planned.id,
      planned.op,
      planned.target.product,
      planned.target.release,
      planned.target.mode,
      name_of(planned.family),
      name_of(planned.expected),
      result == nullptr ? "not_run" : name_of(result->status),
      result == nullptr ? std::string_view() : result->reason,
      mismatch.output,
      index,
      mismatch.got,
      mismatch.want,
      covers,
      file,
      line,
      command,
      attribution == nullptr ? std::string_view() : name_of(attribution->fault),
      attribution == nullptr ? std::string_view() : attribution->tensor,
      attribution == nullptr || !attribution->side ? std::string_view() : name_of(*attribution->side),
      attribution == nullptr ? std::string_view() : attribution->signal,
      code};
  return document::csv_line(fields);
}

}  // namespace

void write_csv(const Report& report, const TakeText& take) {
  constexpr std::array<std::string_view, 22> columns{
      "id",        "operator", "product",      "release",    "mode",         "family",    "expected", "status",
      "reason",    "output",   "index",        "got",        "want",         "because",   "file",     "line",
      "reproduce", "fault",    "fault_tensor", "fault_side", "fault_signal", "fault_code"};
  const std::string remark = "# " + scope_text(report, Language::en);
  PageText text("report.csv", take);
  text.add(document::csv_line(std::array{std::string_view(remark)}));
  text.add(document::csv_line(columns));
  report.cases([&](const record::PlannedCase& planned, const CaseResult* result) {
    text.add(line_of(planned, result, report.info));
  });
}

}  // namespace npu_cts::reports
