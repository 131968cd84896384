// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/QuantConv2d/mutants_paths.h"
#include "kernels/common/mutant_meeting.h"
#include "kernels/mutant.h"

namespace npu_cts::mutants::QuantConv2d {

/// A call, where it is made, and its numbers.
struct ConvCall : MetCall {
  Conv conv;
};

inline bool has_bias(const ConvCall& call) { return !call.conv.bias.empty(); }

/// Returns whether scales are packed.
inline bool has_words(const Request& request) { return holds(request, "scale", DType::int64); }
inline bool has_words(const ConvCall& call) { return has_words(call.request); }

/// Returns whether round_mode, which is reserved, is `word`.
bool asks_round_mode(const Request& request, std::string_view word);

using Meeting = PathFault<Fault, ConvCall>;

/// Returns how many kernels a call says that it has, 0 where it does not say.
std::int64_t out_channels(const Request& request);

/// Returns the faults that show only where several choices of a call meet.
std::span<const FaultRow<Meeting>> meetings();

/// Returns the faults that show only where three choices of a call meet. No case of a tier below full has them.
std::span<const FaultRow<Meeting>> threes();

/// Returns the faults of paths that data sets and groups of sizes are there for.
std::span<const FaultRow<Meeting>> faults_of_sets();

/// Returns the oversights of argument checks that forgive something only where several choices meet.
std::span<const Oversight> meeting_oversights();

/// Returns the faults that show only where a choice meets a limit, or what is near it.
std::span<const FaultRow<Meeting>> limits();

/// Returns the argument checks that are wrong only where a choice meets a limit, or what is one beyond it.
std::span<const Oversight> limit_oversights();

}  // namespace npu_cts::mutants::QuantConv2d
