// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/mutant.h"
#include "kernels/npu_quant_matmul/mutants_paths.h"

namespace npu_cts::mutants::npu_quant_matmul {

/// Returns the size of axis `from_end` of the tensor `key`, 1 being the last, or a size that no vector has.
std::int64_t size_of(const Request& request, std::string_view key, std::size_t from_end);

/// Returns the last size of x2, n where x2 is not packed along n, or a size that no vector has.
std::int64_t columns(const Request& request);

/// Returns the last size but one of x1, m where x1 is not packed along m, or a size that no vector has.
std::int64_t rows_of(const Request& request);

/// Returns the faults that show only where several choices of a call meet.
std::span<const FaultRow<Path>> meetings();

/// Returns the faults that show only where three choices of a call meet. No case of a tier below full has them.
std::span<const FaultRow<Path>> threes();

/// Returns the faults that data sets and groups of sizes are there for: those of single paths.
std::span<const FaultRow<Path>> faults_of_sets();

/// Returns the oversights of argument checks that forgive something only where several choices meet.
std::span<const Oversight> meeting_oversights();

/// Returns the faults that show only where a choice meets a limit, or what is near it.
std::span<const FaultRow<Path>> limits();

/// Returns the argument checks that are wrong only where a choice meets a limit, or what is one beyond it.
std::span<const Oversight> limit_oversights();

}  // namespace npu_cts::mutants::npu_quant_matmul
