// SPDX-License-Identifier: Apache-2.0
#include "reports/report_page.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/base/text.h"
#include "reports/document/markdown.h"
#include "reports/phrases.h"
#include "reports/sample.h"

namespace npu_cts::reports {
namespace {

using document::Block;
using document::Blocks;
using document::Card;
using document::PageContent;
using document::Section;
using document::Table;
using document::TableCell;
using document::To;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

PageContent page_of(const Report& report) { return build_report_page(report, Language::en); }

std::string text_of(const document::Line& line) {
  std::string text;
  for (const document::Span& span : line) text += span.text;
  return text;
}

template <class T>
std::vector<T> all_of(const Blocks& blocks) {
  std::vector<T> found;
  for (const Block& block : blocks) {
    if (const T* one = std::get_if<T>(&block.value)) found.push_back(*one);
  }
  return found;
}

/// Returns the section of an English page with this title.
Section section_of(const PageContent& page, std::string_view title) {
  for (const Section& section : all_of<Section>(page.blocks)) {
    if (text_of(section.title) == title) return section;
  }
  ADD_FAILURE() << "no section " << title;
  return {};
}

/// Returns the card of the run.
Card run_card_of(const PageContent& page) { return all_of<Card>(section_of(page, "The run").blocks).at(0); }

std::vector<std::string> terms_of(const PageContent& page) {
  std::vector<std::string> texts;
  for (const document::Term& term : run_card_of(page).terms.terms)
    texts.push_back(term.label + ": " + text_of(term.lines.front()));
  return texts;
}

/// Returns the section of the page's only operator.
Section operator_of(const PageContent& page) {
  const auto sections = all_of<Section>(page.blocks);
  return *std::ranges::find(sections, sample::spec().operators[0].name, &Section::anchor);
}

std::vector<std::string> titles_of(const Section& section) {
  std::vector<std::string> titles;
  for (const Section& part : all_of<Section>(section.blocks)) titles.push_back(text_of(part.title));
  return titles;
}

Section part_of(const PageContent& page, std::string_view title) {
  for (const Section& part : all_of<Section>(operator_of(page).blocks)) {
    if (text_of(part.title).starts_with(title)) return part;
  }
  ADD_FAILURE() << "no section " << title;
  return {};
}

/// Returns the failing cases of the page, group after group.
std::vector<Card> failing_of(const PageContent& page) {
  std::vector<Card> cards;
  for (const Section& group : all_of<Section>(part_of(page, "Failing cases").blocks)) {
    for (Card& card : all_of<Card>(group.blocks)) cards.push_back(std::move(card));
  }
  return cards;
}

/// The links of a page and the places they may lead to.
struct Places {
  std::set<std::string> anchors;
  std::set<std::string> links;
};

void collect(Places& places, const document::Line& line) {
  for (const document::Span& span : line) {
    if (span.link.to == To::section || span.link.to == To::item) places.links.insert(span.link.name);
  }
}

void collect(Places& places, const TableCell& cell) {
  for (const document::Line& line : cell.lines) collect(places, line);
  for (const document::Fold& fold : cell.folds) {
    collect(places, fold.summary);
    for (const document::Line& line : fold.lines) collect(places, line);
  }
}

void collect(Places& places, const Blocks& blocks) {
  for (const Table& table : all_of<Table>(blocks)) {
    for (const document::TableRow& row : table.rows) {
      places.anchors.insert(row.anchor);
      for (const TableCell& cell : row.cells) collect(places, cell);
    }
  }
  for (const Card& card : all_of<Card>(blocks)) {
    places.anchors.insert(card.anchor);
    for (const document::Term& term : card.terms.terms) collect(places, term.lines.front());
  }
  for (const Section& section : all_of<Section>(blocks)) {
    places.anchors.insert(section.anchor);
    collect(places, section.blocks);
  }
}

std::vector<std::string> broken_links(const PageContent& page) {
  Places places;
  collect(places, page.blocks);
  std::vector<std::string> broken;
  std::ranges::set_difference(places.links, places.anchors, std::back_inserter(broken));
  return broken;
}

TEST(ReportPage, SaysWhatIsWrongBeforeWhatIsDocumented) {
  EXPECT_THAT(titles_of(operator_of(page_of(sample::report()))),
              ElementsAre("Failing cases (2)", "Numeric variants", "Support matrix", "Rows of dtypes", "Rules",
                          "Data sets", "Families of cases", "Other grounds for cases", "Weak cases (1)",
                          "Cases not run (1)", "Open questions", "Contradictions of the documents"));
}

TEST(ReportPage, LinksAFailingCaseFromItsCellAndBackToItsRule) {
  const PageContent page = page_of(sample::report());
  const std::string id = "frobnicate/atlas_a3/26.1.0/eager/negative/x.rank";
  const Table rules = all_of<Table>(part_of(page, "Rules").blocks).front();
  const auto rule = std::ranges::find(rules.rows, "fact-frobnicate/x.rank", &document::TableRow::anchor);
  ASSERT_NE(rule, rules.rows.end());
  const auto product = std::ranges::find(rules.columns, "atlas_a3", &document::Column::title);
  ASSERT_NE(product, rules.columns.end());
  const auto& folds = rule->cells[static_cast<std::size_t>(product - rules.columns.begin())].folds;
  ASSERT_FALSE(folds.empty());
  const document::Fold& fold = folds.front();
  EXPECT_EQ(fold.summary.front().link, (document::Link{To::section, "frobnicate/failing-cases"}));
  EXPECT_EQ(fold.lines.front().front().link, (document::Link{To::item, "case-" + id}));
  const Card card = failing_of(page).back();
  EXPECT_EQ(card.anchor, "case-" + id);
  EXPECT_EQ(card.terms.terms.front().lines.front().back().link, (document::Link{To::item, "fact-frobnicate/x.rank"}));
}

TEST(ReportPage, HasNoLinkIntoNothing) { EXPECT_THAT(broken_links(page_of(sample::report())), IsEmpty()); }

TEST(ReportPage, CutsALongListOfCasesAndLinksToNoneThatIsCut) {
  Report report = sample::report();
  OpReport& op = report.operators.front();
  for (int i = 0; i < 300; ++i) op.failing.push_back(op.failing.back());
  for (std::size_t i = 0; i < op.failing.size(); ++i) op.failing[i].planned.id = "case " + std::to_string(i);
  op.rules.front().evidence.front().failing = {"case 0", "case 299"};
  op.rules.front().evidence.front().tally.planned = 2;
  const PageContent page = page_of(report);
  EXPECT_THAT(failing_of(page), SizeIs(21));  // the wrong value, and 20 of the crashes
  const Section crashes = all_of<Section>(part_of(page, "Failing cases (302)").blocks).back();
  EXPECT_EQ(text_of(crashes.title), "301 cases: crash");
  EXPECT_EQ(text_of(all_of<document::Paragraph>(crashes.blocks).front().line), "281 more; every case is in report.csv");
  EXPECT_THAT(broken_links(page), IsEmpty());
}

TEST(ReportPage, OpensOneFailingCaseOfEachDiagnosis) {
  Report report = sample::report();
  OpReport& op = report.operators.front();
  const ListedCase crashed = op.failing.back();
  for (std::string id : {"x", "y"}) {
    op.failing.push_back(crashed);
    op.failing.back().planned.id = std::move(id);
  }
  op.failing[1].snippet = "out = frobnicate(x)";
  const std::vector<Card> cards = failing_of(page_of(report));
  std::vector<bool> folded;
  for (const Card& card : cards) folded.push_back(card.is_folded);
  EXPECT_THAT(folded, ElementsAre(false, false, true, true));
  EXPECT_EQ(cards[1].program, "out = frobnicate(x)");
}

TEST(ReportPage, SaysOfAFailedCaseThatItPassesAlone) {
  Report report = sample::report();
  const auto line_of_first = [&] { return text_of(failing_of(page_of(report)).front().line); };
  EXPECT_THAT(line_of_first(), Not(HasSubstr("alone")));
  report.operators.front().failing.front().result.behind = {""};
  EXPECT_THAT(line_of_first(),
              EndsWith("; passes when run again alone: the result depends on earlier calls, or is not steady"));
  report.operators.front().failing.front().result.behind = {"invented/a"};
  EXPECT_THAT(line_of_first(), EndsWith("; passes when run again alone: the result depends on earlier calls"));
}

TEST(ReportPage, HeadsEachGroupOfFailuresWithCountAndDiagnosis) {
  std::vector<std::string> titles;
  for (const Section& group : all_of<Section>(part_of(page_of(sample::report()), "Failing cases").blocks))
    titles.push_back(text_of(group.title));
  EXPECT_THAT(titles, ElementsAre("1 case: like no mistake that is known here", "1 case: crash"));
}

TEST(ReportPage, DrawsWrongValuesBySize) {
  Report report = sample::report();
  report.operators.front().by_size[16].planned = 3;
  report.operators.front().by_size[16].ended[static_cast<std::size_t>(Status::fail)] = 2;
  const Section failing = part_of(page_of(report), "Failing cases");
  const document::Bar bar = all_of<document::Chart>(failing.blocks).front().bars.front();
  EXPECT_EQ(bar.label, "≤ 16");
  EXPECT_EQ(bar.parts[1], (document::BarPart{document::Mark::bad, 2, "wrong"}));
  EXPECT_THAT(all_of<Table>(failing.blocks).front().rows, SizeIs(1));
}

TEST(ReportPage, HasEveryCaseForItsScript) {
  const document::CaseIndex cases = build_report_page(sample::report(), Language::zh).cases;
  EXPECT_THAT(cases.labels, ElementsAre("算子", "产品", "版本", "模式", "用例族", "状态"));
  EXPECT_EQ(cases.command, "npu-cts run '%id%' --driver plugin:libfrob.so --product %product% --release %release%");
  const std::vector<std::string> lines = split(cases.lines, '\n');
  EXPECT_EQ(lines[0], "/\tfrobnicate/atlas_a2/26.1.0/eager/\tfrobnicate/atlas_a3/26.1.0/eager/");
  EXPECT_THAT(lines[1], testing::HasSubstr("bad fail=失败\t"));
  EXPECT_THAT(lines, Contains("negative/x.rank\t1a 2h"));
  EXPECT_THAT(lines, Contains("examples/one\t1a 2k"));
  EXPECT_THAT(lines, SizeIs(7));
}

TEST(ReportPage, FoldsMoreThanTwoSourcesAway) {
  Report report = sample::report();
  Fact& rule = report.operators.front().rules.front();
  const auto source = [&] {
    return all_of<Table>(part_of(page_of(report), "Rules").blocks).front().rows.front().cells.back();
  };
  rule.cite = {{"first.1", {}, ""}, {"first.2", {}, ""}};
  EXPECT_THAT(source().lines, SizeIs(3));
  EXPECT_THAT(source().folds, IsEmpty());
  rule.cite.push_back({"first.3", {}, ""});
  EXPECT_THAT(source().lines, SizeIs(1));
  EXPECT_THAT(source().folds.front().lines, SizeIs(3));
}

TEST(ReportPage, ShowsARuleAsWordsExpressionAndReach) {
  Report report = sample::report();
  Fact& rule = report.operators.front().rules.front();
  rule.text = {.en = "x is given", .zh = ""};
  rule.expression = "given(x)";
  rule.holds = "≥ 7.1.0";
  const TableCell text = all_of<Table>(part_of(page_of(report), "Rules").blocks).front().rows.front().cells[1];
  EXPECT_THAT(text.lines,
              ElementsAre(document::Line{document::plain("x is given")}, document::Line{document::code("given(x)")},
                          document::Line{document::dim("Holds for: ≥ 7.1.0")}));
}

TEST(ReportPage, SaysWhatTheRunWasJudgedByAndWhatItClaims) {
  Report report = sample::report();
  EXPECT_THAT(terms_of(page_of(report)), SizeIs(8));
  report.info.unsupported = Policy::allow;
  report.claim = {.documented = 62, .claimed = 12};
  EXPECT_THAT(terms_of(page_of(report)), Contains("Judged by: --unsupported allow"));
  EXPECT_THAT(terms_of(page_of(report)), Contains("Documented calls claimed: 12 of 62"));
}

TEST(ReportPage, SaysWhatTheCasesCatchWhereThatWasMeasured) {
  Report report = sample::report();
  EXPECT_THAT(terms_of(page_of(report)), Contains(testing::StartsWith("Strength of the cases: not measured")));
  report.strength = MeasuredStrength{.killed = 69, .killable = 88, .tier = Tier::smoke, .date = "2026-07-27"};
  EXPECT_THAT(terms_of(page_of(report)),
              Contains("Strength of the cases: 69 of 88 wrong implementations caught (78.4 %), tier smoke, "
                       "measured on 2026-07-27 for this spec"));
}

TEST(ReportPage, BeginsWithWhatWasCovered) {
  Report report = sample::report();
  const auto first_of = [&](Language language) {
    return all_of<document::Paragraph>(build_report_page(report, language).blocks).front().line.front().text;
  };
  EXPECT_EQ(first_of(Language::en), "10 of 10 cases planned by default (25 with all releases), tier fast");
  report.scope = {.covered = 6, .by_default = 41403, .covered_beyond = 7, .all = 136578};
  report.info.filters.products = {"atlas_a3"};
  report.info.filters.modes = {"eager"};
  report.info.filters.tier = Tier::smoke;
  report.journal.shards = {{.index = 0, .count = 2}};
  EXPECT_EQ(first_of(Language::en),
            "6 of 41,403 cases planned by default (136,578 with all releases), and 7 of 95,175 of other releases, "
            "tier smoke: atlas_a3, eager, a part of a run that is shared out (--shard)");
  EXPECT_EQ(first_of(Language::zh),
            "默认计划的 41,403 个用例中的 6 个（含所有版本共 136,578 个），以及其他版本 95,175 个用例中的 7 "
            "个，测试级别 smoke：atlas_a3, eager, 分片运行（--shard）的一部分");
}

TEST(ReportPage, SaysWhatIsWrongRightBehindTheTableOfOperators) {
  const PageContent page = page_of(sample::report());
  std::vector<std::string> titles;
  for (const Section& section : all_of<Section>(page.blocks)) titles.push_back(text_of(section.title));
  ASSERT_GE(titles.size(), 3U);
  EXPECT_THAT(std::vector(titles.begin(), titles.begin() + 3),
              testing::ElementsAre("Totals", "What was done wrong", "The run"));
  const auto lists = all_of<document::List>(section_of(page, "What was done wrong").blocks);
  ASSERT_THAT(lists, SizeIs(1));
  const document::Item& item = lists.front().items.front();
  EXPECT_EQ(item.line.front().link.name, part_of(page, "Failing cases").anchor);
  std::vector<std::string> said;
  for (const document::Item& one : item.items) said.push_back(text_of(one.line));
  EXPECT_EQ(said, titles_of(part_of(page, "Failing cases")));
}

TEST(ReportPage, SaysHowManyChoicesMeetWhereThatWasCounted) {
  Report report = sample::report();
  const auto last_term = [&] { return run_card_of(page_of(report)).terms.terms.back(); };
  EXPECT_NE(last_term().label, "Choices that meet in a call");
  report.scope.choices = {{.op = "halve", .family = Family::pairs, .met = 1200, .missed = 3, .infeasible = 40},
                          {.op = "halve", .family = Family::size_pairs, .met = 7, .missed = 0, .infeasible = 0}};
  const document::Term term = last_term();
  EXPECT_EQ(term.label, "Choices that meet in a call");
  ASSERT_EQ(term.lines.size(), 1U);
  EXPECT_EQ(term.lines[0][0].text + term.lines[0][1].text, "halve: pairs 1,200 / 1,203, size-pairs 7 / 7");
}

TEST(ReportPage, NamesTheHostInTheRunCardAndWhereAndWhenInASectionOfItsOwn) {
  Report report = sample::report();
  const PageContent without = page_of(report);
  report.journal.environments = {{.arguments = {"npu-cts", "run"},
                                  .host = "node",
                                  .cpu = "c",
                                  .kernel = "k",
                                  .started = "2026-07-27T08:15:00Z",
                                  .ended = "2026-07-27T08:16:00Z",
                                  .attempt = 2}};
  report.operators.front().microseconds = 12'345;
  PageContent with = page_of(report);
  EXPECT_EQ(with.blocks.size(), without.blocks.size() + 1);
  const auto* const section = std::get_if<Section>(&with.blocks.back().value);
  ASSERT_NE(section, nullptr);
  EXPECT_EQ(all_of<document::Chart>(section->blocks).front().bars.front().parts.front().count, 12U);
  with.blocks.pop_back();
  EXPECT_EQ(with.blocks.size(), without.blocks.size());
  Card card = run_card_of(with);
  EXPECT_EQ(std::erase_if(card.terms.terms, [](const auto& term) { return term.label == "Host"; }), 1U);
  EXPECT_EQ(card, run_card_of(without));
}

TEST(ReportPage, SaysOfEachCellOfSupportWhatIsDocumentedAndWhatWasSeen) {
  const std::string page = document::to_markdown(page_of(sample::report()));
  EXPECT_THAT(page, testing::HasSubstr("| 26.1.0 | eager | yes · right · ✓ 5/5 | yes · wrong · [✗ 2/5]"));
  EXPECT_THAT(page, testing::HasSubstr("yes, changed in 7.1.0 · untested"));
}

TEST(ReportPage, LinksToThePagesBesideIt) {
  Report report = sample::report();
  report.linked_pages = {{"faults", "Faults & ends"}};
  const auto link = all_of<document::Paragraph>(section_of(page_of(report), "The run").blocks).back().line;
  EXPECT_EQ(link.front(), document::linked(document::plain("Faults & ends"), To::page, "faults"));
}

}  // namespace
}  // namespace npu_cts::reports
