// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "framework/explore/drawn_call.h"
#include "framework/record/file.h"

namespace npu_cts::explore {

/// A call in a folder of its own, and those that run before it in the same worker.
struct Saved {
  std::string name;  ///< the path of the folder below the corpus
  std::vector<Call> before = {};
  Call call = {};
};

/// Returns a name for `call`: its operator, and a hash of the call file and the values.
std::string file_name_of(const BoundSpec& bound, const Call& call);

/// Writes `saved` into the folder `root/NAME`: `call.yaml` with its data files, and each of the calls before it in
/// `before-0001`, `before-0002` ….
record::WriteError save(const std::filesystem::path& root, const Saved& saved, const Spec& spec);

/// Returns what `root` and the folders below it hold, by name. A call file of any name counts, and a folder of calls
/// that run before belongs to the `call.yaml` beside it.
/// Errors: unreadable_file, of a folder; bad_call, once, where calls are of another spec; those of read_call_file.
Result<std::vector<Saved>> read_saved(const std::filesystem::path& root, const Spec& spec);

}  // namespace npu_cts::explore
