// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/document/document.h"
#include "reports/matrix_scope.h"

namespace npu_cts::reports {

/// Returns the products by mode: a glyph, since when, and footnotes for what other releases and frameworks say.
document::Blocks support_blocks(const MatrixScope& scope);

/// Returns the operator's cell in the grid of operators and products: the best of its modes, and since when.
document::TableCell support_summary(const MatrixScope& scope, const Product& product);

}  // namespace npu_cts::reports
