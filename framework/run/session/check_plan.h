// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/record/journal.h"
#include "framework/record/scope.h"
#include "framework/run/session/options.h"
#include "framework/run/session/plan_counts.h"
#include "framework/run/session/selection.h"

namespace npu_cts::run {

/// Returns that `journal`, which was read from `file`, is of another spec than that with `digest`.
Diagnostic other_spec(const std::string& digest, const record::Journal& journal, const std::string& file);

/// Plans again what `journal`, which was read from `file`, says that it planned. Returns how much of the spec that is.
/// Errors: bad_journal, where the journal is of another spec, or lacks a case of its plan, has another one or says
/// other things of one.
Result<record::CoveredScope> check_plan(const DigestedSpec& spec, const record::Journal& journal,
                                        const std::string& file);

/// As above, where `everything`, what plan_everything plans at the tier of the journal, is known already.
Result<record::CoveredScope> check_plan(const DigestedSpec& spec, const std::vector<expand::TargetPlan>& everything,
                                        const record::Journal& journal, const std::string& file);

/// Returns what check_plan returns, but for the choices, of the run of `cases` that this process planned itself, and
/// whose journal `head` will be in `file`. Errors: bad_journal, where the parts of the run had another spec.
Result<record::CoveredScope> scope_of_run(const DigestedSpec& spec, const record::Journal& head,
                                          const std::string& file, std::span<const ChosenCase> cases,
                                          const PlanCounts& counts);

/// Holds the cases of a journal, as they come in the order of their ids, against those of its plan, and counts what
/// they cover. Keeps the plan, in which targets share their cases, and nothing of the journal.
class PlanCheck {
 public:
  /// Returns what checks the journal of `head`, which was read from `file`, against `everything`, what plan_everything
  /// plans at its tier. `head` and the spec outlive it.
  /// Errors: bad_journal, where the journal is of another spec or its filters name nothing.
  static Result<PlanCheck> begin(const DigestedSpec& spec, const std::vector<expand::TargetPlan>& everything,
                                 const record::Journal& head, const std::string& file);

  /// As above, where the cases of the journal are planned again.
  static Result<PlanCheck> begin(const DigestedSpec& spec, const record::Journal& head, const std::string& file);

  PlanCheck(PlanCheck&&) = default;  // cases, and the words that `selects_` looks at, stay where they are
  PlanCheck& operator=(PlanCheck&&) = default;
  PlanCheck(const PlanCheck&) = delete;
  PlanCheck& operator=(const PlanCheck&) = delete;
  ~PlanCheck() = default;

  /// Takes the next case in the order of ids.
  void take(const record::PlannedCase& planned);

  /// Returns what check_plan returns, of the cases that were taken. Comes once, after the last.
  [[nodiscard]] Result<record::CoveredScope> conclude();

 private:
  /// A case that the journal must have.
  struct Expected {
    std::string id;
    ChosenCase chosen;
  };

  /// Cases with the same fault.
  struct Faulty {
    std::size_t count = 0;
    std::string first = {};

    void add(const std::string& id);
  };

  PlanCheck(const Spec& spec, std::vector<expand::TargetPlan> plans, const record::Journal& head, std::string file);
  void start(const PlanCounts& counts);
  [[nodiscard]] std::optional<Expected> next();
  void advance();
  [[nodiscard]] std::optional<std::string> problem();

  const record::Journal* head_;
  const Spec* counted_before_ = nullptr;  ///< whose counts are remembered ones; null: they were made now
  std::string file_;
  std::vector<expand::TargetPlan> plans_;
  RunOptions options_;  ///< those of the run
  Selects selects_;     ///< what they select
  PlannedTargets usual_;
  record::CoveredScope scope_;
  std::size_t plan_ = 0;  ///< where `next` is: the plan, and its case
  std::size_t place_ = 0;
  std::optional<Expected> expected_;  ///< the next that the journal must have
  Faulty missing_, beyond_, other_;
};

}  // namespace npu_cts::run
