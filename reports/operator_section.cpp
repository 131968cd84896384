// SPDX-License-Identifier: Apache-2.0
#include "reports/operator_section.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/text.h"
#include "framework/record/rerun.h"
#include "reports/phrases.h"
#include "reports/report_cells.h"

namespace npu_cts::reports {

using namespace document;

namespace {

constexpr std::size_t shown_behind = 8;   ///< cases behind one score, failing ones first
constexpr std::size_t shown_sources = 2;  ///< of one fact, before they fold away

std::string case_anchor(const std::string& id) { return "case-" + id; }

class OperatorSection {
 public:
  OperatorSection(const Report& report, const OpReport& op, Language language)
      : report_(report), op_(op), language_(language), groups_(diagnosis_groups(op)) {
    for (const auto* facts : {&op.rows, &op.rules, &op.data_sets, &op.others}) {
      for (const Fact& fact : *facts) facts_.insert(fact.id);
    }
    for (const DiagnosisGroup& group : groups_) {
      for (const ListedCase* one : group.shown()) cards_.insert(one->planned.id);
    }
    for (std::size_t i = 0; i < std::min(op.weak.size(), listed_cases); ++i) cards_.insert(op.weak[i].planned.id);
  }

  Section build() {
    section_ = {.title = {plain(op_.name + " "), verdict_badge(op_.conclusion, language_)},
                .blocks = {{Paragraph{{dim(pick(op_.text, language_))}}}},
                .anchor = op_.name};
    if (const std::string part = part_claimed(op_.claim, language_); !part.empty())
      section_.blocks.push_back({Paragraph{{plain(labelled(word(Word::claimed), part, language_))}}});
    section_.blocks.push_back(again(report_.info, ""));
    add_failing();
    add_variants();
    add_support();
    add_rows();
    add_rules();
    add_facts(Word::data_sets, op_.data_sets);
    add_facts(Word::families, op_.families);
    add_facts(Word::others, op_.others);
    add_weak();
    add_not_run();
    add_open();
    add_contested();
    add_contradictions();
    return std::move(section_);
  }

 private:
  std::string word(Word word) const { return std::string(say(word, language_)); }
  std::string counted(Word name, std::size_t count) const { return fmt::format("{} ({})", word(name), count); }
  Column column(Word title, Holds holds = Holds::text) const { return {.title = word(title), .holds = holds}; }
  std::string fact_anchor(const std::string& id) const { return fmt::format("fact-{}/{}", op_.name, id); }

  /// Adds a section with a place of its own; a list of things says how many there are.
  void add(Word title, Blocks blocks, std::optional<std::size_t> count = std::nullopt) {
    section_.blocks.push_back({Section{.title = {plain(count ? counted(title, *count) : word(title))},
                                       .blocks = std::move(blocks),
                                       .anchor = section_anchor(op_, title)}});
  }

  /// Returns the command that runs what a table counts again. Words in capitals stand for what its row and column name.
  Block again(RunInfo info, std::string_view narrowed) const {
    info.filters.ops = {op_.name};
    if (!narrowed.empty()) info.filters.products = {};  // the column names one
    return again_by(record::run_command(info) + std::string(narrowed), language_);
  }
  Block again_by_id(std::string_view option) const {
    return again(report_.info, fmt::format(" {} ID --product PRODUCT", option));
  }

  /// Returns the paragraph that says how many are not shown.
  Block rest(std::size_t left) const {
    return {Paragraph{{plain(fmt::format("{} {}; {}", left, word(Word::more), word(Word::all_cases)))}}};
  }

  Line case_line(const std::string& id) const {
    return {cards_.contains(id) ? linked(name(id), To::item, case_anchor(id)) : name(id)};
  }

  /// Returns the score of `evidence`; it opens to the cases behind it, failing ones first.
  TableCell score(const Evidence& evidence) const {
    TableCell cell{.mark = mark_of(evidence.tally)};
    Line score = score_of(evidence.tally, language_);
    if (cell.mark == Mark::empty) {
      cell.lines = {std::move(score)};
      return cell;
    }
    if (!evidence.failing.empty())
      score.front() = linked(std::move(score.front()), To::section, section_anchor(op_, Word::failing));
    Fold fold{.summary = std::move(score)};
    for (const auto* ids : {&evidence.failing, &evidence.others}) {
      for (const std::string& id : std::span(*ids).first(std::min(ids->size(), shown_behind - fold.lines.size())))
        fold.lines.push_back(case_line(id));
    }
    if (const std::size_t shown = fold.lines.size(); evidence.tally.planned > shown) {
      fold.lines.push_back({plain(
          fmt::format("+ {} {} ({})", evidence.tally.planned - shown, word(Word::more), word(Word::all_cases)))});
    }
    cell.folds.push_back(std::move(fold));
    return cell;
  }

