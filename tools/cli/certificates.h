// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/evidence/certificate.h"
#include "framework/evidence/outputs.h"
#include "framework/expand/expand.h"
#include "framework/model/spec.h"
#include "framework/run/session/open_driver.h"
#include "reports/report.h"

namespace npu_cts {

/// The most bytes that a certificate may have.
inline constexpr std::size_t most_certificate_bytes = std::size_t{1} << 30U;
/// The most bytes that a key, or a list of withdrawn suites, may have.
inline constexpr std::size_t most_key_bytes = std::size_t{64} * 1024;

/// What judging the run of a certificate leaves behind for whoever goes on.
struct JudgedRun {
  std::optional<reports::Report> report;
  std::optional<evidence::Strength> strength;  ///< of the suite, where it was measured for the spec
  Tier tier = Tier::fast;
  std::vector<expand::TargetPlan> everything;  ///< the plan of all releases at `tier`: a run is planned once
};

/// What certificates are made and verified with, and what is left of the run that was last judged with it.
struct Certifying {
  evidence::Surroundings around;
  std::shared_ptr<JudgedRun> judged = std::make_shared<JudgedRun>();
};

/// Returns in words what was measured of the suite for the spec of a run.
std::string to_text(const std::optional<evidence::Strength>& strength);

/// Returns what judges runs under `spec` in `folder`.
/// Errors: those of digest_of and read_file.
Result<Certifying> certifying_of(const Spec& spec, const std::string& folder, const std::string& journal_path);

/// A backend that is attached to run certified cases again.
struct ReplayOn {
  std::string spec;  ///< its folder
  std::string driver;
  run::DriverLimits limits;
  std::size_t jobs = 1;
};

/// Runs the cases of `sample` again, under the challenge and the policies of its run. Returns how they ended.
/// Errors: those of find_driver, memory_file and MergedParts; driver_not_started, where the processes that run them
/// fail.
Result<record::Journal> replay(const evidence::Sample& sample, const ReplayOn& on);

}  // namespace npu_cts
