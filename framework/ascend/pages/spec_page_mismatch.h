// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/ascend/pages/page_facts.h"
#include "framework/findings/finding.h"

namespace npu_cts::ascend {

namespace kinds {
inline constexpr KindInfo spec_page_mismatch{"spec-page-mismatch",
                                             "a page and its spec list other rows, dtypes, products or defaults", "",
                                             "correct the spec, or cite what overrides the page"};
inline constexpr KindInfo unknown_product{"unknown-product", "a page names a product that the spec does not know", "",
                                          "add the name to a product's aliases in products.yaml, or add the product"};
}  // namespace kinds

/// Returns where the spec of `page`'s operator and the `facts` of the page do not agree (spec_page_mismatch,
/// unknown_product):
///   a row of dtypes that one has and the other lacks, for a product; a dtype of a parameter; a product; a default;
///   what page_words.h compares
/// What the page does not say in a form of PageFacts is not compared: a page without tables has no rows to lack.
findings::Findings check_spec_page_mismatch(const Spec& spec, const OpSpec& op, const Document& page,
                                            const PageFacts& facts);

}  // namespace npu_cts::ascend