  void add_scores(const Fact& fact, TableRow& row) const {
    for (std::size_t i = 0; i < fact.evidence.size(); ++i) {
      row.cells.push_back(score(fact.evidence[i]));
      if (fact.documented.empty() || !fact.documented[i].state) continue;
      row.cells.back().lines = {fact_standing(fact.documented[i], fact.evidence[i].tally, language_)};
    }
  }

  /// The place in the spec, and the statements it was taken from; many of them fold away.
  TableCell source(const Fact& fact) const {
    TableCell source = cell(code(place_of(fact.at)));
    std::vector<Line> cited;
    for (const CitedStatement& one : fact.cite) cited.push_back({plain(source_of(one))});
    if (cited.size() > shown_sources) {
      const std::string title = fmt::format("{} × {}", cited.size(), word(Word::source));
      source.folds.push_back({.summary = {plain(title)}, .lines = std::move(cited), .flat = Flat::lines});
    } else {
      source.lines.insert(source.lines.end(), cited.begin(), cited.end());
    }
    return source;
  }

  void add_support() {
    if (op_.support.empty()) return;
    Table table{.columns = {column(Word::release), column(Word::mode)}};
    add_products(table.columns, report_, language_);
    for (const SupportLine& line : op_.support) {
      TableRow row{.cells = {cell(line.release), cell(std::string(line.mode))}};
      for (std::size_t i = 0; i < line.documented.size(); ++i) {
        row.cells.push_back(score(line.evidence[i]));
        row.cells.back().lines = {support_standing(line.documented[i], line.evidence[i].tally, language_)};
      }
      table.rows.push_back(std::move(row));
    }
    RunInfo info = report_.info;
    info.filters.releases = info.filters.modes = {};
    add(Word::support, {again(info, " --release RELEASE --mode MODE --product PRODUCT"), {std::move(table)}});
  }

  void add_rows() {
    if (op_.rows.empty()) return;
    const bool joint = !op_.row_columns.empty();
    Table table{.columns = {column(Word::id)}};
    for (const std::string& key : op_.row_columns) table.columns.push_back({key});
    add_products(table.columns, report_, language_);
    if (joint) table.columns.push_back(column(Word::source, Holds::note));
    for (const Fact& fact : op_.rows) {
      TableRow row{.cells = {cell(name(fact.id))}, .anchor = fact_anchor(fact.id)};
      if (!fact.holds.empty()) row.cells.front().lines.push_back({dim(fact.holds)});
      for (const std::string& text : fact.cells) row.cells.push_back(cell(text));
      add_scores(fact, row);
      if (joint) row.cells.push_back(source(fact));
      table.rows.push_back(std::move(row));
    }
    if (!joint) {
      RunInfo info = report_.info;
      info.filters.products = {};
      info.query = {};
      info.selection.queries = {fmt::format("{}/PRODUCT/*/{}/ID", op_.name, name_of(Family::rows))};
      return add(Word::combinations, {again(info, ""), {std::move(table)}});
    }
    add(Word::rows, {again_by_id("--rule"), {std::move(table)}});
  }

  void add_rules() {
    if (op_.rules.empty()) return;
    Table table{.columns = {column(Word::id), column(Word::text), column(Word::on_violation)}};
    add_products(table.columns, report_, language_);
    table.columns.push_back(column(Word::source, Holds::note));
    for (const Fact& rule : op_.rules) {
      TableRow row{.cells = {rule_id(rule), rule_text(rule),
                             cell(rule.on_violation ? std::string(name_of(*rule.on_violation)) : std::string())},
                   .anchor = fact_anchor(rule.id)};
      add_scores(rule, row);
      row.cells.push_back(source(rule));
      table.rows.push_back(std::move(row));
    }
    add(Word::rules, {again_by_id("--rule"), {std::move(table)}});
  }

