// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/judge/judge_case.h"
#include "framework/record/journal.h"
#include "framework/run/session/open_driver.h"
#include "framework/run/session/options.h"

namespace npu_cts::run {

/// Returns `run` with the policies that it is judged by.
RunInfo run_info(RunInfo run, const judging::JudgeOptions& options);

/// Returns the run of `driver` that `options` ask for, judged by `judge` in the program `suite`.
/// Errors: those of digest_of and backend_files.
Result<RunInfo> info_of(const NamedDriver& driver, const RunOptions& options, const judging::JudgeOptions& judge,
                        const std::string& suite);

/// Returns the digest of the cases `ids`, in the order of ids: see record::Journal::plan.
std::string digest_of(std::span<const std::string_view> ids);

/// Returns in words what tells the run of `earlier` from the one that `info` describes, of the cases `ids`; nothing
/// where they are the same run. `ids` are in their order.
std::optional<std::string> find_other_run(const record::Journal& earlier, const RunInfo& info,
                                          std::span<const std::string_view> ids);

/// Returns the diagnostic of a run that cannot go on with the journal in `path`, because of `difference`.
Diagnostic other_run(const std::string& path, const std::string& difference);

}  // namespace npu_cts::run
