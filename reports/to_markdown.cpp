#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/record/rerun.h"
#include "reports/escape.h"
#include "reports/phrases.h"
#include "reports/render.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_findings = 200;

/// Writes a report; holds what every part needs.
class Markdown {
 public:
  Markdown(const Report& report, Language language) : report_(report), language_(language) {}

  std::string write() {
    heading(1, word(Word::report_title));
    add_run();
    add_totals();
    add_faults();
    for (const OpReport& op : report_.operators) add_operator(op);
    return text_;
  }

 private:
  using Line = std::vector<std::string>;

  std::string word(Word word) const { return std::string(say(word, language_)); }

  void heading(int level, const std::string& title) {
    if (!text_.empty()) text_ += "\n";
    text_ += fmt::format("{} {}\n\n", std::string(static_cast<std::size_t>(level), '#'), title);
  }

  void line(const Line& cells) { text_ += fmt::format("| {} |\n", join(cells, " | ")); }

  void header(const Line& cells) {
    line(cells);
    text_ += "|";
    for (std::size_t i = 0; i < cells.size(); ++i) text_ += "---|";
    text_ += "\n";
  }

  void add_run() {
    const RunInfo& info = report_.info;
    text_ += fmt::format("**{}**\n\n", say(report_.conclusion, language_));
    if (!report_.finished) text_ += word(Word::unfinished) + "\n\n";
    text_ += fmt::format("- {}: {} {}\n", word(Word::driver), markdown_code(info.driver),
                         markdown_escaped(info.driver_version));
    text_ += fmt::format("- {}: {}\n", word(Word::law), markdown_code(info.spec_digest));
    if (!info.query.empty()) text_ += fmt::format("- {}: {}\n", word(Word::query), markdown_code(info.query));
    text_ += fmt::format("- {}: npu-cts {}\n", word(Word::tool), markdown_escaped(info.tool_version));
    if (const std::string policies = policies_of(info); !policies.empty())
      text_ += fmt::format("- {}: {}\n", word(Word::judged_by), markdown_code(policies));
    add_claim(report_.claim);
    for (const Companion& page : report_.companions) {
      text_ += fmt::format("- [{}]({}.md)\n", markdown_escaped(page.title), page.stem);
    }
  }

  void add_claim(const Claim& claim) {
    const std::string part = part_claimed(claim);
    if (!part.empty()) text_ += fmt::format("- {}: {}\n", word(Word::claimed), part);
  }

  void add_totals() {
    heading(2, word(Word::totals));
    Line titles{word(Word::operator_), word(Word::conclusion)};
    add_product_titles(titles);
    for (const Status status : statuses_in(report_.tally)) titles.emplace_back(say(status, language_));
    titles.insert(titles.end(), {word(Word::not_run), word(Word::planned)});
    header(titles);
    for (const OpReport& op : report_.operators) {
      Line cells{fmt::format("[{}](#{})", markdown_escaped(op.name), anchor_of(op.name)),
                 std::string(say(op.conclusion, language_))};
      add_counts(op.product_tallies, op.tally, cells);
      line(cells);
    }
    Line cells{"**" + word(Word::totals) + "**", std::string(say(report_.conclusion, language_))};
    add_counts(report_.product_tallies, report_.tally, cells);
    line(cells);
  }

  void add_faults() {
    if (report_.faults.empty()) return;
    heading(2, word(Word::faults));
    Line titles{word(Word::fault)};
    add_product_titles(titles);
    titles.push_back(word(Word::cases));
    header(titles);
    for (const FaultCount& count : report_.faults) {
      Line cells{std::string(say(count.fault, language_))};
      for (const std::size_t cases : count.products) cells.push_back(std::to_string(cases));
      cells.push_back(std::to_string(count.all));
      line(cells);
    }
  }

  /// Adds a score for each product, then how often each status occurs: numbers that add up to what was planned.
  void add_counts(const std::vector<Tally>& products, const Tally& all, Line& cells) const {
    for (const Tally& tally : products) cells.push_back(fmt::format("{} {}", sign_of(mark_of(tally)), score_of(tally)));
    for (const Status status : statuses_in(report_.tally)) cells.push_back(std::to_string(all.count(status)));
    cells.insert(cells.end(), {std::to_string(all.not_run), std::to_string(all.planned)});
  }

