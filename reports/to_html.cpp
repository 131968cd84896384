#include <set>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/record/rerun.h"
#include "reports/escape.h"
#include "reports/html_style.h"
#include "reports/html_writer.h"
#include "reports/phrases.h"
#include "reports/render.h"

namespace npu_cts {
namespace {

constexpr std::size_t shown_findings = 300;

/// Writes a report; holds what every part needs.
class Html {
 public:
  Html(const Report& report, Language language) : report_(report), language_(language) {}

  std::string write() {
    html_ = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n<title>{} · "
        "{}</title>\n<style>{}</style>\n"
        "</head>\n<body>\n<main>\n",
        language_ == Language::zh ? "zh" : "en", word(Word::report_title), xml_escaped(report_.info.driver),
        html_style);
    add_run();
    add_totals();
    add_faults();
    for (const OpReport& op : report_.operators) add_operator(op);
    return html_ + "</main>\n</body>\n</html>\n";
  }

 private:
  std::string word(Word word) const { return xml_escaped(say(word, language_)); }
  HtmlCell cell(Word name, std::string classes = {}) const { return {word(name), std::move(classes)}; }
  void title(Word name) { html_ += fmt::format("<h3>{}</h3>\n", word(name)); }

  void add_run() {
    const RunInfo& info = report_.info;
    html_ += fmt::format("<header>\n<div class=\"bar\"><h1>{}</h1>{}</div>\n", word(Word::report_title),
                         html_badge(mark_of(report_.conclusion), say(report_.conclusion, language_)));
    if (!report_.finished) html_ += fmt::format("<p>{}</p>\n", word(Word::unfinished));
    const auto add = [this](Word name, const std::string& value) {
      if (!value.empty()) html_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", word(name), value);
    };
    html_ += "<dl class=\"run\">\n";
    add(Word::driver, html_code(info.driver) + " " + xml_escaped(info.driver_version));
    add(Word::law, html_code(info.spec_digest));
    add(Word::query, html_code(info.query));
    add(Word::tool, "npu-cts " + xml_escaped(info.tool_version));
    add(Word::judged_by, html_code(policies_of(info)));
    add(Word::claimed, part_claimed(report_.claim));
    html_ += "</dl>\n";
    for (const Companion& page : report_.companions) {
      html_ += fmt::format("<p><a href=\"{}.html\">{}</a></p>\n", xml_escaped(page.stem), xml_escaped(page.title));
    }
    html_ += "</header>\n";
  }

  void add_totals() {
    HtmlLine titles{cell(Word::operator_), cell(Word::conclusion)};
    add_products(titles);
    for (const Status status : statuses_in(report_.tally)) titles.push_back({xml_escaped(say(status, language_)), "n"});
    titles.insert(titles.end(), {cell(Word::not_run, "n"), cell(Word::planned, "n")});
    HtmlTable table(titles);
    for (const OpReport& op : report_.operators) {
      const std::string name = fmt::format("<a href=\"#op-{}\">{}</a>", anchor_of(op.name), xml_escaped(op.name));
      HtmlLine cells{{name, ""}, {html_badge(mark_of(op.conclusion), say(op.conclusion, language_)), ""}};
      add_counts(op.product_tallies, op.tally, cells);
      table.add(cells);
    }
    HtmlLine cells{{word(Word::totals), ""},
                   {html_badge(mark_of(report_.conclusion), say(report_.conclusion, language_)), ""}};
    add_counts(report_.product_tallies, report_.tally, cells);
    table.add(cells, "class=\"sum\"");
    html_ += table.finish();
  }

  void add_faults() {
    if (report_.faults.empty()) return;
    html_ += fmt::format("<h2>{}</h2>\n", word(Word::faults));
    HtmlLine titles{cell(Word::fault)};
    add_products(titles);
    titles.push_back(cell(Word::cases, "n"));
    HtmlTable table(titles);
    for (const FaultCount& count : report_.faults) {
      HtmlLine cells{{xml_escaped(say(count.fault, language_)), ""}};
      for (const std::size_t cases : count.products) cells.push_back({std::to_string(cases), ""});
      cells.push_back({std::to_string(count.all), "n"});
      table.add(cells);
    }
    html_ += table.finish();
  }

