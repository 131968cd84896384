// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace npu_cts::ascend {

/// Returns the project's word for a page's section (`parameters`, `constraints` …) by its title in any edition, if
/// known. The title is normalized prose.
std::optional<std::string_view> section_of(std::string_view title);

/// Returns whether the items of `section` begin with the name of what they speak of.
bool names_subjects(std::string_view section);

}  // namespace npu_cts::ascend
