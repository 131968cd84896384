// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/expand/expand.h"

namespace npu_cts::expand {

/// A way of a condition that no call shows.
struct OpenWay {
  std::string rule;
  std::string condition;  ///< in the notation of the language
  std::string way;        ///< as the id of its case would say
  bool broken = false;    ///< whether the rule would be broken
  Location at;
  bool impossible = false;  ///< proved: no call shows it (framework/findings/prove)
  std::string why = {};     ///< which rules exclude it; or why that is not proved
};

/// How many conditions of the rules of one operator decide a call alone (conditions.h).
struct ConditionCoverage {
  std::string op;
  std::size_t conditions = 0;
  std::size_t decide = 0;  ///< those that decide both ways: in a legal call, and in one that breaks the rule alone
  std::size_t ways = 0;
  std::vector<OpenWay> open = {};  ///< those of the ways that no call shows, on any target that was asked about
};

/// Returns the coverage of each operator that `options` name; a query is not read.
std::vector<ConditionCoverage> cover_conditions(const Spec& spec, const PlanOptions& options);

}  // namespace npu_cts::expand
