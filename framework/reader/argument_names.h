// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "framework/model/spec.h"

namespace npu_cts {

/// Returns what the page for `target` calls `parameter`; its key where no name is dated there.
std::string name_at(const Parameter& parameter, const Spec& spec, const Target& target);

/// Returns the parameter of `group` that the page for `target` calls `name`, or null. A parameter that the release
/// lacks is found too: that it may not be given is for the spec to say.
const Parameter* find_named(const OpSpec& op, Group group, std::string_view name, const Spec& spec,
                            const Target& target);

}  // namespace npu_cts
