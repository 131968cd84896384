#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/model/spec.h"
#include "reports/render.h"

namespace npu_cts {

/// A call on which the two readings of a contradiction part, by operator and id of the contradiction.
using FindingWitnesses = std::map<std::pair<std::string, std::string>, Call>;

/// Returns pages, "findings.md" and "findings.html", of everything in which the documents contradict themselves, each
/// other or the vendor's programs. For each: the two statements in our words and where each stands, the releases and
/// products, the numeric models it touches, a witness call with what the law says of it, how this law reads it, and
/// apart from that what would mend the documents. They can be sent to the vendor.
std::vector<Page> to_findings(const Spec& spec, const FindingWitnesses& witnesses, Language language);

}  // namespace npu_cts
