// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/record/journal.h"
#include "framework/run/session/selection.h"
#include "tools/cli/summary.h"

namespace npu_cts {

/// A run that a signal ended.
struct StoppedRun {
  std::vector<std::string> parts;  ///< the paths of its journals
  std::span<const run::ChosenCase> cases;
  record::Environment environment;
  SummaryOptions summary;
};

/// Returns how far `run` came, and its failures as the end of a run groups them. A case that was running is none.
std::string stopped_text(const StoppedRun& run);

}  // namespace npu_cts
