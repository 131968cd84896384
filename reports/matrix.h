#pragma once

#include <vector>

#include "framework/model/spec.h"
#include "reports/render.h"

namespace npu_cts {

/// Returns the support-matrix documentation of the law alone, in Markdown: "index.md" and one page per operator:
/// support by release, mode and product; then, from the newest release back, dtypes, parameters and outputs, each
/// range of releases once.
std::vector<Page> to_matrix(const Spec& spec, Language language);

}  // namespace npu_cts
