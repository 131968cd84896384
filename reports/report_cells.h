// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/document/document.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns how a tally, or a conclusion, stands.
document::Mark mark_of(const Tally& tally);
document::Mark mark_of(Conclusion conclusion);

/// Returns a conclusion as a badge.
document::Span verdict_badge(Conclusion conclusion, Language language);

/// Returns "✓ 5/5 +2 open": sign, agreeing of decidable cases, then how many are open or contested, in grey. The sign
/// keeps to its number. "–": nothing was planned that can be decided.
document::Line score_of(const Tally& tally, Language language);

/// What a bar of a chart counts.
struct NamedTally {
  std::string name;
  Tally tally;
};

/// Returns bars of how the cases of each tally ended: agreeing, failed, left open by the documents, the rest.
document::Chart tally_chart(const std::vector<NamedTally>& tallies, Language language);

/// As above, of all products of each fact.
document::Chart tally_chart(const std::vector<Fact>& facts, Language language);

/// Returns what the documents say of a row or a rule, then what was seen. Of what does not hold there is nothing to see
/// where no case tried it.
document::Line fact_standing(const Documented& documented, const Tally& tally, Language language);

/// As above, of support.
document::Line support_standing(const Documented& documented, const Tally& tally, Language language);

/// Returns how many of the judged values of `op` were wrong at which sizes, as bars and as a table; empty where none
/// was.
document::Blocks wrong_by_size(const OpReport& op, Language language);

/// Returns the arguments of a call, a row each.
document::Table call_table(const std::vector<ArgumentLine>& arguments, Language language);

/// Returns the line with the command that gives the numbers beside it again.
document::Block again_by(std::string command, Language language);

/// What a command counts: its label, and the command.
struct NamedCommand {
  std::string label;
  std::string command;
};

/// Returns the section with the commands that count a page's numbers again.
document::Section commands_section(const std::vector<NamedCommand>& commands, Language language);

/// Adds a column of scores for each product of `report`.
void add_products(std::vector<document::Column>& columns, const Report& report, Language language);

}  // namespace npu_cts::reports
