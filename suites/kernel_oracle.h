// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/judge/judge_case.h"

namespace npu_cts {

/// Returns the oracles of the kernels' registry.
Oracle kernel_oracle();

}  // namespace npu_cts
