// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/model/formula.h"
#include "framework/model/op_spec.h"
#include "reports/document/document.h"
#include "reports/matrix_scope.h"

namespace npu_cts::reports {

/// Returns what the operator does: a sentence, and the formulas of its results.
document::Blocks function_blocks(const MatrixScope& scope);

/// Returns the signs that formulas of `op` use, in the order of the table.
std::vector<const FormulaSign*> signs_in_formulas(const OpSpec& op);

/// Returns the numeric variants that the documents leave to implementations, with their models. Empty: none.
document::Blocks numeric_blocks(const MatrixScope& scope);

}  // namespace npu_cts::reports
