// SPDX-License-Identifier: Apache-2.0
#include "reports/build_op_report.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include <fmt/format.h>

#include "framework/expression/print_expression.h"
#include "framework/rule/judge_call.h"
#include "reports/applies_text.h"
#include "reports/documented.h"
#include "reports/evidence.h"

namespace npu_cts::reports {
namespace {

struct Books {
  EvidenceBook covers, families, combinations, targets;
};

std::string target_key(const std::string& release, const std::string& mode) {
  return fmt::format("{}/{}", release, mode);
}

/// Returns the last part of a case id, the part that is its content: behind operator, product, release, mode, family.
std::string content_of(const record::PlannedCase& planned) {
  const std::string head = fmt::format("{}/{}/{}/{}/{}/", planned.op, planned.target.product, planned.target.release,
                                       planned.target.mode, name_of(planned.family));
  return planned.id.starts_with(head) ? planned.id.substr(head.size()) : planned.id;
}

std::size_t column_of(const std::vector<Product>& products, const std::string& id) {
  return static_cast<std::size_t>(std::ranges::find(products, id, &Product::id) - products.begin());
}

void count_size_and_time(const CaseLine& line, OpReport& report) {
  report.microseconds += line.result->microseconds;
  std::uint64_t largest = 0;
  for (const auto& [symbol, size] : line.result->sizes)
    largest = std::max(largest, static_cast<std::uint64_t>(std::max<std::int64_t>(size, 0)));
  constexpr std::uint64_t most = std::uint64_t{1} << 62;  // what a journal may claim beyond that counts as that
  if (largest > 0) add(report.by_size[static_cast<std::int64_t>(std::bit_ceil(std::min(largest, most)))], line);
}

void count_cases(const std::vector<CaseLine>& cases, const OpScope& scope, OpReport& report, Books& books) {
  for (const CaseLine& line : cases) {
    const record::PlannedCase& planned = *line.planned;
    const std::size_t product = column_of(scope.products, planned.target.product);
    add(report.tally, line);
    add(report.claim, line);
    add(report.product_tallies[product], line);
    if (line.result != nullptr) count_size_and_time(line, report);
    const std::set<std::string> reasons(planned.covers.begin(), planned.covers.end());
    for (const std::string& reason : reasons) books.covers.add(reason, product, line);
    books.families.add(std::string(name_of(planned.family)), product, line);
    books.targets.add(target_key(planned.target.release, planned.target.mode), product, line);
    if (planned.family == Family::rows) books.combinations.add(content_of(planned), product, line);
  }
}

void list_findings(const std::vector<CaseLine>& cases, const OpScope& scope, OpReport& report) {
  for (const CaseLine& line : cases) {
    if (line.result == nullptr) {
      report.not_run.push_back(line.planned->id);
    } else if (is_failure(line.result->status)) {
      report.failing.push_back({*line.planned, *line.result, reproducer_of(scope.info, *line.planned)});
    } else if (line.result->status == Status::weak) {
      report.weak.push_back({*line.planned, *line.result, reproducer_of(scope.info, *line.planned)});
    }
  }
}

std::vector<const CaseResult*> results_of(const std::vector<CaseLine>& cases) {
  std::vector<const CaseResult*> results;
  for (const CaseLine& line : cases) {
    if (line.result != nullptr) results.push_back(line.result);
  }
  return results;
}

class FactBuilder {
 public:
  FactBuilder(const OpScope& scope, const OpSpec& op, const std::vector<CaseLine>& cases)
      : spec_(scope.spec), op_(op), products_(scope.products), newest_(products_.size()) {
    for (const Statement& statement : spec_.statements) statements_[statement.id] = &statement;
    for (const CaseLine& line : cases) {
      const std::size_t release = find_release(spec_, line.planned->target.release).value_or(0);
      targets_.insert({spec_.releases.size() - release, line.planned->target});
    }
    for (const auto& [age, target] : targets_) {
      std::size_t& newest = newest_[column_of(products_, target.product)];
      newest = std::max(newest, spec_.releases.size() - age);
    }
    for (std::size_t i = 0; i < products_.size(); ++i) find_what_is_there(i);
  }

