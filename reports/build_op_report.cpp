// SPDX-License-Identifier: Apache-2.0
#include "reports/build_op_report.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/sort.h"
#include "framework/expression/print_expression.h"
#include "framework/record/rerun.h"
#include "framework/rule/judge_call.h"
#include "reports/applies_text.h"
#include "reports/documented.h"
#include "reports/evidence.h"

namespace npu_cts::reports {
namespace {

std::string target_key(const std::string& release, const std::string& mode) {
  return fmt::format("{}/{}", release, mode);
}

/// Returns the last part of a case id, the part that is its content: behind operator, product, release, mode, family.
std::string content_of(const record::PlannedCase& planned) {
  const std::string head = fmt::format("{}/{}/{}/{}/{}/", planned.op, planned.target.product, planned.target.release,
                                       planned.target.mode, name_of(planned.family));
  return planned.id.starts_with(head) ? planned.id.substr(head.size()) : planned.id;
}

/// Returns what a case says that it covers where `fact` contests its refusal.
std::string reason_of(const Contested& fact) { return to_text(Reason{ReasonKind::contested, fact.id}); }

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

class FactBuilder {
 public:
  /// `seen` are the targets of the cases.
  FactBuilder(const OpScope& scope, const OpSpec& op, const std::set<Target>& seen)
      : spec_(scope.spec), op_(op), products_(scope.products), newest_(products_.size()) {
    for (const Statement& statement : spec_.statements) statements_[statement.id] = &statement;
    for (const Target& target : seen) {
      const std::size_t release = find_release(spec_, target.release).value_or(0);
      targets_.insert({spec_.releases.size() - release, target});
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
      cited.push_back({.id = id});
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
    sort_stably(rules, {}, &Rule::phase);
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
      Documented one{.state = SupportState::yes};
      if (!wordings.empty()) one = documented_fact(products_[i].id, wordings, op_, spec_, newest_[i]);
      if (!there_.contains({rule, i}) && one.state != SupportState::no) one = {.state = SupportState::no};
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
      fact.documented.push_back({.state = is_there ? std::optional(SupportState::yes) : std::nullopt});
    }
  }
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

const Suspicion* explained_by(const OpReport& op, const CaseResult& result) {
  if (!result.mismatch) return nullptr;
  const auto explained = std::ranges::find_if(op.suspicions, [&](const Suspicion& by) {
    return by.wrong.empty() || contains(result.matching_mutants, by.wrong);
  });
  return explained == op.suspicions.end() ? nullptr : &*explained;
}

std::vector<DiagnosisGroup> diagnosis_groups(const OpReport& op) {
  std::vector<DiagnosisGroup> groups;
  for (const Suspicion& one : op.suspicions) groups.push_back({.suspicion = &one});
  std::map<std::pair<Status, std::optional<Fault>>, std::size_t> endings;
  for (const ListedCase& one : op.failing) {
    if (const Suspicion* const explained = explained_by(op, one.result)) {
      groups[static_cast<std::size_t>(explained - op.suspicions.data())].cases.push_back(&one);
      continue;
    }
    const auto& attribution = one.result.attribution;
    const auto fault = attribution ? std::optional(attribution->fault) : std::nullopt;
    const std::size_t group = endings.try_emplace({one.result.status, fault}, groups.size()).first->second;
    if (group == groups.size()) groups.emplace_back();
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

OpReportBuilder::OpReportBuilder(const std::string& name, const OpScope& scope)
    : scope_(scope),
      op_(find_operator(scope.spec, name)),
      covers_(scope.products.size()),
      families_(scope.products.size()),
      combinations_(scope.products.size()),
      targets_(scope.products.size()),
      agreements_(scope.products.size()) {
  report_.name = name;
  report_.product_tallies.resize(scope.products.size());
  if (op_ == nullptr) return;
  for (const Contested& one : op_->contested) contested_.push_back({.fact = one});
}

void OpReportBuilder::add(const CaseLine& line) {
  count(line);
  list(line);
  if (line.result == nullptr) return;
  count_size_and_time(line, report_);
  diagnosis_.add(*line.planned, *line.result);
  agreements_[column_of(scope_.products, line.planned->target.product)].add(*line.result);
  const auto& covers = line.planned->covers;
  for (ContestedLine& one : contested_) {
    if (!contains(covers, reason_of(one.fact))) continue;
    ++(line.result->outcome == OutcomeKind::completed ? one.accepted : one.refused);
  }
}

void OpReportBuilder::count(const CaseLine& line) {
  const record::PlannedCase& planned = *line.planned;
  const std::size_t product = column_of(scope_.products, planned.target.product);
  npu_cts::reports::add(report_.tally, line);
  npu_cts::reports::add(report_.claim, line);
  npu_cts::reports::add(report_.product_tallies[product], line);
  seen_.insert(planned.target);
  const std::set<std::string_view> reasons(planned.covers.begin(), planned.covers.end());
  for (const std::string_view reason : reasons) covers_.add(std::string(reason), product, line);
  families_.add(std::string(name_of(planned.family)), product, line);
  targets_.add(target_key(planned.target.release, planned.target.mode), product, line);
  if (planned.family == Family::rows) combinations_.add(content_of(planned), product, line);
}

void OpReportBuilder::list(const CaseLine& line) {
  if (line.result == nullptr) {
    report_.not_run.push_back(line.planned->id);
  } else if (is_failure(line.result->status)) {
    report_.passes_alone += line.result->behind.empty() ? 0 : 1;
    report_.failing.push_back(
        {*line.planned, *line.result, record::rerun_command(scope_.info, *line.planned, line.result)});
  } else if (line.result->status == Status::weak) {
    report_.weak.push_back(
        {*line.planned, *line.result, record::rerun_command(scope_.info, *line.planned, line.result)});
  }
}

void OpReportBuilder::add_facts() {
  const FactBuilder builder(scope_, *op_, seen_);
  report_.row_columns = row_columns_of(*op_);
  for (const Row& row : op_->rows) add_fact(report_.rows, builder.of_row(row, report_.row_columns), covers_);
  if (op_->rows.empty()) add_combinations(report_.rows, combinations_);
  for (const Rule& rule : builder.rules_of_cases()) add_fact(report_.rules, builder.of_rule(rule), covers_);
  for (const DataSet& data : op_->hints.data) add_fact(report_.data_sets, builder.of_data_set(data), covers_);
}

void OpReportBuilder::add_support() {
  for (std::size_t i = scope_.spec.releases.size(); i-- > 0;) {
    if (!op_->pages.contains(i)) continue;
    const std::string& release = scope_.spec.releases[i];
    for (const Mode& mode : scope_.spec.modes.all) {
      SupportLine line{.release = release, .mode = mode.id, .evidence = targets_.take(target_key(release, mode.id))};
      for (const Product& product : scope_.products)
        line.documented.push_back(documented_support({product.id, release, mode.id}, i, *op_, scope_.spec));
      report_.support.push_back(std::move(line));
    }
  }
}

void OpReportBuilder::add_variants() {
  report_.implementation_defined = op_->implementation_defined;
  if (op_->implementation_defined.empty()) return;
  for (std::size_t i = 0; i < scope_.products.size(); ++i)
    report_.variants.push_back({.product = scope_.products[i].id, .variants = identify_variants(*op_, agreements_[i])});
}

/// Adds the contested facts that some case met. What a case covers for one of them is counted here alone.
void OpReportBuilder::add_contested() {
  for (ContestedLine& one : contested_) {
    covers_.take(reason_of(one.fact));
    if (one.accepted + one.refused > 0) report_.contested.push_back(std::move(one));
  }
}

OpReport OpReportBuilder::close() {
  report_.suspicions = diagnosis_.suspicions();
  report_.kinds = diagnosis_.kinds();
  if (op_ != nullptr) {
    report_.text = op_->text;
    report_.file = op_->file;
    add_facts();
    add_support();
    add_variants();
    report_.open = op_->open;
    report_.contradictions = op_->contradictions;
    add_contested();
  }
  add_remaining(report_.families, families_);
  add_remaining(report_.others, covers_);
  report_.conclusion = conclusion_of(report_, scope_.finished);
  return std::move(report_);
}

}  // namespace npu_cts::reports
