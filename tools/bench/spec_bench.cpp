// SPDX-License-Identifier: Apache-2.0
// What loading the spec costs, beside the events that libyaml makes of the same bytes; what judging one call costs.
#include <benchmark/benchmark.h>
#include <yaml.h>

#include <algorithm>
#include <cstddef>
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

/// Returns how many events libyaml makes of `text`; none where it is no YAML.
std::size_t events_of(const std::string& text) {
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser) == 0) return 0;
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::size_t events = 0;
  for (bool more = true; more; ++events) {
    yaml_event_t event;
    if (yaml_parser_parse(&parser, &event) == 0) break;
    more = event.type != YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return events;
}

void load_spec(benchmark::State& state) {
  for (auto _ : state) {
    const auto spec = npu_cts::reader::read_spec(spec_folder);
    if (!spec) return state.SkipWithError("the spec has errors");
    benchmark::DoNotOptimize(spec);
  }
}

/// The yardstick of everything that is no kernel: it reads text and allocates, as most of the suite does.
void yaml_events(benchmark::State& state) {
  const auto texts = texts_of_the_spec();
  for (auto _ : state) {
    for (const std::string& text : texts) {
      if (events_of(text) < 4) return state.SkipWithError("a file of the spec is no YAML");
    }
  }
}

/// One legal call of each operator, by its parameters' slots: judged again and again, its symbols forgotten each time.
void judge_call(benchmark::State& state, const std::string& name) {
  const auto spec = npu_cts::reader::read_spec(spec_folder);
  if (!spec) return state.SkipWithError("the spec has errors");
  const npu_cts::expand::PlanOptions newest{.filters = {.ops = {name}, .releases = {spec->releases.back()}}};
  const auto cases = npu_cts::expand::plan(*spec, newest).cases;
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
BENCHMARK(yaml_events)->Unit(benchmark::kMillisecond);

}  // namespace
