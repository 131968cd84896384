// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "framework/rule/slot_call.h"

namespace npu_cts {

/// What the spec says of one call. Points into the bound spec that judged it.
struct Judgement {
  Verdict verdict = Verdict::accept;
  std::vector<const BoundRule*> broken;   ///< definitely false, in the order of judgement
  std::vector<const BoundRule*> blocked;  ///< not decided: a part they need is missing or already broken
  std::string_view row;                   ///< id of the first row that admits the dtypes; "" where there are no rows
};

/// Returns the judgement of `call` by the rules of its target, its support left aside.
/// The verdict is the worst `on_violation` of the broken rules; accept where none is broken.
/// A rule whose `when` is false does not apply; one whose `when` or `require` is not defined is blocked, and so are the
/// rows where a single dtype is already wrong. Allocates only the lists of its result.
Judgement judge_rules(const SlotCall& call);

/// As above, of `call` at the target of `bound`, whatever its own is.
Judgement judge_rules(const BoundSpec& bound, const Call& call);

/// Returns the judgement of `call` by the support table and every rule. A target that the documents exclude is
/// `unsupported` and nothing else is judged; where they are silent the rule "support" is broken with `open`.
Judgement judge(const SlotCall& call);
Judgement judge(const BoundSpec& bound, const Call& call);

/// The parts in which a call differs from a legal one. A rule that depends on none of them says what it said of the
/// legal call, and need not be asked; nothing at all: every rule is asked.
using Changes = std::optional<Parts>;

/// Returns whether `rule` may say of a call what it does not say of a legal one.
inline bool may_change(const BoundRule& rule, const Changes& changes) {
  return !changes || rule.depends_on.meets(*changes);
}

/// Returns the judgement of `call`, which differs from a legal one in `changes`: by the rules that may say something
/// else.
Judgement judge_rules(const SlotCall& call, const Changes& changes);

/// Returns whether `call` keeps every rule and leaves none undecided but those on data: what judge_rules would find,
/// faster.
bool is_legal(const SlotCall& call, const Changes& changes = {});
bool is_legal(const BoundSpec& bound, const Call& call);

/// Returns whether `rule`, one of the call's, binds `call`: nothing where that is not defined.
std::optional<bool> binds(const SlotCall& call, const BoundRule& rule);

/// Returns whether `call` breaks `rule`, one of its own, whatever else it breaks.
bool breaks(const SlotCall& call, const BoundRule& rule);

/// Returns whether `rule`, one of its own, is the one rule that `call` breaks.
bool breaks_only(const SlotCall& call, const BoundRule& rule, const Changes& changes = {});

/// Returns the one rule that `call` breaks, null where it breaks none; nothing where it breaks several.
std::optional<const BoundRule*> broken_alone(const SlotCall& call, const Changes& changes = {});

/// Returns the rules that refuse `call`, as wrong or as not supported. Those it breaks of which the documents leave
/// open what follows are none.
std::vector<const BoundRule*> refused_by(const SlotCall& call, const Changes& changes = {});

/// Returns the verdict on a call that breaks `rules`: the strictest of theirs.
Verdict verdict_of(std::span<const BoundRule* const> rules);

/// Returns the evidence against the refusal of `call`, whose judgement by its rules is `judgement`: one entry or more
/// for each rule that refuses it. Empty where some rule refuses it that no evidence contests.
std::vector<const Contested*> contested_by(const SlotCall& call, const Judgement& judgement);

}  // namespace npu_cts
