// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/findings/finding.h"

namespace npu_cts::findings {

/// What an engine found.
struct EngineAnswer {
  Findings found = {};
  std::set<std::string> unseen = {};  ///< operators of which it could not see everything
};

/// One way to look at a spec.
struct Engine {
  std::vector<Kind> kinds = {};  ///< that it can find
  bool asked = true;             ///< false: it is not run, and what is declared of its kinds is taken on trust
  std::function<Result<EngineAnswer>(const Spec&)> run = {};
};

/// Returns `engine`, not to be asked.
inline Engine unasked(Engine engine) {
  engine.asked = false;
  return engine;
}

/// Returns what the asked of `engines` find in `spec`, by place, with what is declared suppressed, and every
/// declaration that no finding needs. Errors: those of an engine that cannot run.
Result<Findings> find_all(const Spec& spec, std::span<const Engine> engines);

/// What one engine looked for, and where.
struct Looked {
  std::vector<Kind> kinds;            ///< that it can find
  bool asked = true;                  ///< false: what is declared of its kinds is taken on trust
  std::set<std::string> unseen = {};  ///< operators of which it could not see everything: trusted too
};

/// Returns `found` with those suppressed that a contradiction of their operator declares, then each declaration that no
/// finding needs (contradiction_not_found). A contradiction declares a finding
///   of its kind, by naming its subject, or by citing every statement that shows it: the kind's row says which
///   of any kind, by naming one of its causes
/// where both hold. A declaration is stale where its kind was looked for in all of its operator, or is the name of
/// none. Two are not looked for: 'code-disagrees', which only a person can find, and a claim on calls
/// (`rejected_claim`), which a check of its own refutes.
Findings waive(const Spec& spec, Findings found, std::span<const Looked> looked);

}  // namespace npu_cts::findings
