#pragma once

#include "framework/ascend/pages/page_facts.h"
#include "framework/findings/finding.h"

namespace npu_cts {

namespace kinds {
inline constexpr KindInfo page_drift{"page-drift", "a page and its law list other rows, dtypes, products or defaults",
                                     "", "correct the law, or cite what overrules the page"};
inline constexpr KindInfo unknown_product{"unknown-product", "a page names a product that the law does not know", "",
                                          "add the name to a product's aliases in products.yaml, or add the product"};
}  // namespace kinds

/// Returns where the law of `page`'s operator and the `facts` of the page do not agree (page_drift, unknown_product):
///   a row of dtypes that one has and the other lacks, for a product; a dtype of a parameter; a product; a default
/// What the page does not say in a form of PageFacts is not compared: a page without tables has no rows to lack.
Findings check_drift(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts);

}  // namespace npu_cts
