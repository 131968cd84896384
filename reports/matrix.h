#pragma once

#include <string>
#include <vector>

#include "framework/model/spec.h"
#include "reports/document/document.h"
#include "reports/render.h"

namespace npu_cts {

/// A page of the support matrix and what others call it: the operator's name, or "index".
struct MatrixPage {
  std::string name;
  document::PageContent content;
};

/// Returns the support-matrix documentation of the spec alone: the index and one page per operator: support by release,
/// mode and product; then, from the newest release back, dtypes, parameters and outputs, each range of releases once.
std::vector<MatrixPage> build_matrix(const Spec& spec, Language language);

/// Returns the same in Markdown, each page under its file name.
std::vector<Page> to_matrix(const Spec& spec, Language language);

}  // namespace npu_cts
