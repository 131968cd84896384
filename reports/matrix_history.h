// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/document/document.h"
#include "reports/matrix_scope.h"

namespace npu_cts::reports {

/// Returns the facts that earlier releases had and the newest has not, each with the releases that it holds for.
/// Empty: there are none.
document::Blocks history_blocks(const MatrixScope& scope);

}  // namespace npu_cts::reports
