// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns `number` with a comma before every three digits: "41,403".
std::string grouped(std::size_t number);

/// Returns "file:line"; the file alone where the line is unknown.
std::string place_of(const Location& at);

/// Returns what a run covered of what it plans by default, and by which filters: "6 of 41,403 cases planned by default
/// (136,578 with all releases): atlas_a3, eager".
std::string scope_text(const Report& report, Language language);

/// Returns how many wrong implementations the cases catch, and when that was measured: a report says how far it can be
/// believed.
std::string strength_text(const Report& report, Language language);

/// Returns "12 of 62"; empty where everything is claimed.
std::string part_claimed(const Claim& claim, Language language);

/// Returns "label: text", with the marks of the language.
std::string labelled(std::string_view label, std::string_view text, Language language);

/// Returns "statement · documents · place".
std::string source_of(const CitedStatement& cited);

/// Returns what the documents say of a fact.
std::string_view state_of(const Documented& documented, Language language);

/// Returns what the cases of a fact say: right or wrong, not judged where all are open, or untested.
std::string_view seen_of(const Tally& tally, Language language);

/// As above, of support: calls that are not supported are accepted or refused.
std::string_view seen_of(const Documented& support, const Tally& tally, Language language);

/// Returns "yes"; "yes, changed in 7.2.0" where the release before says another thing.
std::string support_text(const Documented& documented, Language language);

/// As above, of a row or a rule: whether the documents have it. "not since 7.2.0": they had it before.
std::string fact_text(const Documented& documented, Language language);

/// Returns the statuses a table of totals must show so that they add up: pass, fail, and those that occur.
std::vector<Status> statuses_in(const Tally& tally);

/// Returns how a case ended, with what was done wrong: "fail · out of bounds".
std::string ending_of(const CaseResult& result, Language language);

/// Returns "rounding = even, field = clip".
std::string to_text(const VariantChoice& choice);

/// Returns what it means that a failed case has `result`, which passes alone: "passes when run again alone: the result
/// depends on earlier calls".
std::string passes_alone(const CaseResult& result, Language language);

/// Returns what is wrong with all cases of `group`.
std::string diagnosis_of(const DiagnosisGroup& group, Language language);

/// Returns "35 cases: the values of an implementation that …".
std::string heading_of(const DiagnosisGroup& group, Language language);

/// Returns "out[0, 7]: got 3, want 4".
std::string to_text(const Mismatch& mismatch, Language language);

/// Returns "the values of an implementation that …; seen from k = 4096, still right at k = 64".
std::string to_text(const Suspicion& suspicion, Language language);

/// Returns "only where axis != -2; seen from k = 1097, still right at 65"; empty where nothing is known.
std::string to_text(const Condition& condition, Language language);

/// Returns what is known of the failures of `op` by kind: "128 documented calls refused: only where axis != -2". What
/// its only suspicion says is not among them.
std::vector<std::string> conditions_of(const OpReport& op, Language language);

}  // namespace npu_cts::reports
