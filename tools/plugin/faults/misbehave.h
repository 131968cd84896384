// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tools/plugin/npu_cts_plugin.h"

namespace npu_cts::faults {

/// The call of the faulty plugin: y = x + 1.
struct Toy {
  std::int8_t* x;
  std::ptrdiff_t bytes;
  std::int8_t* y;
  npu_cts_plan& plan;
};

/// Shows `fault` where it is one of prepare's; else returns ok.
npu_cts_status misplan(std::string_view fault, const Toy& toy);

/// Shows `fault` where it is one of run's, when y is already right; else returns ok.
npu_cts_status misrun(std::string_view fault, const Toy& toy);

}  // namespace npu_cts::faults
