// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "framework/record/journal.h"
#include "framework/run/bundle/manifest.h"
#include "framework/run/bundle/results.h"
#include "framework/run/session/session.h"

namespace npu_cts::run {

/// A bundle and what a runner on another host made of it.
struct Submission {
  std::filesystem::path bundle;
  std::filesystem::path results;
  Manifest manifest = {};
  Results said = {};
};

/// Returns the bundle and the results in two folders.
/// Errors: unreadable_file, and those of parse_manifest and parse_results.
Result<Submission> read_submission(const std::filesystem::path& bundle, const std::filesystem::path& results);

/// Returns the cases of the spec that the bundle says it covers.
/// Errors: wrong_usage, where the spec does not know what it covers.
Result<std::vector<Case>> cases_of(const Spec& spec, const Coverage& covers);

/// Returns what is wrong with `submission`, whose bundle covers `cases` of the spec with the hash `digest`; at most a
/// hundred findings. The bundle must be what `write_bundle` wrote, file by file; every result must be of one of its
/// cases, and its files there.
Diagnostics check_submission(const Spec& spec, const std::string& digest, const std::vector<Case>& cases,
                             const Submission& submission);

/// Returns the journal of `submission`, which check_submission found nothing wrong with, as if its cases had run here:
/// a case without a result was not run.
/// Errors: those of merge_journals.
Result<record::Journal> judge_submission(const Spec& spec, const std::vector<Case>& cases, const Submission& submission,
                                         const Judging& judging);

}  // namespace npu_cts::run
