#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"

namespace npu_cts {

/// What a check says of a kind besides its title in the table of kinds.
struct KindHelp {
  Kind kind;
  std::string_view why;
  std::string_view mend;  ///< empty: each message has its own
};

/// How a log of findings is written.
struct SarifOptions {
  std::string_view tool_version;
  std::span<const KindHelp> help;
  int exit_code = 0;
};

/// Returns `found` as a SARIF 2.1.0 log: one run, the rules that found something in the order of the table of kinds,
/// one result a diagnostic in their order. A fingerprint hashes kind, file and what is said, and counts equals: it
/// outlives moved lines. Ends with a newline. Source: OASIS SARIF 2.1.0, sections 3.13 to 3.52.
std::string to_sarif(std::span<const Diagnostic> found, const SarifOptions& options);

}  // namespace npu_cts