  void add_operator(const OpReport& op) {
    text_ += fmt::format("\n<a id=\"{}\"></a>\n", anchor_of(op.name));
    heading(2, fmt::format("{}: {}", markdown_escaped(op.name), say(op.conclusion, language_)));
    text_ += markdown_escaped(pick(op.text, language_)) + "\n";
    if (!part_claimed(op.claim).empty()) text_ += "\n";
    add_claim(op.claim);
    add_support(op);
    add_rows(op);
    add_rules(op);
    add_facts(op, Word::data_sets, op.data_sets);
    add_facts(op, Word::families, op.families);
    add_facts(op, Word::others, op.others);
    add_models(op);
    add_suspicions(op);
    add_findings(op, Word::failing, op.failing);
    add_findings(op, Word::weak, op.weak);
    add_not_run(op);
    add_open(op);
    add_contradictions(op);
  }

  void add_product_titles(Line& titles) const {
    for (const Product& product : report_.products) titles.push_back(markdown_escaped(product.id));
  }

  std::string score(const OpReport& op, const Evidence& evidence) const {
    const Mark mark = mark_of(evidence.tally);
    if (mark == Mark::empty) return std::string(sign_of(mark));
    const std::string text = fmt::format("{} {}", sign_of(mark), score_of(evidence.tally));
    return evidence.failing.empty() ? text : fmt::format("[{}](#{}-failing)", text, anchor_of(op.name));
  }

  void add_scores(const OpReport& op, const Fact& fact, Line& cells) const {
    for (const Evidence& evidence : fact.evidence) cells.push_back(score(op, evidence));
  }

  static std::string sources(const Fact& fact) {
    std::vector<std::string> sources;
    for (const CitedStatement& cited : fact.cite) sources.push_back(markdown_escaped(source_of(cited)));
    return join(sources, "<br>");
  }

  void add_support(const OpReport& op) {
    if (op.support.empty()) return;
    heading(3, word(Word::support));
    Line titles{word(Word::release), word(Word::mode)};
    add_product_titles(titles);
    header(titles);
    for (const SupportLine& support : op.support) {
      Line cells{markdown_escaped(support.release), markdown_escaped(name_of(support.mode))};
      for (const SupportEntry& entry : support.products) {
        cells.push_back(fmt::format("{} · {}", state_of(entry, language_), score(op, entry.evidence)));
      }
      line(cells);
    }
  }

  void add_rows(const OpReport& op) {
    if (op.rows.empty()) return;
    const bool joint = !op.row_columns.empty();
    heading(3, word(joint ? Word::rows : Word::combinations));
    Line titles{word(Word::id)};
    for (const std::string& column : op.row_columns) titles.push_back(markdown_escaped(column));
    if (joint) titles.insert(titles.end(), {word(Word::holds), word(Word::place), word(Word::source)});
    add_product_titles(titles);
    header(titles);
    for (const Fact& row : op.rows) {
      Line cells{markdown_code(row.id)};
      for (const std::string& cell : row.cells) cells.push_back(markdown_escaped(cell));
      if (joint) cells.insert(cells.end(), {markdown_escaped(row.holds), place(row), sources(row)});
      add_scores(op, row, cells);
      line(cells);
    }
  }

  static std::string place(const Fact& fact) {
    const std::string place = place_of(fact.at);
    return place.empty() ? std::string() : markdown_code(place);
  }

  /// Our paraphrase; the law itself where there is none.
  std::string text_of(const Fact& rule) const {
    const std::string& text = pick(rule.text, language_);
    if (!text.empty() || rule.law.empty()) return markdown_escaped(text);
    return markdown_code(rule.law);
  }

  void add_rules(const OpReport& op) {
    if (op.rules.empty()) return;
    heading(3, word(Word::rules));
    Line titles{word(Word::id),        word(Word::text),  word(Word::holds),
                word(Word::otherwise), word(Word::place), word(Word::source)};
    add_product_titles(titles);
    header(titles);
    for (const Fact& rule : op.rules) {
      Line cells{markdown_code(rule.id),
                 text_of(rule),
                 markdown_escaped(rule.holds),
                 rule.otherwise ? std::string(name_of(*rule.otherwise)) : std::string(),
                 place(rule),
                 sources(rule)};
      add_scores(op, rule, cells);
      line(cells);
    }
  }

  void add_facts(const OpReport& op, Word title, const std::vector<Fact>& facts) {
    if (facts.empty()) return;
    heading(3, word(title));
    const bool described = title == Word::data_sets;
    Line titles{word(Word::id)};
    if (described) titles.push_back(word(Word::text));
    add_product_titles(titles);
    header(titles);
    for (const Fact& fact : facts) {
      Line cells{markdown_code(fact.id)};
      if (described) cells.push_back(markdown_escaped(pick(fact.text, language_)));
      add_scores(op, fact, cells);
      line(cells);
    }
  }

