// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "framework/judge/judge_case.h"
#include "framework/run/drive/driver.h"

namespace npu_cts {

/// Returns a driver for `target` that runs the fast kernels behind their hand-written argument checks.
std::unique_ptr<Driver> open_reference_driver(const Target& target);

/// Returns the oracles of the kernels' registry.
Oracle kernel_oracle();

}  // namespace npu_cts
