// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/rule/bound_spec.h"

namespace npu_cts {

/// As same_spec_key, without what no search depends on: examples, data sets and evidence against rules. Targets that
/// share the other share this one.
std::string same_search_key(const Spec& spec, const OpSpec& op, const Target& target);

}  // namespace npu_cts
