// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document/document.h"
#include "reports/matrix_scope.h"

namespace npu_cts::reports {

/// Returns the rule's expressions as a sentence: "if C, then R", or R where it has no condition.
std::string rule_sentence(const Rule& rule, Language language);

/// Returns the symbols of shapes, the rows of dtypes and every rule of the newest release, each rule as our sentence
/// and as the sentence of its expressions. Rows that say the same for several products are one.
document::Blocks constraint_blocks(const MatrixScope& scope);

}  // namespace npu_cts::reports
