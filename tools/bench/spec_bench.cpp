// SPDX-License-Identifier: Apache-2.0
// What loading the spec costs, per 10,000 lines, beside reading the same bytes; what judging one call costs.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/reader/read_spec.h"
#include "framework/rule/judge_call.h"

namespace {

namespace fs = std::filesystem;

const fs::path spec_folder = fs::path(NPU_CTS_SOURCE_DIR) / "spec";

std::vector<std::string> texts_of_the_spec() {
  std::vector<std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(spec_folder)) {
    if (entry.path().extension() != ".yaml") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

std::int64_t lines_of_the_spec() {
  std::int64_t lines = 0;
  for (const std::string& text : texts_of_the_spec()) lines += std::ranges::count(text, '\n');
  return lines;
}

/// Adds the seconds of 10,000 lines: iterations × lines / 10,000 pieces, per second, inverted.
void count_lines(benchmark::State& state) {
  const double tens = static_cast<double>(lines_of_the_spec()) / 10'000.0 * static_cast<double>(state.iterations());
  state.counters["per_10k_lines"] = benchmark::Counter(tens, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void load_spec(benchmark::State& state) {
  for (auto _ : state) {
    const auto spec = npu_cts::read_spec(spec_folder);
    if (!spec) return state.SkipWithError("the spec has errors");
    benchmark::DoNotOptimize(spec);
  }
  count_lines(state);
}

void read_text(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(texts_of_the_spec());
  count_lines(state);
}

/// One legal call of each operator, by its parameters' slots: judged again and again, its symbols forgotten each time.
void judge_call(benchmark::State& state, const std::string& name) {
  const auto spec = npu_cts::read_spec(spec_folder);
  if (!spec) return state.SkipWithError("the spec has errors");
  const npu_cts::PlanOptions newest{
      .ops = {name}, .products = {}, .releases = {spec->releases.back()}, .modes = {}, .query = {}};
  const auto cases = npu_cts::plan(*spec, newest).cases;
  const auto legal = std::ranges::find(cases, npu_cts::Family::rows, &npu_cts::Case::family);
  if (legal == cases.end()) return state.SkipWithError("no legal call");
  npu_cts::BoundSpecs specs(*spec);
  npu_cts::SlotCall call(*specs.find(legal->call), legal->call.arguments);
  for (auto _ : state) {
    call.forget();
    benchmark::DoNotOptimize(npu_cts::judge(call));
  }
}

BENCHMARK_CAPTURE(judge_call, npu_quant_scatter_, std::string("npu_quant_scatter_"));
BENCHMARK_CAPTURE(judge_call, npu_quant_matmul, std::string("npu_quant_matmul"));
BENCHMARK_CAPTURE(judge_call, npu_trans_quant_param, std::string("npu_trans_quant_param"));
BENCHMARK_CAPTURE(judge_call, QuantConv2d, std::string("QuantConv2d"));
BENCHMARK(load_spec)->Unit(benchmark::kMillisecond);
BENCHMARK(read_text)->Unit(benchmark::kMillisecond);

}  // namespace
