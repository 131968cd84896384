// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/model/spec.h"

namespace npu_cts::run {

/// Returns how a user writes a call of `op` for `target`, as one line of JSON: where Python imports it from, whether it
/// is a function or a module, its parameters in the order of the signature (key, name in that release, group, kind,
/// what may be left out, what is keyword only) and its outputs. What an adapter in another language needs of the spec.
std::string signature_line(const Spec& spec, const OpSpec& op, const Target& target);

/// Returns the signatures of every operator for every target it has a page for, as one JSON document.
std::string signatures_text(const Spec& spec);

}  // namespace npu_cts::run
