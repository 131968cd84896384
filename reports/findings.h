// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>

#include "framework/model/spec.h"
#include "reports/document/document.h"
#include "reports/shown.h"

namespace npu_cts::reports {

/// A call on which the two readings of a contradiction part, by operator and id of the contradiction.
using FindingWitnesses = std::map<std::pair<std::string, std::string>, Call>;

/// Returns the page of everything in which the documents contradict themselves, each other or the vendor's programs.
/// For each: the two statements in our words and where each stands, the releases and products, the numeric variants it
/// touches, a witness call with what the spec says of it, what it does to users, how this spec reads it, and apart from
/// that what would fix the documents. It can be sent to the vendor.
/// The findings of an operator stand in the order of their severity.
document::PageContent build_findings_page(const Spec& spec, const FindingWitnesses& witnesses, const Shown& shown);

/// Returns the same findings as CSV for an issue tracker, a line each, worst first: its id is the anchor of its
/// section.
std::string findings_csv(const Spec& spec, Language language);

}  // namespace npu_cts::reports
