// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/outputs.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/evidence/statement.h"
#include "framework/expand/fill.h"
#include "framework/judge/output_digest.h"
#include "framework/judge/variants.h"
#include "framework/record/run_fields.h"

namespace npu_cts::evidence {
namespace {

/// Returns why `result` is not what `oracle` answers to `planned`.
std::optional<std::string> find_other_output(const BoundSpec& bound, const Call& call, const CaseResult& result,
                                             const judging::Oracle& oracle) {
  const std::vector<VariantChoice> known = judging::variant_choices(bound, call);  // what a journal says may be made up
  const auto is_known = [&](const VariantChoice& one) { return contains(known, one); };
  if (result.agrees.empty() || result.agrees.size() > known.size() || !std::ranges::all_of(result.agrees, is_known))
    return fmt::format("'{}' agrees with a variant that the spec has not", escape_control(result.id));
  const auto outputs = oracle(call, result.agrees);
  const auto is_same = [&](const auto& one) { return judging::output_digest(bound.op(), one) == result.outputs; };
  if (outputs.size() == result.agrees.size() && std::ranges::all_of(outputs, is_same)) return std::nullopt;
  return fmt::format("the outputs of '{}' are not those of its values", escape_control(result.id));
}

std::vector<std::string> digests_of(const RunInfo& info) {
  std::vector<std::string> digests = record::backend_digests(info);
  if (digests.empty()) digests.push_back(info.tool_digest);  // a driver that is built in
  return digests;
}

std::string answer_of(const CaseResult& result) {
  std::string text = fmt::format("{} ({})", name_of(result.status), name_of(result.outcome));
  if (!result.outputs.empty()) text += fmt::format(" with the outputs {}", escape_control(result.outputs));
  return text;
}

}  // namespace

bool has_outputs(const CaseResult& result) {
  const bool is_well = result.status == Status::pass || result.status == Status::weak;
  return is_well && !result.outputs.empty();
}

void SampleDraw::take(const RecordedCase& one) {
  const double number = random_.real(taken_++, 0.0, 1.0);
  const bool is_full = kept_.size() >= fewest_sampled;
  if (number >= share_ && is_full && number >= kept_.rbegin()->first) return;
  kept_.emplace(number, one);
  const auto last = std::prev(kept_.end());
  if (kept_.size() > fewest_sampled && last->first >= share_) kept_.erase(last);
}

record::Journal SampleDraw::drawn(record::Journal head) const {
  for (const auto& [number, one] : kept_) {
    head.planned.push_back(one.planned);
    if (one.result) head.results.push_back(*one.result);
  }
  return head;
}

std::vector<Case> cases_of(const Sample& sample) {
  std::vector<Case> cases;
  for (const expand::TargetPlan& plan : sample.everything) {
    for (const Case& planned : plan.shared->cases) {
      std::string id = expand::id_at(plan, planned);
      if (!sample.ids.contains(id)) continue;
      Case& made = cases.emplace_back(planned);
      made.id = std::move(id);
      made.call.target = plan.target;
    }
  }
  return cases;
}

std::optional<std::string> find_other_outputs(const Sample& sample, const judging::Oracle& oracle) {
  const auto results = results_by_id(sample.journal);
  const std::vector<Case> cases = cases_of(sample);
  if (cases.size() != sample.ids.size()) return "the spec does not plan all of the sampled cases";
  BoundSpecs bounds(sample.spec);
  for (const Case& planned : cases) {
    const BoundSpec& bound = *bounds.find(planned.call);
    const Call call = expand::fill(bound, planned, sample.journal.info.challenge);
    if (auto other = find_other_output(bound, call, *results.at(planned.id), oracle)) return other;
  }
  return std::nullopt;
}

std::optional<std::string> find_other_answers(const record::Journal& certified, const record::Journal& replayed) {
  if (digests_of(certified.info) != digests_of(replayed.info))
    return "the attached backend is another: the digests of its files are not those of the run";
  if (certified.info.backend.empty() && certified.info.driver != replayed.info.driver)  // both are built in
    return fmt::format("the attached backend is another: '{}' answers, and the run is of '{}'", replayed.info.driver,
                       escape_control(certified.info.driver));
  const auto known = results_by_id(certified);
  for (const CaseResult& again : replayed.results) {
    const auto it = known.find(again.id);
    if (it == known.end()) return fmt::format("'{}' is no case of the run", escape_control(again.id));
    const CaseResult& first = *it->second;
    const bool is_valued = has_outputs(first);  // what is wrong may be wrong in another way each time
    if (first.status == again.status && first.outcome == again.outcome &&
        (!is_valued || first.outputs == again.outputs))
      continue;
    return fmt::format("'{}' ends as {}; in the run it was {}", escape_control(again.id), answer_of(again),
                       answer_of(first));
  }
  if (replayed.results.empty()) return "none of the sampled cases ran";
  return std::nullopt;
}

}  // namespace npu_cts::evidence
