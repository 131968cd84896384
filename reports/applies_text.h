// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/model/spec.h"

namespace npu_cts::reports {

/// Returns where a fact holds, in signs that need no language: "atlas_a2; 7.1.0 – 26.0.0; eager". Empty: everywhere.
std::string to_text(const Applies& applies, const Spec& spec);

/// Returns "int8, float16, none".
std::string to_text(const Cell& cell);

/// Returns the names of `dtypes` with commas between.
std::string to_text(const std::vector<DType>& dtypes);

}  // namespace npu_cts::reports
