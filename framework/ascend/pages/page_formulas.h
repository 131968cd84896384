// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/ascend/pages/page_facts.h"
#include "framework/findings/finding.h"

namespace npu_cts::ascend {

/// Returns the formulas of `op` for the release of `page` that it does not print, and those of the page that the spec
/// lacks. A page prints TeX, and clip(x, low, high) as max(min(int(x), high), low). Formulas with another basis than
/// the documents are passed over, and so are pages without formulas. A fraction, a sum, a root and several formulas in
/// one are not compared: a formula of the spec that stands on the statement is taken for them.
findings::Findings check_page_formulas(const Spec& spec, const OpSpec& op, const Document& page,
                                       const PageFacts& facts);

}  // namespace npu_cts::ascend
