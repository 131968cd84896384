// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/base/result.h"
#include "framework/model/spec.h"

namespace npu_cts {

/// Returns a patch of the vendor's newest pages under `documents`: a note behind the first statement of each finding
/// that the newest release still has, in the page's language, with what holds and what would fix the page. Errors:
/// unreadable_file.
Result<std::string> findings_patch(const Spec& spec, const std::string& documents);

}  // namespace npu_cts