  TableCell rule_id(const Fact& rule) const {
    std::vector<std::string> parts;
    if (rule.phase) parts.emplace_back(name_of(*rule.phase));
    if (rule.derived) parts.push_back(word(Word::derived));
    return {.lines = {{name(rule.id)}, {dim(join(parts, " · "))}}};
  }

  /// Returns our paraphrase, then the expression, then where it holds.
  TableCell rule_text(const Fact& rule) const {
    const std::string& text = pick(rule.text, language_);
    TableCell cell = document::cell(text);
    if (!rule.expression.empty() && rule.expression != text) cell.lines.push_back({code(rule.expression)});
    if (!rule.holds.empty()) cell.lines.push_back({dim(labelled(word(Word::holds), rule.holds, language_))});
    return cell;
  }

  void add_facts(Word title, const std::vector<Fact>& facts) {
    if (facts.empty()) return;
    const bool described = title == Word::data_sets;
    Table table{.columns = {column(title == Word::families ? Word::family : Word::id)}};
    if (described) table.columns.push_back(column(Word::text));
    add_products(table.columns, report_, language_);
    for (const Fact& fact : facts) {
      TableRow row{.cells = {cell(name(fact.id))}};
      if (title != Word::families) row.anchor = fact_anchor(fact.id);
      if (described) row.cells.push_back(cell(pick(fact.text, language_)));
      add_scores(fact, row);
      table.rows.push_back(std::move(row));
    }
    Blocks blocks{again_by_id(title == Word::families ? "--family" : "--rule"), {std::move(table)}};
    if (title == Word::families) blocks.insert(blocks.begin(), {tally_chart(facts, language_)});
    add(title, std::move(blocks));
  }

  void add_variants() {
    if (op_.variants.empty()) return;
    Table table{.columns = {column(Word::product), column(Word::cases, Holds::number), column(Word::fits)}};
    for (const ProductVariants& one : op_.variants)
      table.rows.push_back({.cells = {cell(one.product), cell(one.variants.cases), variants(one.variants)}});
    List list;
    for (const ImplementationDefined& behaviour : op_.implementation_defined) {
      for (const Variant& variant : behaviour.variants) {
        list.items.push_back({{code(fmt::format("{} = {}", behaviour.id, variant.id)),
                               dim(fmt::format(" ({}) {}", variant.basis, pick(variant.text, language_)))}});
      }
    }
    add(Word::variants, {{std::move(table)}, {std::move(list)}});
  }

  TableCell variants(const VariantIdentification& variants) const {
    if (variants.cases == 0) return cell(word(Word::pinned));
    TableCell cell{.mark = Mark::good};
    for (const VariantChoice& choice : variants.fits) cell.lines.push_back({code(to_text(choice))});
    if (!cell.lines.empty()) return cell;
    cell = {.lines = {{plain("✗ " + word(Word::disagreeing))}}, .mark = Mark::bad};
    for (const std::string& id : variants.disagreeing) cell.lines.push_back(case_line(id));
    return cell;
  }

  /// Adds a section with a heading for each diagnosis; its first case stands open.
  void add_failing() {
    if (op_.failing.empty()) return;
    Blocks blocks = wrong_by_size(op_, language_);
    for (const std::string& condition : conditions_of(op_, language_))
      blocks.push_back({Paragraph{{plain(condition)}}});
    for (const DiagnosisGroup& group : groups_) {
      Section section{.title = {plain(heading_of(group, language_))}, .blocks = {}};
      for (const ListedCase* one : group.shown()) {
        section.blocks.push_back({card(*one)});
        std::get<Card>(section.blocks.back().value).is_folded = one != group.cases.front();
      }
      if (group.cases.size() > listed_alike) section.blocks.push_back(rest(group.cases.size() - listed_alike));
      blocks.push_back({std::move(section)});
    }
    add(Word::failing, std::move(blocks), op_.failing.size());
  }

  void add_weak() {
    if (op_.weak.empty()) return;
    Blocks blocks;
    for (std::size_t i = 0; i < std::min(op_.weak.size(), listed_cases); ++i) blocks.push_back({card(op_.weak[i])});
    if (op_.weak.size() > listed_cases) blocks.push_back(rest(op_.weak.size() - listed_cases));
    add(Word::weak, std::move(blocks), op_.weak.size());
  }

