// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "framework/base/diagnostic.h"
#include "framework/model/spec.h"

namespace npu_cts::reader {

/// Returns the text of a call file that read_call reads back to `call`. A tensor with values names its data file:
/// `arguments.x1.npy`.
std::string write_call(const Spec& spec, const OpSpec& op, const Call& call);

/// Writes `call.yaml` and its data files into `folder`; returns why that failed, if so.
std::optional<Diagnostic> save_call(const std::filesystem::path& folder, const Spec& spec, const OpSpec& op,
                                    const Call& call);

}  // namespace npu_cts::reader