  void add_models(const OpReport& op) {
    if (op.models.empty()) return;
    heading(3, word(Word::models));
    for (const Freedom& freedom : op.freedoms) {
      for (const Model& model : freedom.models) {
        text_ += fmt::format("- {} = {} ({}): {}\n", markdown_code(freedom.id), markdown_code(model.id),
                             markdown_escaped(model.basis), markdown_escaped(pick(model.text, language_)));
      }
    }
    text_ += "\n";
    header({word(Word::product), word(Word::cases), word(Word::fits)});
    for (const ProductModels& one : op.models) {
      line({markdown_escaped(one.product), std::to_string(one.models.cases), models_text(one.models)});
    }
  }

  std::string models_text(const ModelIdentification& models) const {
    if (models.cases == 0) return word(Word::pinned);
    std::vector<std::string> parts;
    for (const ModelChoice& choice : models.fits) parts.push_back(markdown_code(to_text(choice)));
    if (!parts.empty()) return join(parts, "<br>");
    for (const std::string& id : models.disagreeing) parts.push_back(markdown_code(id));
    return fmt::format("✗ {}: {}", word(Word::disagreeing), join(parts, "<br>"));
  }

  void add_suspicions(const OpReport& op) {
    if (op.suspicions.empty()) return;
    heading(3, word(Word::suspicions));
    header({word(Word::cases), word(Word::text), word(Word::id)});
    for (const Suspicion& one : op.suspicions) {
      line({std::to_string(one.cases), markdown_escaped(to_text(one, language_)), markdown_code(one.first)});
    }
  }

  void add_findings(const OpReport& op, Word title, const std::vector<ListedCase>& findings) {
    if (findings.empty()) return;
    if (title == Word::failing) text_ += fmt::format("\n<a id=\"{}-failing\"></a>\n", anchor_of(op.name));
    heading(3, fmt::format("{} ({})", word(title), findings.size()));
    for (std::size_t i = 0; i < findings.size() && i < most_findings; ++i) add_finding(findings[i]);
    add_rest(findings.size(), most_findings);
  }

  void add_finding(const ListedCase& finding) {
    const CaseResult& result = finding.result;
    text_ += fmt::format("- {} **{}** {}\n", markdown_code(finding.planned.id), ending_of(result, language_),
                         markdown_escaped(result.reason));
    if (result.mismatch) {
      text_ += fmt::format("  - {}: {}\n", word(Word::first_mismatch),
                           markdown_escaped(to_text(*result.mismatch, language_)));
    }
    text_ += fmt::format("  - {}: {} ({})\n", word(Word::place), markdown_code(place_of(finding.planned.at)),
                         markdown_escaped(join(finding.planned.because, ", ")));
    text_ += fmt::format("  - {}: {}\n", word(Word::reproduce), markdown_code(finding.reproducer));
  }

  void add_rest(std::size_t all, std::size_t shown) {
    if (all > shown) text_ += fmt::format("- {} {}; {}\n", all - shown, word(Word::more), word(Word::all_cases));
  }

  void add_not_run(const OpReport& op) {
    if (op.not_run.empty()) return;
    heading(3, fmt::format("{} ({})", word(Word::cases_not_run), op.not_run.size()));
    for (std::size_t i = 0; i < op.not_run.size() && i < most_findings; ++i) {
      text_ += fmt::format("- {}\n", markdown_code(op.not_run[i]));
    }
    add_rest(op.not_run.size(), most_findings);
  }

  void add_open(const OpReport& op) {
    if (op.open.empty()) return;
    heading(3, word(Word::open_questions));
    header({word(Word::id), word(Word::text), word(Word::found), word(Word::place)});
    for (const OpenQuestion& open : op.open) {
      line({markdown_code(open.id), markdown_escaped(pick(open.ask, language_)), markdown_escaped(open.found),
            markdown_code(place_of(open.at))});
    }
  }

  void add_contradictions(const OpReport& op) {
    if (op.contradictions.empty()) return;
    heading(3, word(Word::contradictions));
    header({word(Word::id), word(Word::text), word(Word::ruling), word(Word::basis), word(Word::place)});
    for (const Contradiction& one : op.contradictions) {
      line({markdown_code(one.id), markdown_escaped(pick(one.text, language_)),
            markdown_escaped(pick(one.ruling, language_)), markdown_escaped(one.basis),
            markdown_code(place_of(one.at))});
    }
  }

  const Report& report_;
  Language language_;
  std::string text_;
};

}  // namespace

std::string to_markdown(const Report& report, Language language) { return Markdown(report, language).write(); }

}  // namespace npu_cts
