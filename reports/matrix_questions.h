// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/document/document.h"
#include "reports/matrix_scope.h"

namespace npu_cts::reports {

/// Returns what the documents leave open.
document::Blocks open_blocks(const MatrixScope& scope);

/// Returns where the documents contradict themselves, each with a link to the page "findings", and the evidence against
/// refusals.
document::Blocks contradiction_blocks(const MatrixScope& scope);

/// Returns a basis in words: "vendor-golden", "厂商基准函数".
std::string_view basis_text(std::string_view basis, Language language);

/// Returns a cell with a basis in words, and below it where it was seen, if that is said.
document::TableCell basis_cell(std::string_view basis, const std::string& seen_in, Language language);

}  // namespace npu_cts::reports
