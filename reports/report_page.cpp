// SPDX-License-Identifier: Apache-2.0
#include "reports/report_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/record/rerun.h"
#include "reports/case_index.h"
#include "reports/known_failures.h"
#include "reports/operator_section.h"
#include "reports/phrases.h"
#include "reports/report_cells.h"

namespace npu_cts::reports {

using namespace document;

namespace {

class ReportPage {
 public:
  ReportPage(const Report& report, Language language) : report_(report), language_(language) {}

  PageContent build() const {
    const std::string title = word(Word::report_title);
    PageContent page{.language = std::string(tag_of(language_)),
                     .title = fmt::format("{} · {}", title, report_.info.driver),
                     .heading = {plain(title + " "), verdict(report_.conclusion)},
                     .blocks = {},
                     .cases = build_case_index(report_, language_)};
    page.blocks.push_back({Paragraph{{plain(scope_text(report_, language_))}}});
    if (!report_.finished) page.blocks.push_back({Paragraph{{plain(word(Word::unfinished))}}});
    page.blocks.push_back({totals()});
    if (Section wrong = what_is_wrong(); !wrong.blocks.empty()) page.blocks.push_back({std::move(wrong)});
    if (report_.known) page.blocks.push_back({known_failures_section(*report_.known, language_)});
    page.blocks.push_back({the_run()});
    for (const OpReport& op : report_.operators)
      page.blocks.push_back({build_operator_section(report_, op, language_)});
    page.blocks.push_back({legend()});
    if (!report_.journal.environments.empty()) page.blocks.push_back({where_and_when()});
    return page;
  }

 private:
  std::string word(Word word) const { return std::string(say(word, language_)); }
  Span verdict(Conclusion conclusion) const { return verdict_badge(conclusion, language_); }

  /// The card of the run, then the pages beside this one.
  Section the_run() const {
    Section section{.title = {plain(std::string(pick(language_, "The run", "本次运行")))}, .blocks = {{run_card()}}};
    for (const LinkedPage& one : report_.linked_pages)
      section.blocks.push_back({Paragraph{{linked(plain(one.title), To::page, one.stem)}}});
    return section;
  }

  /// What ran, and how far it agrees with the documents, product by product.
  Card run_card() const {
    const RunInfo& info = report_.info;
    Card card{.anchor = "run",
              .title = {code(info.driver), plain(" " + info.driver_version + " "), verdict(report_.conclusion)},
              .line = {},
              .terms = run()};
    std::vector<Term> agreement;
    for (std::size_t i = 0; i < report_.products.size(); ++i) {
      const Product& product = report_.products[i];
      agreement.push_back({pick(product.name, language_), {score_of(report_.product_tallies[i], language_)}});
    }
    card.terms.terms.insert(card.terms.terms.begin(), agreement.begin(), agreement.end());
    return card;
  }

  /// What the signs of the tables mean, and the statuses that occur.
  Section legend() const {
    const auto say_it = [&](std::string_view en, std::string_view zh) { return std::string(pick(language_, en, zh)); };
    const auto term = [](std::string label, std::string text) {
      return Term{.label = std::move(label), .lines = {{plain(std::move(text))}}};
    };
    Terms terms;
    terms.terms = {
        term("✓ 5/5", say_it("every case that the documents decide agrees", "文档能判定的用例全部一致")),
        term("~ 3/5",
             say_it("none is wrong, but some did not run or are unsupported", "没有不符，但有用例未运行或不支持")),
        term("✗ 3/5", say_it("some are wrong", "有用例不符")),
        term("+2 " + word(Word::open), say_it("cases that the documents leave open or that are contested; they "
                                              "count for nothing",
                                              "文档未作规定或有争议的用例，不计入结论")),
        term(say_it("yes · right", "支持 · 相符"),
             say_it("what the documents say of support, or whether they have the row or rule; then what was seen. The "
                    "colour says whether they agree",
                    "先为文档所述（是否支持，或是否有该行、该规则），后为实测结果；颜色表示二者是否一致")),
        term("–", say_it("nothing planned that the documents decide", "没有文档能判定的用例"))};
    return {.title = {plain(say_it("Legend", "图例"))}, .blocks = {{std::move(terms)}}, .anchor = "legend"};
  }

