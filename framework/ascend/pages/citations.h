// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/findings/finding.h"
#include "framework/model/spec.h"

namespace npu_cts::ascend {

/// Returns where the inventory of `spec` and the facts of its operators leave one another alone:
///   dangling_citation  a fact that stands on no statement; an encoded statement that names no fact; an open one whose
///                      `why` is no question
///   missing_key        a statement that is untestable without a reason
///   stale_citation     a statement whose id is not that of its hash
/// Operators without an inventory are left alone.
findings::Findings check_citations(const Spec& spec);

}  // namespace npu_cts::ascend
