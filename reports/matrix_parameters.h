// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/document/document.h"
#include "reports/matrix_scope.h"

namespace npu_cts::reports {

/// Returns the parameters of the newest release in the order of the signature: each with kind, default, meaning, and
/// its dtypes, formats, layouts and shapes; products that differ stand apart. A module's groups are sections.
document::Blocks parameter_blocks(const MatrixScope& scope);

/// Returns the results of the newest release.
document::Blocks output_blocks(const MatrixScope& scope);

/// Returns `expression` in its own notation, and behind it as a sentence where that is more than the notation.
document::Line explained(const Expression& expression, Language language);

}  // namespace npu_cts::reports