  Terms run() const {
    const RunInfo& info = report_.info;
    Terms run;
    const auto add = [&](Word name, Span value) {
      if (!value.text.empty()) run.terms.push_back({word(name), {{std::move(value)}}});
    };
    add(Word::spec, code(info.spec_digest));
    add(Word::query, code(info.query));
    add(Word::tier, plain(std::string(name_of(info.filters.tier))));
    add(Word::host, plain(hosts()));
    for (const BackendFile& file : info.backend)
      add(Word::backend_file, code(fmt::format("{} {} ({} bytes)", file.path, file.sha256, file.bytes)));
    add(Word::tool,
        plain(fmt::format("npu-cts {}{}{}", info.tool_version, info.tool_commit.empty() ? "" : " ", info.tool_commit)));
    add(Word::judged_by, code(record::policies_of(info)));
    add(Word::reproduce, code(record::run_command(info)));
    add(Word::claimed, plain(part_claimed(report_.claim, language_)));
    add(Word::evidence, plain(word(Word::self_declared)));
    add(Word::strength, plain(strength_text(report_, language_)));
    if (!report_.scope.choices.empty()) run.terms.push_back(choices());
    return run;
  }

  std::string host_of(const record::Environment& one) const {
    return fmt::format("{}{}{}{}{}", one.host, pick(language_, ": ", "："), one.cpu, pick(language_, "; ", "；"),
                       one.kernel);
  }

  /// The machines that ran it, each once: parts of a run may have several.
  std::string hosts() const {
    std::vector<std::string> hosts;
    for (const record::Environment& one : report_.journal.environments) {
      std::string host = host_of(one);
      if (!contains(hosts, host)) hosts.push_back(std::move(host));
    }
    return join(hosts, std::string(pick(language_, ", ", "，")));
  }

  /// How many combinations of choices meet in a planned call, of those that a legal call could have: a line an
  /// operator.
  Term choices() const {
    Term term{.label = word(Word::choices_that_meet)};
    std::string_view op;
    for (const ChoiceCoverage& one : report_.scope.choices) {
      const std::string counts =
          fmt::format("{} {} / {}", name_of(one.family), grouped(one.met), grouped(one.met + one.missed));
      if (one.op == op) {
        term.lines.back().push_back(plain(", " + counts));
      } else {
        term.lines.push_back({plain(labelled(one.op, counts, language_))});
      }
      op = one.op;
    }
    return term;
  }

  /// Each process that ran a part: its command, host and time.
  Section where_and_when() const {
    Section section{.title = {plain(word(Word::where_and_when))}, .blocks = {}};
    for (const record::Environment& one : report_.journal.environments) {
      Terms terms;
      const auto add = [&](Word name, Span value) {
        if (!value.text.empty()) terms.terms.push_back({word(name), {{std::move(value)}}});
      };
      add(Word::command, code(join(one.arguments, " ")));
      add(Word::host, plain(host_of(one)));
      add(Word::time, plain(fmt::format("{} – {}", one.started, one.ended)));
      add(Word::attempt, plain(std::to_string(one.attempt)));
      section.blocks.push_back({std::move(terms)});
    }
    for (Block& block : times()) section.blocks.push_back(std::move(block));
    return section;
  }

  /// Returns how long the cases of each operator took.
  Blocks times() const {
    Chart chart{.title = std::string(pick(language_, "Time by operator", "各算子耗时"))};
    Table table{.columns = {{word(Word::operator_)}, {word(Word::cases), Holds::number}, {chart.title, Holds::number}}};
    for (const OpReport& op : report_.operators) {
      if (op.microseconds == 0) continue;
      const auto milliseconds = static_cast<std::size_t>(std::max<std::int64_t>(1, op.microseconds / 1000));
      chart.bars.push_back({.label = op.name, .parts = {{Mark::empty, milliseconds, "ms"}}});
      table.rows.push_back(
          {.cells = {cell(op.name), cell(op.tally.planned), cell(fmt::format("{} ms", milliseconds))}});
    }
    return chart.bars.empty() ? Blocks() : Blocks{{std::move(chart)}, {std::move(table)}};
  }

