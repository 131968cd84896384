// SPDX-License-Identifier: Apache-2.0
#include "reports/trend_page.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "reports/phrases.h"
#include "reports/report_cells.h"

namespace npu_cts::reports {

using namespace document;

namespace {

constexpr std::size_t shown_digits = 8;

/// Returns "1.2 (3f9c27a0)": the version, and the beginning of the hash of the first file.
std::string implementation_of(const RunInfo& info) {
  const std::string hash = info.backend.empty() ? info.tool_digest : info.backend.front().sha256;
  std::vector<std::string> words;
  if (!info.driver_version.empty()) words.push_back(info.driver_version);
  if (!hash.empty()) words.push_back(fmt::format("({})", hash.substr(0, shown_digits)));
  return join(words, " ");
}

class TrendPage {
 public:
  TrendPage(const Trend& trend, Language language)
      : runs_(trend.runs), left_out_(trend.left_out), language_(language) {}

  PageContent build() const {
    const std::string title = text("Runs over time", "历次运行");
    PageContent page = page_titled(title, tag_of(language_));
    std::vector<std::string> drivers;
    for (const TrendRun& run : runs_) {
      if (!contains(drivers, run.info.driver)) drivers.push_back(run.info.driver);
    }
    for (const std::string& driver : drivers) page.blocks.push_back({section_of(driver)});
    if (!left_out_.empty()) {
      const std::string label = text("Left out, as no runs of their own", "未计入（不是完整的运行）");
      page.blocks.push_back({Paragraph{{plain(labelled(label, join(left_out_, text(", ", "、")), language_))}}});
    }
    page.blocks.push_back({commands_section({{text("This page", "本页"), "npu-cts trend FOLDER --out DIR"},
                                             {text("One run", "一次运行"), "npu-cts report RUN --out DIR"},
                                             {text("Since the run before", "与上一次相比"), "npu-cts diff BEFORE RUN"}},
                                            language_)});
    return page;
  }

 private:
  std::string text(std::string_view en, std::string_view zh) const { return std::string(pick(language_, en, zh)); }

  Section section_of(const std::string& driver) const {
    Table table{.columns = {{text("Run", "运行")},
                            {text("Implementation", "实现")},
                            {std::string(say(Word::spec, language_))},
                            {text("Evidence", "证据")},
                            {text("Covered", "覆盖")},
                            {std::string(say(Word::conclusion, language_))},
                            {text("Failed", "失败"), Holds::number},
                            {text("Since the run before", "与上一次相比")}}};
    std::vector<NamedTally> tallies;
    for (const TrendRun& run : runs_) {
      if (run.info.driver != driver) continue;
      table.rows.push_back(row_of(run));
      tallies.push_back({.name = run.file, .tally = run.tally});
    }
    return {
        .title = {plain(driver)}, .blocks = {{tally_chart(tallies, language_)}, {std::move(table)}}, .anchor = driver};
  }

  TableRow row_of(const TrendRun& run) const {
    TableCell when{.lines = {{code(run.file)}}};
    if (!run.ended.empty()) when.lines.push_back({dim(run.ended)});
    return {.cells = {std::move(when), cell(implementation_of(run.info)),
                      cell(code(run.info.spec_digest.substr(0, shown_digits))), cell(run.level), covered(run),
                      conclusion(run), cell(failures(run.tally)), changes(run)}};
  }

  TableCell covered(const TrendRun& run) const {
    if (!run.scope) return cell(text("of another spec", "规格不同"));
    return cell(text(fmt::format("{} of {}", run.scope->covered, run.scope->by_default),
                     fmt::format("{} / {}", run.scope->covered, run.scope->by_default)));
  }

  TableCell conclusion(const TrendRun& run) const {
    return run.conclusion ? cell(verdict_badge(*run.conclusion, language_)) : cell(text("not judged", "未判定"));
  }

  TableCell changes(const TrendRun& run) const {
    if (!run.since) return cell("–");
    const diff::JournalDiff& since = *run.since;
    const auto count = [&](std::string_view en, std::string_view zh, const auto& cases) {
      return labelled(text(en, zh), std::to_string(cases.size()), language_);
    };
    TableCell cell =
        document::cell(join(std::vector{count("worse", "变差", since.worse), count("better", "变好", since.better),
                                        count("added", "新增", since.added), count("dropped", "减少", since.dropped)},
                            text(", ", "，")));
    const std::vector<record::Cause> causes = diff::causes_of(since.changes);
    if (!causes.empty()) cell.lines.push_back({plain(text("changed: ", "变化：") + diff::to_text(causes))});
    if (!since.newly_failing.empty()) cell.lines.push_back(rules_of(since.newly_failing));
    return cell;
  }

  Line rules_of(const std::vector<diff::NewlyFailing>& rules) const {
    constexpr std::size_t most = 5;
    Line line{plain(text("newly failing: ", "新失败："))};
    for (std::size_t i = 0; i < std::min(rules.size(), most); ++i) {
      line.push_back(name(rules[i].rule));
      line.push_back(plain(fmt::format(" ({}) ", rules[i].cases.size())));
    }
    if (rules.size() > most) line.push_back(plain(fmt::format("+{}", rules.size() - most)));
    return line;
  }

  const std::vector<TrendRun>& runs_;
  const std::vector<std::string>& left_out_;
  Language language_;
};

}  // namespace

Tally tally_of(const record::Journal& journal) {
  Tally tally;
  tally.planned = journal.planned.size();
  for (const CaseResult& result : journal.results) ++tally.ended[static_cast<std::size_t>(result.status)];
  tally.not_run = tally.planned - std::min(tally.planned, journal.results.size());
  return tally;
}

PageContent build_trend_page(const Trend& trend, Language language) { return TrendPage(trend, language).build(); }

}  // namespace npu_cts::reports
