// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "framework/base/random.h"
#include "framework/evidence/journal_stream.h"
#include "framework/expand/expand.h"
#include "framework/judge/judge_case.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"

namespace npu_cts::evidence {

/// Some cases of a run that are looked at again.
struct Sample {
  const Spec& spec;
  const std::vector<expand::TargetPlan>& everything;  ///< the plan of all releases of `spec`
  const record::Journal& journal;                     ///< which has them
  std::set<std::string> ids = {};
};

/// Returns whether the outputs of `result` can be computed again: it ended well and has a digest.
bool has_outputs(const CaseResult& result);

/// Draws cases that come one by one, each with the same chance, and keeps only those.
class SampleDraw {
 public:
  /// Draws `percent`, above 0 and at most 100, of the cases, and at least `fewest_sampled`, as `seed` chooses them.
  SampleDraw(double percent, std::uint64_t seed) : share_(percent / 100.0), random_(seed) {}

  void take(const RecordedCase& one);

  /// How many cases were drawn, and of how many.
  [[nodiscard]] std::size_t size() const { return kept_.size(); }
  [[nodiscard]] std::size_t taken() const { return taken_; }

  /// Returns the drawn cases, as the journal of `head`.
  [[nodiscard]] record::Journal drawn(record::Journal head) const;

 private:
  double share_;
  Random random_;
  std::size_t taken_ = 0;
  std::multimap<double, RecordedCase> kept_;  ///< by a number that was drawn for each
};
inline constexpr std::size_t fewest_sampled = 20;

/// Returns the cases of `sample`, as they were planned; fewer, where the plan does not have them all.
std::vector<Case> cases_of(const Sample& sample);

/// Returns why the digests of the outputs of `sample`, cases that ended well, are not those of `oracle` under each of
/// the variants that they agree with; nothing where they are.
std::optional<std::string> find_other_outputs(const Sample& sample, const judging::Oracle& oracle);

/// Returns why `replayed`, a run of some cases of `certified` on an attached backend, shows another backend or other
/// answers; nothing where it does not.
std::optional<std::string> find_other_answers(const record::Journal& certified, const record::Journal& replayed);

}  // namespace npu_cts::evidence
