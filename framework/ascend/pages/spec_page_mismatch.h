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
inline constexpr KindInfo unknown_dtype{"unknown-dtype", "a page lists a dtype that the spec does not know", "",
                                        "add it to dtypes.yaml, and to the dtypes of the parameter"};
}  // namespace kinds

/// Returns the finding that `op` and its `page` do not agree, at a place of the page.
findings::Finding mismatch(const OpSpec& op, const Document& page, const Location& at, std::string what,
                           const std::string& place);

/// Returns where the spec of `page`'s operator and the `facts` of the page do not agree (spec_page_mismatch,
/// unknown_product, unknown_dtype):
///   a row of dtypes that one has and the other lacks, for a product; a dtype of a parameter; a product; a default;
///   what the two below compare
/// What the page does not say in a form of PageFacts is not compared: a page without tables has no rows to lack.
findings::Findings check_spec_page_mismatch(const Spec& spec, const OpSpec& op, const Document& page,
                                            const PageFacts& facts);

/// Returns where the spec of `page`'s operator and the words of the page do not agree (spec_page_mismatch): on the
/// signature, on what is required or reserved, or on the frameworks of the release.
findings::Findings check_page_words(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts);

/// Returns the formulas of `op` for the release of `page` that it does not print, and those of the page that the spec
/// lacks. A page prints TeX, and clip(x, low, high) as max(min(int(x), high), low). Formulas with another basis than
/// the documents are passed over, and so are pages without formulas. A fraction, a sum, a root and several formulas in
/// one are not compared: a formula of the spec that stands on the statement is taken for them.
findings::Findings check_page_formulas(const Spec& spec, const OpSpec& op, const Document& page,
                                       const PageFacts& facts);

}  // namespace npu_cts::ascend
