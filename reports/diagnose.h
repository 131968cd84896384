// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/model/call.h"
#include "framework/model/result.h"

namespace npu_cts::reports {

/// Product, release and mode.
inline constexpr std::size_t axes_of_target = 3;

/// A size from which on values are wrong.
struct Threshold {
  std::string symbol;  ///< of the spec: "k"
  std::int64_t from = 0;
  std::int64_t right_at = 0;  ///< the largest smaller size whose values were right
};

/// What the wrong values of several cases have in common.
struct Suspicion {
  std::string wrong;      ///< what an implementation with these values does; empty: they are like none that is known
  std::size_t cases = 0;  ///< how many cases it explains
  std::string first;      ///< the id of one
  std::optional<Threshold> from;     ///< the size that tells most: below it, and down to half of it, values were right
  std::vector<std::string> only_at;  ///< the product, release and mode that all have, where others were right
  std::vector<std::string> only_with = {};  ///< what all have of few calls (TraitCounts), where the calls are known
};

/// A case whose values were wrong.
struct WrongCase {
  Target target;
  CaseResult result;
};

/// Finds what the wrong values of one operator look like. Of cases whose values were right it keeps counts alone.
class Diagnosis {
 public:
  void add(const Target& target, const CaseResult& result);

  /// Returns each wrong case under the suspicion that explains most, the unexplained ones last. Empty where no value
  /// was wrong.
  [[nodiscard]] std::vector<Suspicion> suspicions() const;

 private:
  std::vector<WrongCase> wrong_;
  std::map<std::string, std::map<std::int64_t, std::size_t>> right_;  ///< by symbol: how many cases of each size
  std::array<std::map<std::string, std::size_t>, axes_of_target>
      right_at_;  ///< how many of each product, release, mode
};

}  // namespace npu_cts::reports
