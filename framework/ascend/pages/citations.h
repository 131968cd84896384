#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/findings/finding.h"
#include "framework/model/spec.h"

namespace npu_cts {

/// Returns the facts of `op` that cite each statement, by the statement's id, in the order of the operator's file:
///   signatures, support, KEY, KEY.names, KEY.defaults, KEY.dtypes, KEY.formats, KEY.layouts, KEY.shapes.ID, rows.ID,
///   a rule's id, OUTPUT, OUTPUT.dtype, OUTPUT.shape, FREEDOM.MODEL, examples.ID.
/// Open questions and contradictions cite too, but carry nothing.
std::map<std::string, std::vector<std::string>> facts_citing(const OpSpec& op);

/// Returns what is wrong between the inventory of `spec` and the facts that cite it:
///   dangling_citation  a fact cites no statement of the inventory; an encoded statement that nothing cites, or whose
///                      `encodes` is not what cites it; an open one whose `why` is no question
///   missing_key        a statement that is untestable without a reason
/// Operators without an inventory are left alone.
Findings check_citations(const Spec& spec);

}  // namespace npu_cts
