// SPDX-License-Identifier: Apache-2.0
#include "framework/diff/witnesses.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::diff {
namespace {

constexpr std::string_view page_id = "page";

/// Returns the key of the first argument of `call` that `op` has never heard of, or "".
std::string foreign_argument(const OpSpec& op, const Call& call) {
  for (const auto& [key, value] : call.arguments) {
    if (find_parameter(op, key) == nullptr) return key;
  }
  return "";
}

}  // namespace

View::View(const Side& side, std::string_view op, const Target& target)
    : spec_(side.spec),
      op_(find_operator(*side.spec, op)),
      target_(target),
      release_(find_release(*side.spec, target.release)) {
  if (op_ == nullptr || !release_ || find_mode(*spec_, target.mode) == nullptr) return;
  bound_.emplace(BoundSpec::bind(*spec_, *op_, target_));
  lines_ = spec_lines(*bound_);
}

Opinion View::opinion_of(const Call& call) const {
  if (op_ == nullptr || !release_ || !op_->pages.contains(*release_))
    return {.verdict = Verdict::reject, .refused = {std::string(page_id)}, .row = ""};
  if (!is_supported()) {
    const SupportCell* const cell = bound_->support();
    const bool is_no = cell != nullptr && cell->state == SupportState::no;
    return {
        .verdict = is_no ? Verdict::unsupported : Verdict::open, .refused = {std::string(support_rule_id)}, .row = ""};
  }
  if (const std::string foreign = foreign_argument(*op_, call); !foreign.empty())
    return {.verdict = Verdict::reject, .refused = {foreign + ".unknown"}, .row = ""};
  const Judgement judgement = judge_rules(*bound_, call);
  Opinion opinion{.verdict = judgement.verdict, .row = std::string(judgement.row)};
  for (const BoundRule* rule : judgement.broken) opinion.refused.push_back(rule->id);
  return opinion;
}

bool View::knows(std::string_view key) const {
  const Parameter* const parameter = find_parameter(*op_, key);
  return parameter != nullptr && holds(parameter->applies, *spec_, target_);
}

std::vector<Sentence> View::sentences(const Citations& cite) const {
  std::vector<Sentence> found;
  if (op_ == nullptr || !release_ || !op_->pages.contains(*release_)) return found;
  const std::vector<std::string>& pages = op_->pages.at(*release_);
  for (const std::string& id : cite) {
    const Statement* const statement = find_statement(*spec_, id);
    if (statement == nullptr) continue;
    Sentence sentence{.id = id, .place = statement->place};
    std::ranges::copy_if(pages, std::back_inserter(sentence.documents),
                         [&](const std::string& page) { return contains(statement->documents, page); });
    const bool is_new = !contains(found, sentence);
    if (!sentence.documents.empty() && is_new) found.push_back(std::move(sentence));
  }
  return found;
}

std::optional<Ground> View::ground_of(const std::string& id) const {
  if (id == page_id) {
    const bool has_page = op_ != nullptr && release_ && op_->pages.contains(*release_);
    const Text text{.en = fmt::format("release {} has {} page of it", target_.release, has_page ? "a" : "no"),
                    .zh = fmt::format("版本 {} {}该算子的页面", target_.release, has_page ? "有" : "没有")};
    return Ground{.id = id, .text = text};
  }
  if (op_ == nullptr) return std::nullopt;
  if (id == support_rule_id) {
    const SupportCell* const cell = find_support(*spec_, *op_, target_);
    const bool is_yes = cell != nullptr && cell->state == SupportState::yes;
    const Text text = is_yes ? Text{.en = "the operator is supported there", .zh = "支持该产品与模式"}
                             : Text{.en = "the operator is not supported there", .zh = "不支持该产品或模式"};
    return Ground{
        .id = id, .text = text, .sentences = cell == nullptr ? std::vector<Sentence>{} : sentences(cell->cite)};
  }
  if (is_supported()) {
    const BoundRule* const rule = bound_->find_rule(id);
    if (rule != nullptr) return Ground{.id = id, .text = rule->text, .sentences = sentences(rule->cite)};
  }
  if (!id.ends_with(".unknown")) return std::nullopt;
  const std::string key = id.substr(0, id.find('.'));
  return Ground{.id = id, .text = {.en = key + " is not a parameter", .zh = "没有入参 " + key}};
}

std::optional<Ground> View::ground_of_row(const std::string& id) const {
  if (op_ == nullptr) return std::nullopt;
  const auto row = std::ranges::find(op_->rows, id, &Row::id);
  if (row == op_->rows.end()) return std::nullopt;
  return Ground{
      .id = id,
      .text = {.en = fmt::format("row {} admits these dtypes", id), .zh = fmt::format("第 {} 行列出该类型组合", id)},
      .sentences = sentences(row->cite)};
}

std::optional<Ground> View::ground_of_parameter(const std::string& key) const {
  const Parameter* const parameter = op_ == nullptr ? nullptr : find_parameter(*op_, key);
  if (parameter == nullptr || !holds(parameter->applies, *spec_, target_)) return std::nullopt;
  return Ground{.id = key, .text = parameter->text, .sentences = sentences(parameter->cite)};
}

std::vector<Given> View::given(const Arguments& arguments) const {
  std::vector<Given> given;
  for (const Parameter& parameter : op_->parameters) {
    const auto it = arguments.find(parameter.key);
    if (it == arguments.end()) continue;
    given.push_back({.group = parameter.group, .name = name_in(parameter, *spec_, target_), .value = it->second});
  }
  return given;
}

std::map<std::string, SpecFact> View::facts() const {
  return is_supported() ? facts_of(*bound_) : std::map<std::string, SpecFact>{};
}

}  // namespace npu_cts::diff
