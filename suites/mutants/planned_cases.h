// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "framework/model/case.h"
#include "framework/model/spec.h"

namespace npu_cts::mutants {

/// A planned case, and the first tier that has it.
struct TieredCase {
  Case planned;
  Tier tier = Tier::smoke;
  std::int64_t cost = 0;  ///< multiply-adds of an accepted call
};

/// Returns the cases of `op` for the newest release up to `last`: by tier, the cheapest first.
std::vector<TieredCase> cases_up_to(const Spec& spec, std::string_view op, Tier last);

/// Returns whether mutants are tried on `one`: accepted, and of at most `most_cost` multiply-adds.
bool shows_values(const TieredCase& one, std::int64_t most_cost);

/// Returns whether mutants are tried on the cases of `target` first: one of two products, in one mode. The cases of
/// other targets are asked where those show nothing.
bool is_tried_first(const OpSpec& op, const Target& target);

}  // namespace npu_cts::mutants
