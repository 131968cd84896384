// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "framework/record/file.h"
#include "framework/run/session/session.h"

namespace npu_cts::run {

/// Writes what was seen of `ended` into the folder of `root` that its id names: `call.yaml` with the inputs; of each
/// output `NAME.got.npy`, `NAME.want.npy` (under the first variant) and `NAME.difference.npy` (got - want, float64);
/// and `manifest.json`, which lists them.
record::WriteError dump(const std::filesystem::path& root, const EndedCase& ended, const judging::Oracle& oracle);

}  // namespace npu_cts::run