  Section totals() const {
    Table table{.columns = {{word(Word::operator_)}, {word(Word::conclusion)}}};
    add_products(table.columns, report_, language_);
    for (const Status status : statuses_in(report_.tally))
      table.columns.push_back({std::string(say(status, language_)), Holds::number});
    if (report_.tally.not_run > 0) table.columns.push_back({word(Word::not_run), Holds::number});
    table.columns.push_back({word(Word::planned), Holds::number});
    for (const OpReport& op : report_.operators) {
      table.rows.push_back({{cell(linked(plain(op.name), To::section, op.name)), cell(verdict(op.conclusion))}});
      add_counts(table.rows.back(), op.product_tallies, op.tally);
    }
    table.rows.push_back(
        {.cells = {cell(strong(word(Word::totals))), cell(verdict(report_.conclusion))}, .is_sum = true});
    add_counts(table.rows.back(), report_.product_tallies, report_.tally);
    std::vector<NamedTally> tallies;
    for (const OpReport& op : report_.operators) tallies.push_back({op.name, op.tally});
    return {.title = {plain(word(Word::totals))}, .blocks = {{std::move(table)}, {tally_chart(tallies, language_)}}};
  }

  /// Adds a score for each product, then how often each status occurs: numbers that add up to what was planned.
  void add_counts(TableRow& row, const std::vector<Tally>& products, const Tally& all) const {
    for (const Tally& tally : products)
      row.cells.push_back({.lines = {score_of(tally, language_)}, .mark = mark_of(tally)});
    const auto add = [&row](std::size_t count, Mark mark) {
      row.cells.push_back(cell(count));
      if (count > 0) row.cells.back().mark = mark;
    };
    for (const Status status : statuses_in(report_.tally))
      add(all.count(status), is_failure(status) ? Mark::bad : Mark::empty);
    if (report_.tally.not_run > 0) add(all.not_run, Mark::doubtful);
    add(all.planned, Mark::empty);
  }

  /// What failed in each operator and the likely fault, then the faults as a table.
  Section what_is_wrong() const {
    List list;
    for (const OpReport& op : report_.operators) {
      Item item{.line = {linked(plain(op.name), To::section, section_anchor(op, Word::failing))}};
      for (const DiagnosisGroup& group : diagnosis_groups(op))
        item.items.push_back({{plain(heading_of(group, language_))}});
      for (const std::string& condition : conditions_of(op, language_)) item.items.push_back({{plain(condition)}});
      if (!item.items.empty()) list.items.push_back(std::move(item));
    }
    Section section{.title = {plain(word(Word::faults))}, .blocks = {}};
    if (!list.items.empty()) section.blocks.push_back({std::move(list)});
    if (!report_.faults.empty()) section.blocks.push_back({faults()});
    return section;
  }

  Table faults() const {
    Table table{.columns = {{word(Word::fault)}}};
    add_products(table.columns, report_, language_);
    table.columns.push_back({word(Word::cases)});
    for (std::size_t i = 1; i < table.columns.size(); ++i) table.columns[i].holds = Holds::number;
    for (const FaultCount& count : report_.faults) {
      TableRow row{.cells = {cell(std::string(say(count.fault, language_)))}};
      for (const std::size_t cases : count.products) row.cells.push_back(cell(cases));
      row.cells.push_back(cell(count.all));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  const Report& report_;
  Language language_;
};

}  // namespace

PageContent build_report_page(const Report& report, Language language) { return ReportPage(report, language).build(); }

}  // namespace npu_cts::reports
