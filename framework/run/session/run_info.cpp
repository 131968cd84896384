// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/run_info.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/backend_files.h"
#include "framework/run/session/selection.h"

namespace npu_cts::run {
namespace {

Filters sorted(Filters filters) {
  for (const FilterList& list : filter_lists) std::ranges::sort(filters.*list.words);
  return filters;
}

/// Returns whether `journal` plans the cases `ids` and no other.
bool plans(const record::Journal& journal, std::span<const std::string_view> ids) {
  std::set<std::string_view> planned;
  for (const record::PlannedCase& one : journal.planned) planned.insert(one.id);
  return planned.size() == ids.size() &&
         std::ranges::all_of(ids, [&](std::string_view id) { return planned.contains(id); });
}

}  // namespace

RunInfo run_info(RunInfo run, const judging::JudgeOptions& options) {
  run.unsupported = options.unsupported;
  run.extensions = options.extensions;
  for (const auto& [behaviour, variant] : options.pinned)
    run.numerics.push_back(fmt::format("{}={}", behaviour, variant));
  return run;
}

Result<RunInfo> info_of(const NamedDriver& driver, const RunOptions& options, const judging::JudgeOptions& judge,
                        const std::string& suite) {
  const auto digest = reader::digest_of(options.spec);
  if (!digest) return digest.diagnostics();
  auto backend = backend_files(driver.files);
  if (!backend) return backend.diagnostics();
  const auto program = backend_files({suite});
  if (!program) return program.diagnostics();
  return run_info({.driver = driver.name,
                   .driver_version = driver.version,
                   .spec_digest = *digest,
                   .query = query_text(options),
                   .tool_version = NPU_CTS_VERSION,
                   .filters = sorted(options.filters),
                   .tool_commit = NPU_CTS_COMMIT,
                   .backend = std::move(*backend),
                   .selection = selection_of(options),
                   .challenge = options.challenge,
                   .tool_digest = program->front().sha256},
                  judge);
}

std::string digest_of(std::span<const std::string_view> ids) {
  Sha256 hash;
  for (const std::string_view id : ids) {
    hash.add(id);
    hash.add("\n");
  }
  return hash.take();
}

std::optional<std::string> find_other_run(const record::Journal& earlier, const RunInfo& info,
                                          std::span<const std::string_view> ids) {
  if (auto difference = record::find_difference(earlier.info, info)) return difference;
  if (earlier.plan.empty() ? plans(earlier, ids) : earlier.plan == digest_of(ids)) return std::nullopt;
  return "other cases";
}

Diagnostic other_run(const std::string& path, const std::string& difference) {
  return {.kind = Kind::wrong_usage,
          .at = {.file = path},
          .what = fmt::format("the run to go on with has {}", difference),
          .why = "a report speaks of one run: the same cases of the same spec on the same implementation, judged alike",
          .hint = "give the options and the backend of that run again, or leave '--resume' out to begin anew"};
}

}  // namespace npu_cts::run
