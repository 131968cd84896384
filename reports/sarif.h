// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"

namespace npu_cts::reports {

/// A finding that the spec declares: known, with a resolution.
struct DeclaredFinding {
  std::string rule;  ///< what finds it: the name of a kind, or a word of the spec's own
  Location at;       ///< of the declaration
  std::string what;
  std::string resolution;  ///< what holds all the same
};

/// How a log of findings is written.
struct SarifOptions {
  std::string_view tool_version;
  std::span<const Kind> kinds;  ///< the registry: rules stand in its order
  std::span<const DeclaredFinding> declared = {};
  int exit_code = 0;
};

/// Returns `found` as a SARIF 2.1.0 log: one run, the rules that found something in the order of the registry (those
/// that are none of it last, by name), one result a diagnostic in their order, then one a declared finding,
/// suppressed. A fingerprint hashes rule, file and what is said, and counts equals: it outlives moved lines. Ends with
/// a newline. Source: OASIS SARIF 2.1.0, sections 3.13 to 3.52; suppressions: 3.35.
std::string to_sarif(std::span<const Diagnostic> found, const SarifOptions& options);

}  // namespace npu_cts::reports