  /// Adds a score for each product, then how often each status occurs: numbers that add up to what was planned.
  void add_counts(const std::vector<Tally>& products, const Tally& all, HtmlLine& cells) const {
    for (const Tally& tally : products) {
      const Mark mark = mark_of(tally);
      cells.push_back({fmt::format("{} {}", sign_of(mark), score_of(tally)), fmt::format("score {}", class_of(mark))});
    }
    for (const Status status : statuses_in(report_.tally)) {
      const std::size_t count = all.count(status);
      cells.push_back({std::to_string(count), count > 0 && is_failure(status) ? "n bad" : "n"});
    }
    cells.push_back({std::to_string(all.not_run), all.not_run > 0 ? "n doubtful" : "n"});
    cells.push_back({std::to_string(all.planned), "n"});
  }

  void add_operator(const OpReport& op) {
    html_ += fmt::format("<section id=\"op-{}\">\n<div class=\"bar\"><h2>{}</h2>{}</div>\n<p class=\"dim\">{}</p>\n",
                         anchor_of(op.name), xml_escaped(op.name),
                         html_badge(mark_of(op.conclusion), say(op.conclusion, language_)),
                         xml_escaped(pick(op.text, language_)));
    if (const std::string part = part_claimed(op.claim); !part.empty())
      html_ += fmt::format("<p>{}: {}</p>\n", word(Word::claimed), part);
    linked_.clear();
    for (const std::vector<Fact>* facts : {&op.rows, &op.rules, &op.data_sets, &op.others}) {
      for (const Fact& fact : *facts) linked_.insert(fact.id);
    }
    add_suspicions(op);
    add_findings(op, Word::failing, op.failing);
    add_models(op);
    add_support(op);
    add_rows(op);
    add_rules(op);
    add_facts(op, Word::data_sets, op.data_sets);
    add_facts(op, Word::families, op.families);
    add_facts(op, Word::others, op.others);
    add_findings(op, Word::weak, op.weak);
    add_not_run(op);
    add_open(op);
    add_contradictions(op);
    html_ += "</section>\n";
  }

  void add_products(HtmlLine& titles) const {
    for (const Product& product : report_.products) {
      titles.push_back({fmt::format("<span title=\"{}\">{}</span>", xml_escaped(pick(product.name, language_)),
                                    xml_escaped(product.id)),
                        ""});
    }
  }

  void add_scores(const Fact& fact, HtmlLine& cells) const {
    for (const Evidence& evidence : fact.evidence) cells.push_back(score_cell(evidence, language_));
  }

  /// The place in the law, and the statements it was taken from; many of them fold away.
  HtmlCell source_cell(const Fact& fact) const {
    std::string cited;
    for (const CitedStatement& one : fact.cite) cited += fmt::format("<div>{}</div>", xml_escaped(source_of(one)));
    if (fact.cite.size() > 2) {
      cited =
          fmt::format("<details><summary>{} × {}</summary>{}</details>", fact.cite.size(), word(Word::source), cited);
    }
    return {html_code(place_of(fact.at)) + cited, "small"};
  }

  /// The attributes of a fact's row: the anchor that cases link to, once per page.
  static std::string row_attributes(const OpReport& op, const Fact& fact) {
    return fmt::format("id=\"{}\"", fact_anchor(op.name, fact.id));
  }

  void add_support(const OpReport& op) {
    if (op.support.empty()) return;
    title(Word::support);
    HtmlLine titles{cell(Word::release), cell(Word::mode)};
    add_products(titles);
    HtmlTable table(titles);
    for (const SupportLine& line : op.support) {
      HtmlLine cells{{xml_escaped(line.release), ""}, {xml_escaped(name_of(line.mode)), ""}};
      for (const SupportEntry& entry : line.products) {
        HtmlCell score = score_cell(entry.evidence, language_);
        const std::string question = entry.question.empty() ? "" : " " + html_code(entry.question);
        score.html = fmt::format("<span class=\"dim\">{}{}</span> {}", xml_escaped(state_of(entry, language_)),
                                 question, score.html);
        cells.push_back(std::move(score));
      }
      table.add(cells);
    }
    html_ += table.finish();
  }

