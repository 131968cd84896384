// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "reports/report.h"

namespace npu_cts::reports {

/// One wording of a fact: where it holds, and what follows where it is broken (a row: what follows is a refusal).
struct Wording {
  const Applies* applies = nullptr;
  Verdict on_violation = Verdict::reject;
  std::string_view question = {};
};

/// Returns what the pages of `op` say on `product` of a fact with these wordings, in the page of `release` or the
/// newest before it.
Documented documented_fact(std::string_view product, std::span<const Wording> wordings, const OpSpec& op,
                           const Spec& spec, std::size_t release);

/// Returns what the page of `release` says of the support of `target`.
Documented documented_support(const Target& target, std::size_t release, const OpSpec& op, const Spec& spec);

}  // namespace npu_cts::reports
