// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/mutant.h"
#include "kernels/npu_quant_matmul/mutants_fault.h"
#include "kernels/npu_quant_matmul/mutants_operand.h"

namespace npu_cts::mutants::npu_quant_matmul {

/// What an implementation chooses a path by.
struct PathCall : Sizes {
  const Target& target;
  const Request& request;
};

/// Returns whether operands are int4 in words of int32.
bool is_packed(const PathCall& call);

/// Returns whether x2 is in blocks.
bool is_blocked(const PathCall& call);

/// Returns whether there is a bias with batches.
bool has_bias_of_batches(const PathCall& call);

using Path = PathFault<Fault, PathCall>;

/// Returns the faults of single paths: what a path forgets, what a tiling loses, and what many weights need.
std::span<const FaultRow<Path>> paths();

/// Returns what a path of `request`, a legal call, is chosen by. Both arguments must outlive it.
PathCall path_call_of(const Target& target, const Request& request);

}  // namespace npu_cts::mutants::npu_quant_matmul
