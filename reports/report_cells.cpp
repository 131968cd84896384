// SPDX-License-Identifier: Apache-2.0
#include "reports/report_cells.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "reports/phrases.h"

namespace npu_cts::reports {

using document::Mark;

namespace {

/// Returns what the documents say (`said`), then what was `seen`.
document::Line standing_of(const Documented& documented, std::string said, const Tally& tally, std::string_view seen) {
  document::Line line{document::dim(std::move(said)), document::plain(documented.question.empty() ? "" : " "),
                      document::code(documented.question)};
  if (documented.state != SupportState::no || tally.planned > 0)
    line.push_back(document::plain(fmt::format(" · {}", seen)));
  return line;
}

}  // namespace

Mark mark_of(const Tally& tally) {
  const std::size_t decidable = tally.planned - tally.undecided;
  if (failures(tally) > 0) return Mark::bad;
  if (decidable == 0) return Mark::empty;
  return tally.count(Status::pass) + tally.count(Status::weak) == decidable ? Mark::good : Mark::doubtful;
}

Mark mark_of(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::conforms:
      return Mark::good;
    case Conclusion::fails:
      return Mark::bad;
    case Conclusion::conforms_in_its_scope:
    case Conclusion::conforms_in_part:
    case Conclusion::passes_with_waivers:
    case Conclusion::incomplete:
    case Conclusion::nothing_ran:
      return Mark::doubtful;
  }
  std::abort();
}

document::Span verdict_badge(Conclusion conclusion, Language language) {
  return document::badge(mark_of(conclusion), std::string(say(conclusion, language)));
}

document::Line score_of(const Tally& tally, Language language) {
  constexpr std::array<std::string_view, 4> signs{"–", "✓", "~", "✗"};  // by Mark
  const Mark mark = mark_of(tally);
  std::string score(signs[static_cast<std::size_t>(mark)]);
  const std::size_t decidable = tally.planned - tally.undecided;
  if (decidable > 0)
    score += fmt::format("\u00a0{}/{}", tally.count(Status::pass) + tally.count(Status::weak), decidable);
  document::Line line{document::plain(std::move(score))};
  if (tally.undecided == 0) return line;
  line.push_back(document::plain(" "));
  line.push_back(document::dim(fmt::format("+{}\u00a0{}", tally.undecided, say(Word::open, language))));
  return line;
}

document::Chart tally_chart(const std::vector<NamedTally>& tallies, Language language) {
  document::Chart chart{.title = std::string(pick(language, "How the cases ended", "用例结果"))};
  for (const NamedTally& one : tallies) {
    const Tally& tally = one.tally;
    const std::size_t agree = tally.count(Status::pass) + tally.count(Status::weak);
    const std::size_t wrong = failures(tally);
    const std::size_t known = std::min(tally.planned, agree + wrong + tally.undecided);
    chart.bars.push_back(
        {.label = one.name,
         .parts = {{Mark::good, agree, std::string(pick(language, "agree", "一致"))},
                   {Mark::bad, wrong, std::string(pick(language, "wrong", "不符"))},
                   {Mark::empty, tally.undecided, std::string(say(Word::open, language))},
                   {Mark::doubtful, tally.planned - known, std::string(pick(language, "other", "其他"))}}});
  }
  return chart;
}

document::Chart tally_chart(const std::vector<Fact>& facts, Language language) {
  std::vector<NamedTally> tallies;
  for (const Fact& fact : facts) {
    Tally all;
    for (const Evidence& evidence : fact.evidence) all += evidence.tally;
    tallies.push_back({fact.id, all});
  }
  return tally_chart(tallies, language);
}

document::Line fact_standing(const Documented& documented, const Tally& tally, Language language) {
  return standing_of(documented, fact_text(documented, language), tally, seen_of(tally, language));
}

document::Line support_standing(const Documented& documented, const Tally& tally, Language language) {
  return standing_of(documented, support_text(documented, language), tally, seen_of(documented, tally, language));
}

document::Blocks wrong_by_size(const OpReport& op, Language language) {
  if (op.suspicions.empty() || op.by_size.empty()) return {};
  const std::string size(pick(language, "Largest size of the call", "调用的最大尺寸"));
  document::Table table{.columns = {{size},
                                    {std::string(pick(language, "agree", "一致")), document::Holds::number},
                                    {std::string(pick(language, "wrong", "不符")), document::Holds::number}}};
  std::vector<NamedTally> tallies;
  for (const auto& [most, tally] : op.by_size) {
    tallies.push_back({fmt::format("≤ {}", most), tally});
    const std::size_t agree = tally.count(Status::pass) + tally.count(Status::weak);
    table.rows.push_back(
        {.cells = {document::cell(tallies.back().name), document::cell(agree), document::cell(failures(tally))}});
  }
  document::Chart chart = tally_chart(tallies, language);
  chart.title = size;
  return {{std::move(chart)}, {std::move(table)}};
}

document::Table call_table(const std::vector<ArgumentLine>& arguments, Language language) {
  document::Table table;
  for (const Word title : {Word::parameter, Word::dtype, Word::shape, Word::placing, Word::first_values})
    table.columns.push_back({std::string(say(title, language))});
  for (const ArgumentLine& one : arguments) {
    table.rows.push_back(
        {.cells = {document::cell(document::name(one.name)), document::cell(one.dtype), document::cell(one.shape),
                   document::cell(one.placing), document::cell(document::code(one.values))}});
  }
  return table;
}

document::Block again_by(std::string command, Language language) {
  return {document::Terms{{{std::string(say(Word::reproduce, language)), {{document::code(std::move(command))}}}}}};
}

document::Section commands_section(const std::vector<NamedCommand>& commands, Language language) {
  document::Terms terms;
  for (const NamedCommand& one : commands) terms.terms.push_back({one.label, {{document::code(one.command)}}});
  return {.title = {document::plain(std::string(pick(language, "How to count it again", "如何复算")))},
          .blocks = {{std::move(terms)}},
          .anchor = "commands"};
}

void add_products(std::vector<document::Column>& columns, const Report& report, Language language) {
  for (const Product& product : report.products)
    columns.push_back({.title = product.id, .holds = document::Holds::score, .hint = pick(product.name, language)});
}

}  // namespace npu_cts::reports
