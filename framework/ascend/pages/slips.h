#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/ascend/pages/page_facts.h"
#include "framework/base/diagnostic.h"

namespace npu_cts {

/// A page as it was read.
struct ReadPage {
  const Document* page = nullptr;
  std::string sha256;                     ///< of the file
  std::vector<PageStatement> in_order;    ///< as often as they stand there
  std::vector<PageStatement> statements;  ///< each once
  PageFacts facts;
};

using ReadPages = std::map<std::string, ReadPage>;  ///< by the page's id

/// The pages of one operator, oldest release first.
struct OperatorPages {
  const Spec& spec;
  std::string_view op;
  std::vector<const ReadPage*> pages;
};

/// What a page cannot mean as it stands.
struct Slip {
  const ReadPage* on = nullptr;
  std::vector<PageStatement> statements;  ///< those that show it, the one at fault first
  std::string what;
};

using Slips = std::vector<Slip>;

/// One question asked of an operator's pages: no law is needed to answer it.
struct SlipCheck {
  Kind kind;
  std::string_view why;   ///< what goes wrong where nobody asks
  std::string_view mend;  ///< what the page's author can do
  Slips (*run)(const OperatorPages& pages);
};

/// Returns every check of the pages' own words.
std::span<const SlipCheck> slip_checks();

/// Returns the slips on `pages`, each at its page. A contradiction of the operator that has the slip's kind, holds in
/// the page's release and cites every statement that shows it takes that slip away and no other. One of such a kind
/// that takes nothing away is itself an error (contradiction_not_found), where all pages of its operator were read.
Diagnostics check_slips(const Spec& spec, const ReadPages& pages);

// The checks, by the file they are in.
Slips find_dtypes_among_formats(const OperatorPages& pages);  // slips_of_words.cpp
Slips find_stray_marks(const OperatorPages& pages);
Slips find_bits_outside_fields(const OperatorPages& pages);       // slips_of_bits.cpp
Slips find_arguments_of_other_types(const OperatorPages& pages);  // slips_of_programs.cpp
Slips find_reused_outputs(const OperatorPages& pages);
Slips find_code_in_outputs(const OperatorPages& pages);
Slips find_products_not_in_table(const OperatorPages& pages);  // slips_of_names.cpp
Slips find_names_of_one_edition(const OperatorPages& pages);
Slips find_examples_of_two_kinds(const OperatorPages& pages);

}  // namespace npu_cts
