// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/failure_groups.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "framework/base/sort.h"
#include "framework/base/text.h"
#include "framework/expect/apply.h"
#include "framework/model/spec.h"
#include "framework/record/rerun.h"
#include "reports/phrases.h"

namespace npu_cts {

std::vector<FailureGroup> group_failures(const reports::Report& report) {
  std::map<std::string, std::vector<Failure>> by_diagnosis;
  for (const reports::OpReport& op : report.operators) {
    for (const reports::ListedCase& one : op.failing) {
      const reports::Suspicion* const like = reports::explained_by(op, one.result);
      const std::string diagnosis =
          expect::diagnosis_of(one.planned, one.result, like == nullptr ? std::string_view() : like->wrong);
      const std::string_view status = name_of(one.result.status);
      const bool says_status = diagnosis.starts_with(fmt::format("{}ed: ", status));  // "crashed: …"
      by_diagnosis[says_status ? diagnosis : fmt::format("{}: {}", status, diagnosis)].push_back(
          {.planned = &one.planned, .result = &one.result});
    }
  }
  std::vector<FailureGroup> groups;
  for (auto& [diagnosis, failures] : by_diagnosis)
    groups.push_back({.diagnosis = diagnosis, .failures = std::move(failures)});
  sort_stably(groups, std::ranges::greater{}, [](const FailureGroup& group) { return group.failures.size(); });
  return groups;
}

namespace {

/// What the lines of a failure share with all others.
struct FailureStyle {
  const RunInfo& info;
  std::string spec;  ///< the option that names it
  Colour colour;
};

std::string text_of(const Failure& failure, std::string_view diagnosis, const FailureStyle& style) {
  const auto& [planned, result] = failure;
  std::string text = fmt::format("  {}\n", planned->id);
  const bool shows_reason = !result->mismatch || result->is_of_further_call();  // which says what the call was
  if (shows_reason && diagnosis.find(result->reason) == std::string_view::npos)
    text += fmt::format("    {}\n", result->reason);
  if (result->mismatch) {
    for (const std::string& line : result->mismatch->details) text += fmt::format("    {}\n", line);
  }
  for (const std::string& line : result->printed)
    text += coloured(fmt::format("    | {}", line), Meaning::aside, style.colour) + "\n";
  if (!result->behind.empty()) text += fmt::format("    {}\n", reports::passes_alone(*result, Language::en));
  text += fmt::format("    spec: {}:{}\n", spec_path(planned->at.file), planned->at.line);
  return text + fmt::format("    again: {}{}\n", record::rerun_command(style.info, *planned, result), style.spec);
}

}  // namespace

std::string spec_option_of(const reports::Report& report) {
  const auto& environments = report.journal.environments;
  return environments.empty() ? "" : record::kept_options(environments.front().arguments);
}

std::string failure_groups(const reports::Report& report, const std::string& path, Detail detail, Colour colour) {
  constexpr std::size_t most_groups = 20;
  constexpr std::size_t most_cases = 3;
  if (detail == Detail::verdict) return "";
  const bool is_all = detail == Detail::all;
  const auto groups = group_failures(report);
  const std::size_t shown_groups = is_all ? groups.size() : std::min(groups.size(), most_groups);
  const FailureStyle style{.info = report.info, .spec = spec_option_of(report), .colour = colour};
  std::string text;
  bool is_cut = shown_groups < groups.size();
  for (const auto& [diagnosis, failures] : std::span(groups).first(shown_groups)) {
    const std::string heading = fmt::format("{} ({})", diagnosis, counted(failures.size(), "case"));
    text += coloured(heading, Meaning::bad, colour) + "\n";
    const std::size_t shown = is_all ? failures.size() : std::min(failures.size(), most_cases);
    for (std::size_t i = 0; i < shown; ++i) text += text_of(failures[i], diagnosis, style);
    if (shown < failures.size()) text += fmt::format("  and {} more\n", failures.size() - shown);
    is_cut = is_cut || shown < failures.size();
  }
  if (shown_groups < groups.size())
    text += fmt::format("and {} more with a diagnosis of their own\n", groups.size() - shown_groups);
  if (is_cut && !path.empty())
    text += fmt::format("all of them: '-v', or npu-cts list --failed {}{}\n", record::shell_word(path), style.spec);
  return text;
}

}  // namespace npu_cts
