// SPDX-License-Identifier: Apache-2.0
// The checks of what stands behind a promise: a sentence, not a question.

#include <algorithm>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"

namespace npu_cts::findings {
namespace {

/// Returns whether `rule` stands on questions alone: the inventory leaves open whatever it cites.
bool stands_on_questions(const Spec& spec, const Rule& rule) {
  return !rule.cite.empty() && std::ranges::all_of(rule.cite, [&](const std::string& id) {
    const Statement* statement = find_statement(spec, id);
    return statement != nullptr && statement->disposition == Disposition::open;
  });
}

bool leaves_undefined(Verdict verdict) {
  switch (verdict) {
    case Verdict::open:
    case Verdict::nondeterministic:
    case Verdict::unchecked:
    case Verdict::undefined:
      return true;
    case Verdict::accept:
    case Verdict::unsupported:
    case Verdict::reject:
      return false;
  }
  return false;
}

}  // namespace

Findings find_undisposed_behaviour(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Rule& rule : op.rules) {
    if (!leaves_undefined(rule.on_violation) || !rule.cite.empty() || !rule.question.empty()) continue;
    found.push_back(finding(op, rule.id, rule.at,
                            fmt::format("a call that breaks rule '{}' is {}, and no sentence and no question says so",
                                        rule.id, name_of(rule.on_violation))));
  }
  return found;
}

Findings find_questions_on_promises(const Spec& spec, const OpSpec& op) {
  Findings found;
  for (const Rule& rule : op.rules) {
    if (leaves_undefined(rule.on_violation) || (rule.question.empty() && !stands_on_questions(spec, rule))) continue;
    found.push_back(
        finding(op, rule.id, rule.at, fmt::format("rule '{}' is binding and stands on an open question", rule.id)));
  }
  for (const SupportCell& cell : op.support) {
    if (cell.state == SupportState::open || cell.question.empty()) continue;
    found.push_back(finding(op, cell.question, cell.at,
                            fmt::format("the support table answers the open question '{}'", cell.question)));
  }
  return found;
}

}  // namespace npu_cts::findings