  void add_rows(const OpReport& op) {
    if (op.rows.empty()) return;
    const bool joint = !op.row_columns.empty();
    title(joint ? Word::rows : Word::combinations);
    HtmlLine titles{cell(Word::id)};
    for (const std::string& column : op.row_columns) titles.push_back({xml_escaped(column), ""});
    if (joint) titles.insert(titles.end(), {cell(Word::holds), cell(Word::source)});
    add_products(titles);
    HtmlTable table(titles);
    for (const Fact& row : op.rows) {
      HtmlLine cells{{xml_escaped(row.id), "id"}};
      for (const std::string& text : row.cells) cells.push_back({xml_escaped(text), ""});
      if (joint) cells.insert(cells.end(), {{xml_escaped(row.holds), "small"}, source_cell(row)});
      add_scores(row, cells);
      table.add(cells, row_attributes(op, row));
    }
    html_ += table.finish();
  }

  void add_rules(const OpReport& op) {
    if (op.rules.empty()) return;
    title(Word::rules);
    HtmlLine titles{cell(Word::id), cell(Word::text), cell(Word::otherwise), cell(Word::source)};
    add_products(titles);
    HtmlTable table(titles);
    for (const Fact& rule : op.rules) {
      const std::string kind =
          fmt::format("<div class=\"dim small\">{}{}</div>", rule.phase ? name_of(*rule.phase) : "",
                      rule.derived ? " · " + word(Word::derived) : "");
      std::string text = xml_escaped(pick(rule.text, language_));
      if (!rule.law.empty() && rule.law != rule.text.en)
        text += fmt::format("<span class=\"law id\">{}</span>", xml_escaped(rule.law));
      if (!rule.holds.empty())
        text += fmt::format("<div class=\"dim small\">{}: {}</div>", word(Word::holds), xml_escaped(rule.holds));
      HtmlLine cells{{xml_escaped(rule.id) + kind, "id"},
                     {text, ""},
                     {rule.otherwise ? xml_escaped(name_of(*rule.otherwise)) : "", ""},
                     source_cell(rule)};
      add_scores(rule, cells);
      table.add(cells, row_attributes(op, rule));
    }
    html_ += table.finish();
  }

  void add_facts(const OpReport& op, Word name, const std::vector<Fact>& facts) {
    if (facts.empty()) return;
    title(name);
    const bool described = name == Word::data_sets;
    HtmlLine titles{cell(Word::id)};
    if (described) titles.push_back(cell(Word::text));
    add_products(titles);
    HtmlTable table(titles);
    for (const Fact& fact : facts) {
      HtmlLine cells{{xml_escaped(fact.id), "id"}};
      if (described) cells.push_back({xml_escaped(pick(fact.text, language_)), ""});
      add_scores(fact, cells);
      table.add(cells, name == Word::families ? std::string() : row_attributes(op, fact));
    }
    html_ += table.finish();
  }

  void add_models(const OpReport& op) {
    if (op.models.empty()) return;
    title(Word::models);
    HtmlTable table({cell(Word::product), cell(Word::cases, "n"), cell(Word::fits)});
    for (const ProductModels& one : op.models) {
      const bool mixed = !one.models.disagreeing.empty();
      table.add({{xml_escaped(one.product), ""},
                 {std::to_string(one.models.cases), "n"},
                 {models_html(one.models), mixed                   ? "bad"
                                           : one.models.cases == 0 ? "empty"
                                                                   : "good"}});
    }
    html_ += table.finish() + "<ul class=\"small dim\">\n";
    for (const Freedom& freedom : op.freedoms) {
      for (const Model& model : freedom.models) {
        html_ += fmt::format("<li>{} ({}) {}</li>\n", html_code(freedom.id + " = " + model.id),
                             xml_escaped(model.basis), xml_escaped(pick(model.text, language_)));
      }
    }
    html_ += "</ul>\n";
  }

  std::string models_html(const ModelIdentification& models) const {
    if (models.cases == 0) return word(Word::pinned);
    std::string html;
    for (const ModelChoice& choice : models.fits) html += fmt::format("<div>{}</div>", html_code(to_text(choice)));
    if (!html.empty()) return html;
    html = "✗ " + word(Word::disagreeing) + "<ul>";
    for (const std::string& id : models.disagreeing) html += fmt::format("<li class=\"id\">{}</li>", xml_escaped(id));
    return html + "</ul>";
  }

