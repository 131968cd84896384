#pragma once

#include "framework/model/spec.h"
#include "reports/render.h"

namespace npu_cts {

/// Returns a page of everything in which the documents contradict themselves, each other or the vendor's programs:
/// where each statement stands, the two in our words, and the reading that would mend them. It can be sent to the
/// vendor.
Page to_findings(const Spec& spec, Language language);

}  // namespace npu_cts
