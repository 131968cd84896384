// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "framework/model/op_spec.h"
#include "framework/model/result.h"

namespace npu_cts {

/// Which variants an implementation follows: one for each implementation-defined behaviour, on every element of every
/// case.
struct VariantIdentification {
  std::vector<VariantChoice> fits;  ///< the choices, one variant for each implementation-defined behaviour that was
                                    ///< seen, that explain every case
  std::size_t cases = 0;            ///< how many cases touched an implementation-defined behaviour
  std::vector<std::string>
      disagreeing;  ///< where nothing fits: cases that no one choice explains, two where two suffice

  friend bool operator==(const VariantIdentification&, const VariantIdentification&) = default;
};

/// Returns the variants of `op` that explain all of `results`. Results that agree with no variant are left out: they
/// have failed by themselves.
VariantIdentification identify_variants(const OpSpec& op, std::span<const CaseResult* const> results);

}  // namespace npu_cts
