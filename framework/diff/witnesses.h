// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "framework/diff/view.h"

namespace npu_cts::diff {

/// Calls that one side accepts and the other refuses, all for the same reason: the smallest stands for them.
struct Difference {
  bool gained = false;
  std::vector<std::string> refused;  ///< rules broken on the refusing side
  std::string row;                   ///< of the accepting side
  Verdict refusal = Verdict::reject;
  Arguments witness;
};

/// What two views of one operator and target do not agree on.
struct Disagreement {
  std::vector<Difference> differences;                         ///< gained first, then by refused rules and row
  std::set<std::string> rows;                                  ///< rows that apply on either side
  std::map<std::string, std::set<std::string>> gained_dtypes;  ///< by row: combinations only the newer side admits
  std::map<std::string, std::set<std::string>> lost_dtypes;
  bool proved = false;  ///< the specs are equal
};

/// Returns what `older` and `newer` do not agree on. Where the lines of the specs are equal that is nothing, proved;
/// else every planned case of either side is judged by both, and each witness is made as small as its reason allows.
Disagreement compare(const View& older, const View& newer);

}  // namespace npu_cts::diff
