// SPDX-License-Identifier: Apache-2.0
// Rows and seconds of covering arrays on published models, beside those of PICT 3.7.4 (see framework/arrays/README.md).
#include <benchmark/benchmark.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include "framework/arrays/check.h"
#include "framework/arrays/cover.h"
#include "framework/arrays/pict.h"

namespace {

namespace arrays = npu_cts::arrays;

struct Task {
  const char* model;
  std::size_t strength;
  std::uint64_t steps;
  double pict_rows;
};

constexpr std::array tasks{
    Task{"tcas", 2, 20'000, 100},  Task{"spins", 2, 20'000, 26},  Task{"bugzilla", 2, 20'000, 21},
    Task{"spinv", 2, 20'000, 64},  Task{"apache", 2, 20'000, 41}, Task{"gcc", 2, 20'000, 34},
    Task{"tcas", 3, 20'000, 407},  Task{"spins", 3, 20'000, 115}, Task{"bugzilla", 3, 20'000, 72},
    Task{"spinv", 3, 20'000, 328}, Task{"apache", 3, 5'000, 203}, Task{"gcc", 3, 5'000, 144},
    Task{"tcas", 4, 1'000, 1427},  Task{"spins", 4, 1'000, 413},  Task{"bugzilla", 4, 500, 233},
    Task{"spinv", 4, 0, 1710},
};

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void cover(benchmark::State& state, const Task& task) {
  const std::string path = std::string(NPU_CTS_SOURCE_DIR) + "/framework/arrays/models/" + task.model + ".pict";
  const auto model = arrays::read_pict(text_of(path), path);
  if (!model) return state.SkipWithError("the model cannot be read");
  for (auto _ : state) {
    const auto rows = arrays::cover(*model, {.strength = task.strength, .steps = task.steps});
    if (!rows) return state.SkipWithError("no rows");
    state.PauseTiming();
    if (arrays::check(*model, *rows, task.strength).missed > 0) return state.SkipWithError("a tuple is missed");
    state.counters["rows"] = static_cast<double>(rows->size());
    state.counters["of_pict"] = static_cast<double>(rows->size()) / task.pict_rows;
    state.ResumeTiming();
  }
}

const bool registered = [] {
  for (const Task& task : tasks) {
    const std::string name = std::string("cover/") + task.model + "/" + std::to_string(task.strength);
    benchmark::RegisterBenchmark(name.c_str(), [&task](benchmark::State& state) { cover(state, task); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1);
  }
  return true;
}();

}  // namespace
