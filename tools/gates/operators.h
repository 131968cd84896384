// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/gates/source_tree.h"

namespace npu_cts::gates {

/// Returns in words what an operator lacks: a spec, an inventory, the folder kernels/X, one of its parts, a test of a
/// part, or something that `npu-cts new-operator` left to be written; and which part is not written by itself, because
/// it includes another part or another operator. Each says what to do about it.
std::vector<std::string> check_operators(std::span<const SourceFile> files);

}  // namespace npu_cts::gates
