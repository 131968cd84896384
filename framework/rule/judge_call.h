#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/spec.h"
#include "framework/rule/evaluate.h"

namespace npu_cts {

/// Id of the rule that a call on a target without support breaks.
inline constexpr std::string_view support_rule_id = "support";

/// What the law says of one call.
struct Judgement {
  Verdict verdict = Verdict::accept;
  std::vector<const Rule*> broken;   ///< definitely false, in the order of judgement; into the rules that were given
  std::vector<const Rule*> blocked;  ///< not decided: a part they need is missing or already broken
  std::string row;                   ///< id of the first row that admits the dtypes; "" where there are no rows
  std::shared_ptr<const std::vector<Rule>> rules;  ///< keeps the rules of `judge` alive; null from judge_call
};

/// Returns the judgement of `call` under `rules` (from derive_rules for the call's target).
/// The verdict is the worst `otherwise` of the broken rules; accept where none is broken. Support is not judged.
/// A rule whose `when` is false does not apply; one whose `when` or `must` is not defined is blocked, and so are the
/// rows where a single dtype is already wrong.
Judgement judge_call(const Spec& spec, const OpSpec& op, const Call& call, std::span<const Rule> rules);

/// Returns whether the call of `facts` keeps every rule and leaves none undecided but those on data: what judge_call
/// would find, faster.
bool is_legal(const Facts& facts, std::span<const Rule> rules);

/// Returns whether the call of `facts` breaks `rule`, whatever else it breaks.
bool breaks(const Facts& facts, const Rule& rule);

/// Returns whether `rule`, one of `rules`, is the one rule that the call of `facts` breaks.
bool breaks_only(const Facts& facts, std::span<const Rule> rules, const Rule& rule);

/// Returns the judgement of `call` by the support table and every rule of its target. A target that the documents
/// exclude is `unsupported` and nothing else is judged; where they are silent the rule "support" is broken with `open`.
Judgement judge(const Spec& spec, const OpSpec& op, const Call& call);

/// Returns the support cell for `target`, or null where the operator's documents have none (not documented).
const SupportCell* find_support(const Spec& spec, const OpSpec& op, const Target& target);

}  // namespace npu_cts
