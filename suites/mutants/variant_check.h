// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/model/spec.h"

namespace npu_cts::mutants {

/// A condition of an implementation-defined behaviour that the oracle does not bear out.
struct VariantFinding {
  std::string behaviour;     ///< "scale_bits"
  Location at;               ///< of the behaviour
  std::string says;          ///< which calls, and one of them
  std::string feature = {};  ///< which never differs; empty: a call that the condition leaves out does
};

/// What of calls is told apart: dtype, rank or value of each parameter, or also single elements, and several at once.
enum class Features : std::uint8_t { single, pairs };

/// Holds the condition of each implementation-defined behaviour of `op` against its oracle, on the small legal calls
/// planned at `targets`. Two things are found:
///   narrow  a call that the condition leaves out, and whose results differ between the variants;
///   wide    a feature with which the condition holds and no results ever differ.
/// Each call is tried with its own values, with values that cancel each other, and with lone products (aimed_values.h).
/// A feature that fewer than 12 calls have is passed over; of several at once, one that fewer than 3 have. `behaviours`
/// names those asked about; empty: all.
std::vector<VariantFinding> check_variants(const Spec& spec, const OpSpec& op, std::span<const Target> targets,
                                           const std::vector<std::string>& behaviours,
                                           Features features = Features::single);

}  // namespace npu_cts::mutants
