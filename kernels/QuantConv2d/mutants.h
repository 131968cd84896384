// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/mutant.h"

namespace npu_cts::mutants::QuantConv2d {

/// Returns the implementations of QuantConv2d that are wrong on purpose; the first is without fault.
std::vector<Mutant> mutants();

/// Returns argument checks that overlook one way of being wrong each.
std::vector<Oversight> oversights();

/// Returns how many multiply-adds `call` takes, or how many elements its largest tensor has where that is more.
std::int64_t cost_of(const Call& call);

}  // namespace npu_cts::mutants::QuantConv2d
