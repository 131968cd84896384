// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/names.h"
#include "framework/record/journal.h"

namespace npu_cts::record {

/// What tells one run from another, and may make a case end differently.
enum class Cause : std::uint8_t {
  scope,    ///< which cases were planned
  spec,     ///< what the documents say
  data,     ///< the values, which depend on the challenge
  backend,  ///< name, version or files of the implementation
  suite,    ///< the program that judged
  policy,   ///< what was let pass, and which variants were pinned
};
constexpr auto names_of(Cause) { return name_list("scope", "spec", "data", "backend", "suite", "policy"); }

/// A field of a run besides its selection, as text.
struct RunField {
  Cause cause;
  std::string_view name;  ///< as a journal names it: "driver_version"
  std::string (*value)(const RunInfo& info);
};

/// Returns every field. What the parts of one run have in common, and two runs compare by.
std::span<const RunField> run_fields();

/// Returns the digests of the files of the implementation, sorted; empty for one that is built in.
std::vector<std::string> backend_digests(const RunInfo& info);

}  // namespace npu_cts::record
