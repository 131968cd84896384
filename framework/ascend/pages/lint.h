// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/ascend/pages/page_facts.h"
#include "framework/findings/finding.h"

namespace npu_cts::ascend {

/// A page as it was read.
struct ReadPage {
  const Document* page = nullptr;
  std::string sha256;                          ///< of the file
  std::vector<PageStatement> in_order;         ///< as often as they stand there
  std::vector<PageStatement> statements = {};  ///< each once
  PageFacts facts = {};
};

using ReadPages = std::map<std::string, ReadPage>;  ///< by the page's id

/// The pages of one operator, oldest release first.
struct OperatorPages {
  const Spec& spec;
  std::string_view op;
  std::vector<const ReadPage*> pages = {};
};

/// Returns the checks of the pages' own words: no spec is needed to answer them. A contradiction declares what they
/// find by citing every statement that shows it, in the releases that have them.
std::span<const findings::Check<OperatorPages>> lint_checks();

/// Returns what a page of `pages` cannot mean as it stands: shown by `statements`, the one at fault first.
findings::Finding lint_finding(const OperatorPages& pages, const ReadPage& page,
                               const std::vector<PageStatement>& statements, std::string_view what);

/// Returns what the lint checks find on `pages`, each at its page.
findings::Findings lint_pages(const Spec& spec, const ReadPages& pages);

/// Returns the operators of which `pages` lacks a page.
std::set<std::string> operators_unread(const Spec& spec, const ReadPages& pages);

// The checks, by the file they are in.
findings::Findings find_dtypes_among_formats(const OperatorPages& pages);  // lint_words.cpp
findings::Findings find_stray_marks(const OperatorPages& pages);
findings::Findings find_bits_outside_fields(const OperatorPages& pages);       // lint_bits.cpp
findings::Findings find_arguments_of_other_types(const OperatorPages& pages);  // lint_programs.cpp
findings::Findings find_reused_outputs(const OperatorPages& pages);
findings::Findings find_code_in_outputs(const OperatorPages& pages);
findings::Findings find_products_not_in_table(const OperatorPages& pages);  // lint_names.cpp
findings::Findings find_names_of_one_edition(const OperatorPages& pages);
findings::Findings find_examples_of_two_kinds(const OperatorPages& pages);

}  // namespace npu_cts::ascend
