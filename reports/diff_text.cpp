// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/diff_forms.h"
#include "reports/diff_pieces.h"

namespace npu_cts::reports {
namespace {

constexpr std::size_t most_listed = 20;  ///< changes of one sort

std::string line_of(const diff::RowRelation& row, Language language) {
  std::string text =
      fmt::format("  {}{}: {}", row.product, row.row.empty() ? "" : ", " + row.row, phrase_of(row.relation, language));
  if (row.relation == diff::Relation::same) text += row.proved ? " (proved)" : " (searched)";
  if (row.gained_dtypes + row.lost_dtypes > 0) {
    text += fmt::format(" (dtype combinations: {} more, {} less)", row.gained_dtypes, row.lost_dtypes);
  }
  return text + "\n";
}

std::string ids_of(const std::vector<diff::Sentence>& sentences) {
  std::vector<std::string> texts;
  for (const diff::Sentence& sentence : sentences) texts.push_back(source_of(sentence));
  return join(texts, "; ");
}

std::string text_line_of(const diff::Change& change, Language language) {
  std::string text = fmt::format("  {} {}\n", change.gained ? "+" : "-", spots_of(change));
  text += fmt::format("      {}: {}\n", change.gained ? "before" : "after", grounds_of(change.refused, language));
  if (!change.admitted.empty())
    text += fmt::format("      {}: {}\n", change.gained ? "after" : "before", grounds_of(change.admitted, language));
  text += fmt::format("      witness: {}\n", witness_of(change));
  const std::string sources = ids_of(sentences_of(change));
  return sources.empty() ? text : text + fmt::format("      sentences: {}\n", sources);
}

std::string text_line_of(const diff::FactChange& fact) {
  const auto said = [](const std::string& says) { return says.empty() ? std::string("nothing") : says; };
  return fmt::format("  ~ {}: {} -> {}\n", fact.id, said(fact.older), said(fact.newer));
}

std::string text_line_of(const diff::StatusChange& change) {
  const auto said = [](const std::optional<Status>& status) {
    return status ? name_of(*status) : std::string_view("not run");
  };
  return fmt::format("  {}: {} -> {} [{}]{}\n", change.id, said(change.older), said(change.newer),
                     diff::to_text(change.causes), change.reason.empty() ? "" : ": " + escape_control(change.reason));
}

std::string text_list_of(std::string_view title, const std::vector<diff::StatusChange>& changes) {
  std::string text = fmt::format("{}: {}\n", title, changes.size());
  const std::size_t listed = std::min(changes.size(), most_listed);
  for (std::size_t i = 0; i < listed; ++i) text += text_line_of(changes[i]);
  if (listed < changes.size())
    text += fmt::format("  and {} more: '--format json' lists all\n", changes.size() - listed);
  return text;
}

}  // namespace

std::string diff_text(const diff::Diff& diff, Language language) {
  std::string text = fmt::format("{} -> {}: {}\n", diff.older, diff.newer, diff::is_same(diff) ? "the same" : "differ");
  for (const diff::OpDiff& op : diff.operators) {
    text += fmt::format("{}, {}\n", op.op, releases_of(op, language));
    for (const diff::RowRelation& row : op.rows) text += line_of(row, language);
    for (const diff::Change& change : op.changes) text += text_line_of(change, language);
    for (const diff::FactChange& fact : op.facts) text += text_line_of(fact);
  }
  return text;
}

std::string diff_text(const diff::JournalDiff& diff) {
  std::string text = fmt::format("{} -> {}: {}\n", diff.older, diff.newer, diff::is_same(diff) ? "the same" : "differ");
  if (!diff.same_spec) text += "the runs are of different specs\n";
  for (const diff::RunChange& one : diff.changes)
    text += fmt::format("changed {}: {}: '{}' -> '{}'\n", name_of(one.cause), one.what, escape_control(one.older),
                        escape_control(one.newer));
  for (const diff::NewlyFailing& one : diff.newly_failing)
    text += fmt::format("newly failing: {}: {}, first {}\n", one.rule, counted(one.cases.size(), "case"),
                        one.cases.front());
  text += fmt::format("same: {}\n", diff.same);
  return text + text_list_of("worse", diff.worse) + text_list_of("better", diff.better) +
         text_list_of("added", diff.added) + text_list_of("dropped", diff.dropped);
}

}  // namespace npu_cts::reports
