// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/explain/nearest.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::explain {

/// Where the documents accept a call: one release and product, with every mode that does.
struct Holding {
  std::string release;
  std::string product;
  std::vector<std::string> modes = {};

  friend bool operator==(const Holding&, const Holding&) = default;
};

/// Everything the documents make of one call.
struct Explanation {
  Judgement judgement;
  std::vector<const BoundRule*> kept;  ///< rules that apply and are true, in the order of judgement
  std::vector<Holding> holds;          ///< where the same arguments are accepted, the call's own target among them
  std::optional<Nearest> nearest;      ///< nothing for a legal call
  std::vector<const ResultFormula*> formulas;        ///< of the results, for a legal call
  std::vector<const Contradiction*> contradictions;  ///< recorded ones that the call touches
  std::vector<const Contested*> contested;           ///< evidence against the refusal of the call
};

/// Returns what the documents make of `call`, a call at the target of `bound`, into whose rules the explanation points.
/// Where the target is not supported, the nearest legal call is looked for at the supported target that differs from it
/// in the fewest of mode, product and release.
Explanation explain(const BoundSpec& bound, const Call& call);

}  // namespace npu_cts::explain