  std::vector<CitedStatement> cited(const Citations& cite) const {
    std::vector<CitedStatement> cited;
    for (const std::string& id : cite) {
      cited.push_back({.id = id, .documents = {}, .place = {}});
      const auto it = statements_.find(id);
      if (it == statements_.end()) continue;
      cited.back().documents = it->second->documents;
      cited.back().place = it->second->place;
    }
    return cited;
  }

  Fact of_row(const Row& row, const std::vector<std::string>& columns) const {
    Fact fact = fact_of(row.id, row.applies, row.at);
    std::vector<Wording> wordings;
    for (const Row& one : op_.rows) {
      if (one.id == row.id) wordings.push_back({.applies = &one.applies});
    }
    fact.documented = documented(std::string(rows_rule_id), wordings);
    fact.cite = cited(row.cite);
    for (const std::string& column : columns) {
      const auto it = row.cells.find(column);
      fact.cells.push_back(it == row.cells.end() ? std::string() : to_text(it->second));
    }
    return fact;
  }

  Fact of_rule(const Rule& rule) const {
    Fact fact = fact_of(rule.id, rule.applies, rule.at);
    fact.text = rule.text;
    fact.on_violation = rule.on_violation;
    fact.phase = rule.phase;
    fact.derived = rule.derived;
    std::vector<Wording> wordings;
    for (const Rule& one : op_.rules) {
      if (one.id == rule.id)
        wordings.push_back({.applies = &one.applies, .on_violation = one.on_violation, .question = one.question});
    }
    fact.documented = documented(rule.id, wordings);
    fact.cite = cited(rule.cite);
    if (!rule.require) return fact;
    fact.expression = to_text(*rule.require);
    if (rule.when) fact.expression += "  (when " + to_text(*rule.when) + ")";
    return fact;
  }

  Fact of_data_set(const DataSet& data) const {
    Fact fact = fact_of(data.id, data.applies, data.at);
    fact.text = data.text;
    return fact;
  }

  /// Returns the rules that bind some case, newest wording first found, in the order of judgement.
  std::vector<Rule> rules_of_cases() const {
    std::vector<Rule> rules;
    std::set<std::string> known;
    for (const auto& [age, target] : targets_) {
      const BoundSpec bound = BoundSpec::bind(spec_, op_, target);
      for (const BoundRule& rule : bound.rules()) {
        if (known.insert(rule.id).second) rules.push_back(rule);
      }
    }
    std::ranges::stable_sort(rules, {}, &Rule::phase);
    return rules;
  }

 private:
  /// Finds the rules of the `i`th product, in the modes that the documents do not refuse.
  void find_what_is_there(std::size_t i) {
    for (const Mode& mode : spec_.modes.all) {
      const Target target{products_[i].id, spec_.releases[newest_[i]], mode.id};
      const SupportCell* const support = find_support(spec_, op_, target);
      if (support == nullptr || support->state == SupportState::no) continue;
      const BoundSpec bound = BoundSpec::bind(spec_, op_, target);
      for (const BoundRule& rule : bound.rules()) there_.insert({rule.id, i});
    }
  }

  /// Returns what the documents say on each product of a fact with these wordings, which `rule` is or is part of. A
  /// fact without a wording follows from others.
  std::vector<Documented> documented(const std::string& rule, const std::vector<Wording>& wordings) const {
    std::vector<Documented> all;
    for (std::size_t i = 0; i < products_.size(); ++i) {
      Documented one{.state = SupportState::yes, .question = {}, .changed_in = {}};
      if (!wordings.empty()) one = documented_fact(products_[i].id, wordings, op_, spec_, newest_[i]);
      if (!there_.contains({rule, i}) && one.state != SupportState::no)
        one = {.state = SupportState::no, .question = {}, .changed_in = {}};
      all.push_back(std::move(one));
    }
    return all;
  }

  Fact fact_of(const std::string& id, const Applies& applies, const Location& at) const {
    Fact fact;
    fact.id = id;
    fact.holds = to_text(applies, spec_);
    fact.at = at;
    return fact;
  }