  void add_suspicions(const OpReport& op) {
    if (op.suspicions.empty()) return;
    title(Word::suspicions);
    HtmlTable table({cell(Word::cases, "n"), cell(Word::text), cell(Word::id)});
    for (const Suspicion& one : op.suspicions) {
      table.add(
          {{std::to_string(one.cases), "n"}, {xml_escaped(to_text(one, language_)), ""}, {html_code(one.first), ""}});
    }
    html_ += table.finish();
  }

  void add_findings(const OpReport& op, Word name, const std::vector<ListedCase>& findings) {
    if (findings.empty()) return;
    html_ += fmt::format("<h3>{} ({})</h3>\n", word(name), findings.size());
    for (std::size_t i = 0; i < findings.size() && i < shown_findings; ++i) add_finding(op, findings[i]);
    add_rest(findings.size());
  }

  void add_finding(const OpReport& op, const ListedCase& finding) {
    const CaseResult& result = finding.result;
    const Mark mark = is_failure(result.status) ? Mark::bad : Mark::doubtful;
    html_ += fmt::format(
        "<article id=\"{}\" class=\"{}\"><div class=\"bar\">{}<span class=\"id\">{}</span></div>\n<p>{}</p>\n",
        case_anchor(finding.planned.id), class_of(mark), html_badge(mark, ending_of(result, language_)),
        xml_escaped(finding.planned.id), xml_escaped(result.reason));
    if (result.mismatch) {
      html_ +=
          fmt::format("<p>{}: {}</p>\n", word(Word::first_mismatch), html_code(to_text(*result.mismatch, language_)));
    }
    std::string because;
    for (const std::string& id : finding.planned.because) because += " " + fact_link(op, id);
    html_ += fmt::format("<p class=\"small dim\">{}{}</p>\n<pre>{}</pre></article>\n",
                         html_code(place_of(finding.planned.at)), because, xml_escaped(finding.reproducer));
  }

  std::string fact_link(const OpReport& op, const std::string& id) const {
    if (!linked_.contains(id)) return html_code(id);
    return fmt::format("<a href=\"#{}\">{}</a>", fact_anchor(op.name, id), xml_escaped(id));
  }

  void add_rest(std::size_t all) {
    if (all <= shown_findings) return;
    html_ += fmt::format("<p>+ {} {}; {}</p>\n", all - shown_findings, word(Word::more), word(Word::all_cases));
  }

  void add_not_run(const OpReport& op) {
    if (op.not_run.empty()) return;
    html_ += fmt::format("<h3>{} ({})</h3>\n<ul>", word(Word::cases_not_run), op.not_run.size());
    for (std::size_t i = 0; i < op.not_run.size() && i < shown_findings; ++i) {
      html_ += fmt::format("<li class=\"id\">{}</li>\n", xml_escaped(op.not_run[i]));
    }
    html_ += "</ul>\n";
    add_rest(op.not_run.size());
  }

  void add_open(const OpReport& op) {
    if (op.open.empty()) return;
    title(Word::open_questions);
    HtmlTable table({cell(Word::id), cell(Word::text), cell(Word::found), cell(Word::place)});
    for (const OpenQuestion& open : op.open) {
      table.add({{xml_escaped(open.id), "id"},
                 {xml_escaped(pick(open.ask, language_)), ""},
                 {xml_escaped(open.found), ""},
                 {html_code(place_of(open.at)), "small"}});
    }
    html_ += table.finish();
  }

  void add_contradictions(const OpReport& op) {
    if (op.contradictions.empty()) return;
    title(Word::contradictions);
    HtmlTable table({cell(Word::id), cell(Word::text), cell(Word::ruling), cell(Word::basis), cell(Word::place)});
    for (const Contradiction& one : op.contradictions) {
      table.add({{xml_escaped(one.id), "id"},
                 {xml_escaped(pick(one.text, language_)), ""},
                 {xml_escaped(pick(one.ruling, language_)), ""},
                 {xml_escaped(one.basis), ""},
                 {html_code(place_of(one.at)), "small"}});
    }
    html_ += table.finish();
  }

  const Report& report_;
  Language language_;
  std::string html_;
  std::set<std::string, std::less<>> linked_;  ///< facts of the operator at hand that have an anchor
};

}  // namespace

std::string to_html(const Report& report, Language language) { return Html(report, language).write(); }

}  // namespace npu_cts
