// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/reader/reading.h"

namespace npu_cts::reader {

/// Returns `tree` without blocks. A block is an entry of a list that has `facts`, a list of entries; what else it has,
/// each of them has too. Blocks may hold blocks. Places stay those of the text. Errors: duplicate_key where an entry
/// says again what its block says.
Node without_blocks(Reading& reading, Node tree);

}  // namespace npu_cts::reader
