// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/spec.h"
#include "framework/run/bundle/manifest.h"

namespace npu_cts::run {

/// Writes the cases of `cases` that are run into `folder`, with their values; returns how many there were. The manifest
/// comes last: a folder without one is no bundle.
/// Errors: unwritable_file; a folder that holds something is refused.
Result<std::size_t> write_bundle(const Spec& spec, const BundleInfo& info, const std::vector<Case>& cases,
                                 const std::filesystem::path& folder);

/// Returns how a user writes a call of `op` for `target`, as one line of JSON: where Python imports it from, whether it
/// is a function or a module, its parameters in the order of the signature (key, name in that release, group, kind,
/// what may be left out, what is keyword only) and its outputs. What an adapter in another language needs of the spec.
std::string signature_line(const Spec& spec, const OpSpec& op, const Target& target);

/// Returns the signatures of every operator for every target it has a page for, as one JSON document.
std::string signatures_text(const Spec& spec);

}  // namespace npu_cts::run
