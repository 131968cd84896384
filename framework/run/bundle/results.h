// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/request.h"

namespace npu_cts::run {

inline constexpr std::string_view results_name = "results.json";

/// An output of a case that ran elsewhere; its logical values lie in a file.
struct RecordedOutput {
  std::string name;
  std::string alias;  ///< the key of the argument that it is, for a call that works in place
  TensorType type;
  std::string file;  ///< relative to the folder of the results, within it

  friend bool operator==(const RecordedOutput&, const RecordedOutput&) = default;
};

/// What became of a case that ran elsewhere.
struct CaseRecord {
  std::string id;
  OutcomeKind kind = OutcomeKind::completed;
  std::int64_t code = 0;
  std::string message;
  std::vector<std::string> altered;  ///< keys of arguments that changed though the call may not write them
  std::vector<RecordedOutput> outputs;
  Location at;

  friend bool operator==(const CaseRecord&, const CaseRecord&) = default;
};

/// What a runner on another host brings back.
struct Results {
  std::string driver;
  std::string driver_version;
  std::string spec_digest;  ///< as the manifest of its bundle has it
  std::vector<CaseRecord> cases = {};
};

/// Returns the results that `text` holds; `file` is used only in diagnostics.
/// Errors: bad_data, for every case that is badly written or stands twice, with its line.
Result<Results> parse_results(std::string_view text, const std::string& file);

/// Returns what `record` says, with the values of its outputs.
/// Errors: bad_data for a file outside `folder`, and for what is no .npy file of the output's dtype and shape;
/// unreadable_file.
Result<Outcome> load_outcome(const CaseRecord& record, const std::filesystem::path& folder);

}  // namespace npu_cts::run
