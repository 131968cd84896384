// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/github.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <span>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/record/rerun.h"
#include "reports/document/escape.h"
#include "reports/phrases.h"
#include "tools/cli/failure_groups.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_annotations = 10;  // of one kind in a step. Source: docs.github.com, limits of annotations
constexpr std::size_t most_summary_bytes = 1024 * 1024;  // of a step's summary. Source: docs.github.com, job summaries
constexpr std::size_t most_annotation_bytes = 4096;      // of an annotation; longer ones are cut there
constexpr std::size_t most_in_summary = 50;

/// Returns `text` as a message of a workflow command.
std::string escaped(std::string_view text) {
  std::string line;
  for (const char c : text.substr(0, most_annotation_bytes)) {
    if (c == '%') line += "%25";
    if (c == '\r') line += "%0D";
    if (c == '\n') line += "%0A";
    if (c != '%' && c != '\r' && c != '\n') line += c;
  }
  return line;
}

/// Returns `text` as a property of a workflow command.
std::string escaped_property(std::string_view text) {
  std::string line;
  for (const char c : escaped(text)) line += c == ':' ? "%3A" : c == ',' ? "%2C" : std::string(1, c);
  return line;
}

std::string again(const Failure& failure, const RunInfo& info) {
  return record::rerun_command(info, *failure.planned, failure.result);
}

std::string operators_table(const reports::Report& report) {
  std::string text =
      "| operator | cases | pass | weak | skip | contested | failed | not run | verdict "
      "|\n|---|--:|--:|--:|--:|--:|--:|--:|---|\n";
  for (const reports::OpReport& op : report.operators) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", document::markdown_escaped(op.name),
                        op.tally.planned, op.tally.count(Status::pass), op.tally.count(Status::weak),
                        op.tally.count(Status::skip), op.tally.count(Status::contested), reports::failures(op.tally),
                        op.tally.not_run, reports::say(op.conclusion, Language::en));
  }
  return text;
}

}  // namespace

std::string github_annotations(const reports::Report& report) {
  const auto groups = group_failures(report);
  std::string text;
  for (const FailureGroup& group : std::span(groups).first(std::min(groups.size(), most_annotations))) {
    const Failure& first = group.failures.front();
    const std::string message =
        fmt::format("{} ({})\nfirst: {}\nagain: {}", group.diagnosis, counted(group.failures.size(), "case"),
                    first.planned->id, again(first, report.info));
    text += fmt::format("::error title={}::{}\n", escaped_property("npu-cts: " + group.diagnosis.substr(0, 100)),
                        escaped(message));
  }
  return text;
}

std::string github_summary(const reports::Report& report) {
  std::string text =
      fmt::format("## npu-cts: {}\n\n{}\n\n{}: {}\n\n{}\n", reports::say(report.conclusion, Language::en),
                  document::markdown_escaped(reports::scope_text(report, Language::en)),
                  reports::say(reports::Word::strength, Language::en),
                  document::markdown_escaped(reports::strength_text(report, Language::en)), operators_table(report));
  const auto groups = group_failures(report);
  for (const FailureGroup& group : std::span(groups).first(std::min(groups.size(), most_in_summary))) {
    const Failure& first = group.failures.front();
    std::string one = fmt::format("\n**{}** ({})\n\n", document::markdown_escaped(group.diagnosis),
                                  counted(group.failures.size(), "case"));
    one += fmt::format("{}\n\n", document::markdown_code(again(first, report.info)));
    if (text.size() + one.size() > most_summary_bytes) break;
    text += one;
  }
  return text;
}

record::WriteError append_github_summary(const reports::Report& report) {
  const char* const path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return std::nullopt;
  std::FILE* const file = std::fopen(path, "a");
  if (file == nullptr) return record::cannot_write(path, "open", errno);
  const std::string text = github_summary(report);
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool is_closed = std::fclose(file) == 0;
  if (!is_written || !is_closed) return record::cannot_write(path, "write", errno);
  return std::nullopt;
}

}  // namespace npu_cts
