#pragma once

#include "framework/ascend/pages/page_facts.h"
#include "framework/base/diagnostic.h"

namespace npu_cts {

/// Returns where the law of `page`'s operator and the `facts` of the page do not agree (page_drift):
///   a row of dtypes that one has and the other lacks, for a product; a dtype of a parameter; a product; a default
/// What the page does not say in a form of PageFacts is not compared: a page without tables has no rows to lack.
Diagnostics check_drift(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts);

}  // namespace npu_cts