  const Spec& spec_;
  const OpSpec& op_;
  const std::vector<Product>& products_;
  std::set<std::pair<std::size_t, Target>> targets_;     ///< of the cases, by the age of their releases: newest first
  std::vector<std::size_t> newest_;                      ///< release of the cases of each product
  std::set<std::pair<std::string, std::size_t>> there_;  ///< rules that calls of a product meet in that release
  std::map<std::string, const Statement*> statements_;
};

std::vector<std::string> row_columns_of(const OpSpec& op) {
  std::vector<std::string> columns;
  for (const Parameter& parameter : op.parameters) {
    const bool used = std::ranges::any_of(op.rows, [&](const Row& row) { return row.cells.contains(parameter.key); });
    if (used) columns.push_back(parameter.key);
  }
  return columns;
}

void add_fact(std::vector<Fact>& facts, Fact fact, EvidenceBook& book) {
  fact.evidence = book.take(fact.id);
  facts.push_back(std::move(fact));
}

void add_remaining(std::vector<Fact>& facts, EvidenceBook& book) {
  for (const std::string& key : book.keys()) {
    Fact fact;
    fact.id = key;
    add_fact(facts, std::move(fact), book);
  }
}

/// Adds the dtype combinations of an operator without rows. They are planned where the documents have them.
void add_combinations(std::vector<Fact>& facts, EvidenceBook& book) {
  add_remaining(facts, book);
  for (Fact& fact : facts) {
    for (const Evidence& evidence : fact.evidence) {
      const bool is_there = evidence.tally.planned > 0;
      fact.documented.push_back(
          {.state = is_there ? std::optional(SupportState::yes) : std::nullopt, .question = {}, .changed_in = {}});
    }
  }
}

void add_facts(const OpSpec& op, const std::vector<CaseLine>& cases, const OpScope& scope, OpReport& report,
               Books& books) {
  const FactBuilder builder(scope, op, cases);
  report.row_columns = row_columns_of(op);
  for (const Row& row : op.rows) add_fact(report.rows, builder.of_row(row, report.row_columns), books.covers);
  if (op.rows.empty()) add_combinations(report.rows, books.combinations);
  for (const Rule& rule : builder.rules_of_cases()) add_fact(report.rules, builder.of_rule(rule), books.covers);
  for (const DataSet& data : op.hints.data) add_fact(report.data_sets, builder.of_data_set(data), books.covers);
}

void add_support(const OpSpec& op, const OpScope& scope, OpReport& report, Books& books) {
  for (std::size_t i = scope.spec.releases.size(); i-- > 0;) {
    if (!op.pages.contains(i)) continue;
    const std::string& release = scope.spec.releases[i];
    for (const Mode& mode : scope.spec.modes.all) {
      SupportLine line{.release = release,
                       .mode = mode.id,
                       .documented = {},
                       .evidence = books.targets.take(target_key(release, mode.id))};
      for (const Product& product : scope.products)
        line.documented.push_back(documented_support({product.id, release, mode.id}, i, op, scope.spec));
      report.support.push_back(std::move(line));
    }
  }
}

void add_variants(const OpSpec& op, const std::vector<CaseLine>& cases, const OpScope& scope, OpReport& report) {
  report.implementation_defined = op.implementation_defined;
  if (op.implementation_defined.empty()) return;
  for (const Product& product : scope.products) {
    Agreements agreements;
    for (const CaseLine& line : cases) {
      if (line.result != nullptr && line.planned->target.product == product.id) agreements.add(*line.result);
    }
    report.variants.push_back({.product = product.id, .variants = identify_variants(op, agreements)});
  }
}

/// Returns the contested facts that some case met. What a case covers for one of them is counted here alone.
std::vector<ContestedLine> contested_in(const OpSpec& op, const std::vector<CaseLine>& cases, Books& books) {
  std::vector<ContestedLine> contested;
  for (const Contested& one : op.contested) {
    const std::string id = to_text(Reason{ReasonKind::contested, one.id});
    books.covers.take(id);
    ContestedLine met{.fact = one};
    for (const CaseLine& line : cases) {
      const auto& covers = line.planned->covers;
      if (line.result == nullptr || std::ranges::find(covers, id) == covers.end()) continue;
      ++(line.result->outcome == OutcomeKind::completed ? met.accepted : met.refused);
    }
    if (met.accepted + met.refused > 0) contested.push_back(std::move(met));
  }
  return contested;
}

/// Returns what a run that passed has shown, given what was claimed: refusals alone prove nothing of a part.
Conclusion conclusion_of(const Claim& claim) {
  if (claim.documented == 0 && claim.left_out > 0) return Conclusion::nothing_ran;
  if (claim.claimed == claim.documented) return Conclusion::conforms;
  return claim.claimed == 0 ? Conclusion::nothing_ran : Conclusion::conforms_in_part;
}

bool mixes_variants(const OpReport& report) {
  return std::ranges::any_of(report.variants,
                             [](const ProductVariants& one) { return !one.variants.disagreeing.empty(); });
}

}  // namespace

std::vector<DiagnosisGroup> diagnosis_groups(const OpReport& op) {
  std::vector<DiagnosisGroup> groups;
  for (const Suspicion& one : op.suspicions) groups.push_back({.suspicion = &one, .cases = {}});
  std::map<std::pair<Status, std::optional<Fault>>, std::size_t> endings;
  for (const ListedCase& one : op.failing) {
    const auto& alike = one.result.matching_mutants;
    const auto explained = std::ranges::find_if(op.suspicions, [&](const Suspicion& by) {
      return by.wrong.empty() || std::ranges::find(alike, by.wrong) != alike.end();
    });
    auto group = static_cast<std::size_t>(explained - op.suspicions.begin());
    if (!one.result.mismatch || explained == op.suspicions.end()) {
      const auto& attribution = one.result.attribution;
      const auto fault = attribution ? std::optional(attribution->fault) : std::nullopt;
      group = endings.try_emplace({one.result.status, fault}, groups.size()).first->second;
      if (group == groups.size()) groups.emplace_back();
    }
    groups[group].cases.push_back(&one);
  }
  std::erase_if(groups, [](const DiagnosisGroup& one) { return one.cases.empty(); });
  return groups;
}

void add(Claim& claim, const CaseLine& line) {
  if (line.result == nullptr) return;
  const bool is_waived = line.result->status == Status::expected_fail;  // a failure that is known, not a declaration
  const bool is_declared = line.result->outcome == OutcomeKind::unsupported && !is_waived;
  const bool is_documented = line.planned->expected == Verdict::accept;
  if (is_documented) ++claim.documented;
  if (is_documented && !is_declared) ++claim.claimed;
  if (!is_documented && is_declared && line.result->status == Status::skip) ++claim.left_out;
}

Conclusion conclusion_of(const OpReport& report, bool finished) {
  if (mixes_variants(report)) return Conclusion::fails;
  Conclusion conclusion = conclusion_of(report.tally, finished);
  if (conclusion == Conclusion::conforms) conclusion = conclusion_of(report.claim);
  const bool has_shown = conclusion == Conclusion::conforms || conclusion == Conclusion::conforms_in_part;
  const bool is_waived = report.tally.count(Status::expected_fail) > 0;
  return is_waived && has_shown ? Conclusion::passes_with_waivers : conclusion;
}

Conclusion conclusion_of(const Tally& tally, bool finished) {
  if (tally.planned == tally.not_run) return Conclusion::nothing_ran;
  if (failures(tally) > 0) return Conclusion::fails;
  if (!finished || tally.not_run > 0) return Conclusion::incomplete;
  const std::size_t unproved =
      tally.count(Status::skip) + tally.count(Status::contested) + tally.count(Status::expected_fail);
  return unproved == tally.planned ? Conclusion::nothing_ran : Conclusion::conforms;
}

OpReport build_op_report(const std::string& name, const std::vector<CaseLine>& cases, const OpScope& scope) {
  const std::size_t columns = scope.products.size();
  OpReport report;
  report.name = name;
  report.product_tallies.resize(columns);
  Books books{EvidenceBook(columns), EvidenceBook(columns), EvidenceBook(columns), EvidenceBook(columns)};
  count_cases(cases, scope, report, books);
  list_findings(cases, scope, report);
  report.suspicions = diagnose(results_of(cases));
  if (const OpSpec* op = find_operator(scope.spec, name)) {
    report.text = op->text;
    report.file = op->file;
    add_facts(*op, cases, scope, report, books);
    add_support(*op, scope, report, books);
    add_variants(*op, cases, scope, report);
    report.open = op->open;
    report.contradictions = op->contradictions;
    report.contested = contested_in(*op, cases, books);
  }
  add_remaining(report.families, books.families);
  add_remaining(report.others, books.covers);
  report.conclusion = conclusion_of(report, scope.finished);
  return report;
}

}  // namespace npu_cts::reports
