// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "framework/model/spec.h"
#include "reports/document/document.h"
#include "reports/shown.h"

namespace npu_cts::reports {

/// A page of the operators' documentation and what others call it: the operator's name, or "index".
struct MatrixPage {
  std::string name;
  document::PageContent content;
};

/// A program that makes an example of the spec, and where.
struct ExampleProgram {
  Target target;
  std::string text;
};

/// Programs by operator and example.
using ExamplePrograms = std::map<std::pair<std::string, std::string>, ExampleProgram>;

/// Returns the command that writes the operators' pages and the findings.
std::string matrix_command(const Shown& shown);

/// Returns the documentation of the operators, from the spec alone: an index with a grid of operators and products, and
/// a page for each operator in the order of the vendor's pages. A page shows what the newest release says, and since
/// when; what only earlier releases said stands in a table of its own. `spec` was narrowed to `shown`.
std::vector<MatrixPage> build_matrix(const Spec& spec, const ExamplePrograms& programs, const Shown& shown);

}  // namespace npu_cts::reports
