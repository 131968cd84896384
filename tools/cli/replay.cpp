// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/record/merge_parts.h"
#include "framework/run/session/options.h"
#include "framework/run/session/plan_file.h"
#include "framework/run/session/shared_memory.h"
#include "framework/run/shards/shards.h"
#include "tools/cli/certificates.h"
#include "tools/cli/command.h"
#include "tools/cli/journal_place.h"

namespace npu_cts {
namespace {

/// Returns the options that the cases of the run `info` run under again.
run::RunOptions options_of(const RunInfo& info, const ReplayOn& on) {
  run::RunOptions options;
  options.spec = on.spec;
  options.driver = on.driver;
  options.limits = on.limits;
  options.challenge = info.challenge;
  options.unsupported = info.unsupported;
  options.extensions = info.extensions;
  options.numerics = info.numerics;
  return options;
}

/// Returns the journal whose parts are in the files `paths`, without what they planned.
Result<record::Journal> whole_of(const std::vector<std::string>& paths) {
  auto parts = record::MergedParts::open(paths, record::RunOrder::of_ids);
  if (!parts) return parts.diagnostics();
  record::Journal whole = parts->head();
  auto ended = parts->next();
  for (; ended && *ended; ended = parts->next()) whole.results.push_back((*ended)->result);
  if (!ended) return ended.diagnostics();
  return whole;
}

}  // namespace

Result<record::Journal> replay(const evidence::Sample& sample, const ReplayOn& on) {
  const auto held = hold_files(on.spec);
  if (const auto driver = run::find_driver(on.driver, on.limits); !driver) return driver.diagnostics();
  const auto plan = run::memory_file(run::to_bytes(cases_of(sample)));
  if (!plan) return plan.diagnostics();
  if (auto error = run::seal(*plan)) return *std::move(error);
  const auto place = JournalPlace::open("/dev/null");  // nothing is kept: a folder of its own
  if (!place) return place.diagnostics();
  run::ShardedRun shards{.suite = suite_path(),
                         .words = run::to_words(options_of(sample.journal.info, on)),
                         .journal = place->work(),
                         .count = std::clamp<std::size_t>(sample.ids.size(), 1, on.jobs)};
  shards.words.insert(shards.words.end(), {"--plan", plan->path(), "--print", "none"});
  if (const int code = run::run_shards(shards); code != run::exit_conforms) {
    return error_at(Kind::driver_not_started, {},
                    fmt::format("the sampled cases did not run to their end: exit code {}", code),
                    "a certificate is witnessed where its backend answers again", "see above what ended the run");
  }
  return whole_of(run::part_paths(shards));
}

}  // namespace npu_cts