  Card card(const ListedCase& one) const {
    const CaseResult& result = one.result;
    const Mark mark = is_failure(result.status) ? Mark::bad : Mark::doubtful;
    Card card{.anchor = case_anchor(one.planned.id),
              .mark = mark,
              .title = {badge(mark, ending_of(result, language_)), plain(" "), name(one.planned.id)},
              .line = {plain(result.reason)}};
    if (!result.behind.empty())
      card.line.push_back(plain(std::string(pick(language_, "; ", "；")) + passes_alone(result, language_)));
    if (result.mismatch)
      card.terms.terms.push_back({word(Word::first_mismatch), {{code(to_text(*result.mismatch, language_))}}});
    if (!result.matching_mutants.empty())
      card.terms.terms.push_back(
          {std::string(pick(language_, "Resembles", "类似于")), {{plain(join(result.matching_mutants, "; "))}}});
    Line place{code(place_of(one.planned.at))};
    for (const std::string& id : one.planned.covers) place.insert(place.end(), {plain(" "), fact(id)});
    card.terms.terms.push_back({word(Word::place), {std::move(place)}});
    card.terms.terms.push_back({word(Word::reproduce), {{code(one.reproducer)}}});
    if (!one.arguments.empty()) card.table = call_table(one.arguments, language_);
    card.program = one.snippet;
    return card;
  }

  Span fact(const std::string& id) const {
    return facts_.contains(id) ? linked(name(id), To::item, fact_anchor(id)) : name(id);
  }

  void add_not_run() {
    if (op_.not_run.empty()) return;
    List list;
    for (std::size_t i = 0; i < std::min(op_.not_run.size(), listed_cases); ++i)
      list.items.push_back({{name(op_.not_run[i])}});
    Blocks blocks{{std::move(list)}};
    if (op_.not_run.size() > listed_cases) blocks.push_back(rest(op_.not_run.size() - listed_cases));
    add(Word::cases_not_run, std::move(blocks), op_.not_run.size());
  }

  void add_open() {
    if (op_.open.empty()) return;
    Table table{
        .columns = {column(Word::id), column(Word::text), column(Word::found), column(Word::place, Holds::note)}};
    for (const OpenQuestion& open : op_.open) {
      table.rows.push_back({.cells = {cell(name(open.id)), cell(pick(open.question, language_)), cell(open.found),
                                      cell(code(place_of(open.at)))}});
    }
    add(Word::open_questions, {{std::move(table)}});
  }

  void add_contradictions() {
    if (op_.contradictions.empty()) return;
    Table table{.columns = {column(Word::id), column(Word::text), column(Word::resolution), column(Word::basis),
                            column(Word::place, Holds::note)}};
    for (const Contradiction& one : op_.contradictions) {
      table.rows.push_back(
          {.cells = {cell(name(one.id)), cell(pick(one.text, language_)), cell(pick(one.resolution, language_)),
                     cell(one.basis), cell(code(place_of(one.at)))}});
    }
    add(Word::contradictions, {{std::move(table)}});
  }

  void add_contested() {
    if (op_.contested.empty()) return;
    Table table{.columns = {column(Word::id), column(Word::rules), column(Word::evidence),
                            column(Word::accepted, Holds::number), column(Word::refused, Holds::number),
                            column(Word::place, Holds::note)}};
    for (const ContestedLine& one : op_.contested) {
      TableCell evidence = cell(pick(one.fact.says, language_));
      evidence.lines.push_back({dim(labelled(one.fact.by, one.fact.where, language_))});
      table.rows.push_back({.cells = {cell(name(one.fact.id)),
                                      {.lines = {{fact(one.fact.subject)}}},
                                      std::move(evidence),
                                      cell(one.accepted),
                                      cell(one.refused),
                                      cell(code(place_of(one.fact.at)))}});
    }
    add(Word::contested, {{std::move(table)}});
  }

  const Report& report_;
  const OpReport& op_;
  Language language_;
  std::vector<DiagnosisGroup> groups_;
  std::set<std::string, std::less<>> facts_;  ///< those that have a row
  std::set<std::string, std::less<>> cards_;  ///< the cases that have a card
  Section section_;
};

}  // namespace

Section build_operator_section(const Report& report, const OpReport& op, Language language) {
  return OperatorSection(report, op, language).build();
}

std::string section_anchor(const OpReport& op, Word title) {
  std::string name(say(title, Language::en));
  std::ranges::transform(name, name.begin(), [](char c) { return c == ' ' ? '-' : to_lower(c); });
  return fmt::format("{}/{}", op.name, name);
}

}  // namespace npu_cts::reports
