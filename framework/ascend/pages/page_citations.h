// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "framework/ascend/pages/page_facts.h"
#include "framework/ascend/reading/read_page.h"
#include "framework/findings/finding.h"

namespace npu_cts::ascend {

namespace kinds {
inline constexpr KindInfo misplaced_citation{"misplaced-citation",
                                             "a statement and the facts that stand on it speak of different things",
                                             "a reader looks for the ground of a fact in its statement",
                                             "name the fact under 'encodes:' of the statement that says it"};
}  // namespace kinds

/// Returns where `entry`, a statement of the inventory of `op`, and `said`, what the page has there, do not agree
/// (misplaced_citation):
///   a fact about parameters, where the statement names others and none of these; questions are no such facts
///   an example whose sizes the program lacks, unless the program computes some
///   an example, where the statement is no program and not among the examples
///   a default, where the statement has none
///   advice, where the statement recommends nothing
findings::Findings check_page_citation(const OpSpec& op, const Statement& entry, const PageStatement& said);

/// Returns where no fact of the spec stands for one of the `facts` of `page` (misplaced_citation): a row, or another
/// row than that one; a product that is supported; a list of dtypes or formats; a parameter that the spec does not
/// know.
findings::Findings check_cited_facts(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts);

/// Returns where an example of `op` and what stands for it on `page`, whose statements are `said`, do not agree
/// (misplaced_citation):
///   modes     a program shows: a compiled call, of any sizes or of one, or a call beside those that are compiled
///   products  that the words name which stand for the example; where they name none, it may hold for any
findings::Findings check_page_examples(const Spec& spec, const OpSpec& op, const Document& page,
                                       const std::vector<PageStatement>& said);

}  // namespace npu_cts::ascend
