// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/ascend/pages/page_facts.h"
#include "framework/findings/finding.h"

namespace npu_cts::ascend {

/// Returns where the spec of `page`'s operator and the words of the page do not agree (spec_page_mismatch): on the
/// signature, on what is required or reserved, or on the frameworks of the release.
findings::Findings check_page_words(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts);

}  // namespace npu_cts::ascend
