// SPDX-License-Identifier: Apache-2.0
#include "reports/findings.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/sort.h"
#include "framework/base/text.h"
#include "reports/document/escape.h"
#include "reports/finding_weight.h"
#include "reports/findings_text.h"
#include "reports/matrix.h"
#include "reports/matrix_questions.h"
#include "reports/report_cells.h"

namespace npu_cts::reports {

using namespace document;

namespace {

/// Returns the operator's findings, worst first.
std::vector<const Contradiction*> sorted_findings(const OpSpec& op) {
  std::vector<const Contradiction*> sorted;
  for (const Contradiction& one : op.contradictions) sorted.push_back(&one);
  sort_stably(sorted, {}, [&](const Contradiction* one) { return weigh(op, *one, Language::en).severity; });
  return sorted;
}

/// Returns how many findings there are of each severity, by operator.
Table counts_of(const Spec& spec, Language language) {
  Table table{.columns = {{std::string(pick(language, "Operator", "算子"))}}};
  for (const Severity severity : all_severities)
    table.columns.push_back({.title = std::string(say(severity, language)), .holds = Holds::number});
  for (const OpSpec& op : spec.operators) {
    if (op.contradictions.empty()) continue;
    TableRow row{.cells = {cell(linked(plain(op.name), To::section, op.name))}};
    for (const Severity severity : all_severities) {
      const auto count = std::ranges::count_if(
          op.contradictions, [&](const Contradiction& one) { return weigh(op, one, language).severity == severity; });
      row.cells.push_back(cell(static_cast<std::size_t>(count)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Section section_of(const Spec& spec, const OpSpec& op, const FindingWitnesses& witnesses, Language language) {
  Section section{
      .title = {plain(fmt::format("{} ({})", op.name, op.contradictions.size()))}, .blocks = {}, .anchor = op.name};
  for (const Contradiction* one : sorted_findings(op)) {
    const auto found = witnesses.find({op.name, one->id});
    const Call* const witness = found == witnesses.end() ? nullptr : &found->second;
    section.blocks.push_back({finding_section(spec, op, *one, witness, language)});
  }
  return section;
}

}  // namespace

PageContent build_findings_page(const Spec& spec, const FindingWitnesses& witnesses, const Shown& shown) {
  const Language language = shown.language;
  const std::string title(pick(language, "Findings in the documents", "文档问题清单"));
  PageContent page{.language = std::string(tag_of(language)),
                   .title = title,
                   .heading = {plain(title)},
                   .blocks = {{counts_of(spec, language)}, again_by(matrix_command(shown), language)}};
  for (const OpSpec& op : spec.operators) {
    if (!op.contradictions.empty()) page.blocks.push_back({section_of(spec, op, witnesses, language)});
  }
  return page;
}

std::string findings_csv(const Spec& spec, Language language) {
  std::string text =
      "id,operator,severity,summary,effect,proposed_change,kind,basis,seen_in,about,where,statements\r\n";
  for (const OpSpec& op : spec.operators) {
    for (const Contradiction* one : sorted_findings(op)) {
      const FindingWeight weight = weigh(op, *one, language);
      std::vector<std::string> statements;
      for (const Citations& side : one->statements) statements.insert(statements.end(), side.begin(), side.end());
      std::vector<std::string> fields{op.name + "/" + one->id,
                                      op.name,
                                      std::string(say(weight.severity, language)),
                                      pick(one->text, language),
                                      weight.effect,
                                      weight.fix,
                                      one->kind,
                                      std::string(basis_text(one->basis, language)),
                                      one->seen_in,
                                      one->subject,
                                      finding_reach(spec, one->applies, language),
                                      join(statements, " ")};
      text += document::csv_line(fields);
    }
  }
  return text;
}

}  // namespace npu_cts::reports
