// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/mutant.h"
#include "kernels/npu_quant_matmul/mutants_fault.h"

namespace npu_cts::mutants::npu_quant_matmul {

/// What an implementation chooses a path by.
struct PathCall;

using Path = PathFault<Fault, PathCall>;

/// Returns the faults of single paths: what a path forgets, what a tiling loses, and what many weights need.
std::span<const FaultRow<Path>> paths();

/// Returns the fault of `path` where `request` takes it, else none.
Fault fault_of(const Path& path, const Target& target, const Request& request);

}  // namespace npu_cts::mutants::npu_quant_matmul
