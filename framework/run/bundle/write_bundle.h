// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "framework/base/result.h"
#include "framework/run/bundle/manifest.h"

namespace npu_cts::run {

/// Writes the cases of `cases` that are run into `folder`, with their values; returns how many there were. The manifest
/// comes last: a folder without one is no bundle.
/// Errors: unwritable_file; a folder that holds something is refused.
Result<std::size_t> write_bundle(const Spec& spec, const BundleInfo& info, const std::vector<Case>& cases,
                                 const std::filesystem::path& folder);

}  // namespace npu_cts::run
