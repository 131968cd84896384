// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/base/names.h"
#include "framework/record/journal.h"
#include "reports/conditions.h"

namespace npu_cts::reports {

/// In what way a case failed.
enum class FailureKind : std::uint8_t { values, refused, accepted, other };
constexpr auto names_of(FailureKind) { return name_list("values", "refused", "accepted", "other"); }

/// Returns the kind of the failure of a case.
FailureKind kind_of(const record::PlannedCase& planned, const CaseResult& result);

/// Failures of one kind.
struct KindOfFailures {
  FailureKind kind = FailureKind::values;
  std::size_t cases = 0;
  Condition condition = {};  ///< where the calls are known
};

/// What the wrong values of several cases have in common.
struct Suspicion {
  std::string wrong;         ///< what an implementation with these values does; empty: they are like none that is known
  std::size_t cases = 0;     ///< how many cases it explains
  std::string first;         ///< the id of one
  Condition condition = {};  ///< where the calls are known, and one of all wrong values does not say as much
};

/// Finds what the failures of one operator look like.
class Diagnosis {
 public:
  void add(const record::PlannedCase& planned, const CaseResult& result);

  /// Returns each wrong case under the suspicion that explains most, the unexplained ones last. Empty where no value
  /// was wrong.
  [[nodiscard]] std::vector<Suspicion> suspicions() const;

  /// Returns the kinds that some case failed in.
  [[nodiscard]] std::vector<KindOfFailures> kinds() const;

 private:
  std::vector<CaseResult> wrong_;  ///< cases whose values were wrong
  std::map<FailureKind, std::size_t> kinds_;
};

}  // namespace npu_cts::reports
