// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/evidence/certificate.h"

namespace npu_cts {

/// A run out of its journal, or out of a certificate.
struct KeptRun {
  evidence::Contents contents;
  std::string_view level;  ///< "self-declared" or, of a certificate, what it says it is
};

/// Returns the run in the file `path`. Of a certificate, the seal must hold; by whom it was sealed is not asked.
/// Errors: those of read_file, open_certificate, read_sealed and parse_journal.
Result<KeptRun> read_kept_run(const std::string& path);

}  // namespace npu_cts
