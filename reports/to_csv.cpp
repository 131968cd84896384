// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/spec.h"
#include "reports/document/escape.h"
#include "reports/phrases.h"
#include "reports/render.h"

namespace npu_cts {
namespace {

std::string line_of(const PlannedCase& planned, const CaseResult* result, const RunInfo& info) {
  const Mismatch mismatch = result != nullptr && result->mismatch ? *result->mismatch : Mismatch{};
  const std::optional<Attribution> attribution = result == nullptr ? std::nullopt : result->attribution;
  return csv_line({planned.id,
                   planned.op,
                   planned.target.product,
                   planned.target.release,
                   std::string(planned.target.mode),
                   planned.family,
                   std::string(name_of(planned.expected)),
                   result == nullptr ? "not_run" : std::string(name_of(result->status)),
                   result == nullptr ? "" : result->reason,
                   mismatch.output,
                   mismatch.output.empty() ? "" : to_text(mismatch.index),
                   mismatch.got,
                   mismatch.want,
                   join(planned.covers, " "),
                   spec_path(planned.at.file),
                   std::to_string(planned.at.line),
                   reproducer_of(info, planned),
                   attribution ? std::string(name_of(attribution->fault)) : "",
                   attribution ? attribution->tensor : "",
                   attribution && attribution->side ? std::string(name_of(*attribution->side)) : "",
                   attribution ? attribution->signal : "",
                   attribution && attribution->code ? std::to_string(*attribution->code) : ""});
}

}  // namespace

std::string to_csv(const Report& report) {
  std::map<std::string_view, const CaseResult*> results;
  for (const CaseResult& result : report.journal.results) results[result.id] = &result;
  const std::vector<std::string> columns = split(
      "id,operator,product,release,mode,family,expected,status,reason,output,index,got,want,because,file,line,"
      "reproduce,fault,fault_tensor,fault_side,fault_signal,fault_code",
      ',');
  std::vector<std::string> remark(columns.size());  // as long as any line, so that the text stays a table
  remark.front() = "# " + scope_text(report, Language::en);
  std::string text = csv_line(remark) + csv_line(columns);
  for (const PlannedCase& planned : report.journal.planned) {
    const auto it = results.find(planned.id);
    text += line_of(planned, it == results.end() ? nullptr : it->second, report.info);
  }
  return text;
}

}  // namespace npu_cts
