// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "kernels/common/mutant_meeting.h"
#include "kernels/mutant.h"
#include "kernels/npu_trans_quant_param/mutants_fault.h"

namespace npu_cts::mutants::npu_trans_quant_param {

/// Returns whether scales are rounded.
bool rounds(const Request& request);

/// Returns whether the tensor `key` is a row of two axes.
bool is_row(const Request& request, std::string_view key);

/// Returns whether scales are a column; [1, 1] is one, too.
bool is_column(const Request& request);

/// Returns whether scales have several rows and columns.
bool is_matrix(const Request& request);

using Meeting = PathFault<Fault, MetCall>;

/// Returns the faults of paths that data sets and groups of sizes are there for.
std::span<const FaultRow<Meeting>> faults_of_sets();

/// Returns the faults that show only where three choices of a call meet. No case of a tier below full has them.
std::span<const FaultRow<Meeting>> threes();

/// Returns the oversights of argument checks that forgive something only where several choices meet.
std::span<const Oversight> meeting_oversights();

/// Returns the argument checks that are wrong only where a choice meets a limit, or what is one beyond it.
std::span<const Oversight> limit_oversights();

}  // namespace npu_cts::mutants::npu_trans_quant_param
