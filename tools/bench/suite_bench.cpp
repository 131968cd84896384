// SPDX-License-Identifier: Apache-2.0
// What the suite adds to the bare kernel calls of the same small cases, and what registering and listing cases cost.
#include <benchmark/benchmark.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "framework/base/large_pages.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/model/storage.h"
#include "framework/record/journal_writer.h"
#include "framework/run/session/options.h"
#include "framework/run/session/selection.h"
#include "framework/run/session/session.h"
#include "framework/run/session/shared_memory.h"
#include "kernels/kernel.h"
#include "suites/built_in_drivers.h"
#include "suites/gtest_bridge.h"
#include "suites/kernel_oracle.h"
#include "suites/matching_mutants.h"
#include "tools/bench/calls.h"

namespace npu_cts {
namespace {

constexpr const char* small_op = "npu_trans_quant_param";

/// Whether no tensor of the call has over 4,096 elements: what is beyond measures memory, not the suite.
bool is_small(const Call& call) {
  return std::ranges::none_of(call.arguments, [](const auto& argument) {
    const auto* tensor = std::get_if<Tensor>(&argument.second);
    return tensor != nullptr && numel(tensor->type.shape) > 4096;
  });
}

/// Returns the small cases of the small operator that are to be accepted, on one target.
std::vector<Case> small_cases() {
  const expand::PlanOptions options{.filters = {.ops = {small_op},
                                                .products = {"atlas_a2"},
                                                .releases = {bench::spec_under_test().releases.back()},
                                                .modes = {"eager"}}};
  auto cases = expand::plan(bench::spec_under_test(), options).cases;
  std::erase_if(cases,
                [](const Case& planned) { return planned.expected != Verdict::accept || !is_small(planned.call); });
  return cases;
}

record::JournalWriter open_journal() {
  const RunInfo info{.driver = "reference", .driver_version = "", .spec_digest = "", .query = "", .tool_version = ""};
  return std::move(*record::JournalWriter::create(bench::scratch_journal(), info));
}

run::Session open_session(record::CaseSink& sink) {
  return {bench::spec_under_test(),
          run::one_driver_a_target(find_suite_driver("reference")->open),
          {.oracle = kernel_oracle(), .matching_mutants = matching_mutants_of},
          sink};
}

/// Filling, storing, running, comparing memory, the oracle, the judgement and two lines of journal.
void all_in(benchmark::State& state) {
  const auto cases = small_cases();
  record::JournalWriter journal = open_journal();
  run::Session session = open_session(journal);
  for (auto _ : state) {
    for (const Case& planned : cases) benchmark::DoNotOptimize(session.run(planned));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(cases.size()));
}

/// Planning every call of an illegal dtype, of all releases, and running it into memory: one process, and no journal.
void planned_and_refused(benchmark::State& state) {
  use_large_pages();                            // as npu-cts and its suite
  const Spec& spec = bench::spec_under_test();  // reading it is no part of a case
  expand::PlanOptions options;
  options.filters.releases = {"all"};
  options.families = {"illegal-dtypes"};
  run::RunOptions all;
  all.selection.families = options.families;
  std::size_t ran = 0;
  for (auto _ : state) {
    const run::Chosen chosen = run::choose(expand::plan_targets(spec, options), all);
    record::MemorySink sink;
    run::Session session = open_session(sink);
    for (const run::ChosenCase& one : chosen.cases) session.run(run::case_of(one));
    ran += sink.results().size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(ran));
}

/// The argument checks and the fast kernel: what a vendor's own loop would time.
void bare(benchmark::State& state) {
  const auto cases = small_cases();
  const auto* kernel = kernels::find_kernel(small_op);
  BoundSpecs specs(bench::spec_under_test());
  std::vector<Request> requests;
  for (const Case& planned : cases) requests.push_back(request_of(expand::fill(*specs.find(planned.call), planned)));
  for (auto _ : state) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Target& target = cases[i].call.target;
      if (!kernel->check(target, requests[i])) benchmark::DoNotOptimize(kernel->run(target, requests[i]));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(cases.size()));
}

run::CaseList invented_cases(std::int64_t count) {
  std::vector<Case> cases(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].call = {.op = small_op, .target = {.product = "atlas_a2", .release = "r", .mode = "eager"}};
    cases[i].id = case_id(cases[i].call, "rows/" + std::to_string(i));
  }
  return run::CaseList::parse(run::to_bytes(cases), "", {}).value();
}

/// Registers `count` cases with GoogleTest and lets it list them. Returns the CPU seconds.
double register_and_list(std::int64_t count) {
  const auto cases = invented_cases(count);
  record::MemorySink sink;
  run::Session session = open_session(sink);
  const RunInfo info;
  testing::InitGoogleTest();
  const std::clock_t start = std::clock();
  auto limit = run::FailureLimit::open("", cases.size());
  if (!limit) return -1;
  register_cases(cases, session, info, *limit);
  testing::GTEST_FLAG(list_tests) = true;
  if (std::freopen("/dev/null", "w", stdout) == nullptr || RUN_ALL_TESTS() != 0) return -1;
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Each in a process of its own: GoogleTest never forgets a test.
void registered(benchmark::State& state) {
  for (auto _ : state) {
    int ends[2];
    if (pipe(ends) != 0) return state.SkipWithError("no pipe");
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      const double seconds = register_and_list(state.range(0));
      _exit(write(ends[1], &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
    }
    double seconds = -1;
    if (read(ends[0], &seconds, sizeof seconds) != sizeof seconds || seconds < 0) state.SkipWithError("no time");
    waitpid(child, nullptr, 0);
    close(ends[0]);
    close(ends[1]);
    state.SetIterationTime(seconds);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(all_in)->Unit(benchmark::kMillisecond);
BENCHMARK(bare)->Unit(benchmark::kMillisecond);
BENCHMARK(planned_and_refused)->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);  // plans in several threads
BENCHMARK(registered)->Arg(100'000)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace npu_cts
