// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/common/mutant_meeting.h"
#include "kernels/mutant.h"
#include "kernels/npu_quant_scatter_/mutants_fault.h"

namespace npu_cts::mutants::npu_quant_scatter_ {

/// Returns whether indices are pairs of a batch and a start.
bool has_pairs(const Request& request);

/// Returns the axis of updates that is written along, counted from the front.
std::size_t axis(const Request& request);

/// Returns how many entries updates have, one for each index.
std::int64_t batches(const Request& request);

/// Returns how many rows of updates go along the axis.
std::int64_t rows(const Request& request);

/// Returns the last size of updates, or a size that no vector has.
std::int64_t channels(const Request& request);

using Meeting = PathFault<Fault, MetCall>;

/// Returns the faults that show only where several choices of a call meet.
std::span<const FaultRow<Meeting>> meetings();

/// Returns the faults that show only where three choices of a call meet. No case of a tier below full has them.
std::span<const FaultRow<Meeting>> threes();

/// Returns the oversights of argument checks that forgive something only where several choices meet.
std::span<const Oversight> meeting_oversights();

/// Returns the faults that show only where a choice meets a limit, or what is near it.
std::span<const FaultRow<Meeting>> limits();

/// Returns the argument checks that are wrong only where a choice meets a limit, or what is one beyond it.
std::span<const Oversight> limit_oversights();

}  // namespace npu_cts::mutants::npu_quant_scatter_
