// SPDX-License-Identifier: Apache-2.0
// Runs the benchmarks and ends with ratios: each work against its yardstick of the same size, measured in this run.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// `work/SIZE` is divided by `yardstick/SIZE` for every size that both have.
struct Pair {
  std::string_view work;
  std::string_view yardstick;
  std::string_view says;
};

constexpr Pair pairs[] = {
    {"pack", "copy", "packing scales, in copies of as many bytes"},
    {"refuse", "accept", "refusing a call, in acceptances"},
    {"all_in", "bare", "the suite's small cases, in bare kernel calls"},
    {"registered", "named", "registering and listing cases, in writings of their ids"},
    {"exact", "one_dnn", "the exact int8 product, in oneDNN's on one thread"},
    {"scatter", "moved", "a scatter, in copies of the bytes it must move"},
    {"convolution", "unrolled", "a convolution, in products of as many multiplications"},
    {"load_spec", "read_text", "loading the spec, in readings of its bytes"},
};

/// Returns `name` without how it was measured: "registered/100000" of "registered/100000/iterations:1/manual_time".
std::string size_only(std::string name) {
  for (const std::string_view suffix : {"/iterations:", "/manual_time", "/real_time"}) {
    const auto place = name.find(suffix);
    if (place != std::string::npos) name.erase(place);
  }
  return name;
}

/// CPU time, which other work on the machine disturbs less, unless the benchmark asks for another.
double seconds_of(const benchmark::BenchmarkReporter::Run& run) {
  const std::string name = run.benchmark_name();
  const bool is_wall = name.ends_with("/manual_time") || name.ends_with("/real_time");
  return is_wall ? run.real_accumulated_time : run.cpu_accumulated_time;
}

/// Prints as the console does and keeps the seconds of each benchmark by name.
class KeepingReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) failed_ = true;
      if (run.run_type == Run::RT_Iteration && run.iterations > 0) {
        seconds_[size_only(run.benchmark_name())] = seconds_of(run) / static_cast<double>(run.iterations);
      }
    }
    ConsoleReporter::ReportRuns(runs);
  }

  [[nodiscard]] const std::map<std::string, double>& seconds() const { return seconds_; }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  std::map<std::string, double> seconds_;
  bool failed_ = false;
};

std::string ratios(const std::map<std::string, double>& seconds) {
  std::string text;
  for (const Pair& pair : pairs) {
    for (const auto& [name, time] : seconds) {
      const auto slash = name.find('/');
      if (name.substr(0, slash) != pair.work) continue;
      const std::string size = slash == std::string::npos ? "" : name.substr(slash);
      const auto yardstick = seconds.find(std::string(pair.yardstick) + size);
      if (yardstick == seconds.end()) continue;
      text += fmt::format("{:<24} {:>9.2f} x {:<18} {}\n", name, time / yardstick->second, yardstick->first, pair.says);
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (std::getenv("OMP_NUM_THREADS") == nullptr) {  // one thread beside one thread; OpenMP reads it before main begins
    setenv("OMP_NUM_THREADS", "1", 0);
    execv("/proc/self/exe", argv);
  }
  testing::InitGoogleTest(&argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 3;
  KeepingReporter reporter;
  if (benchmark::RunSpecifiedBenchmarks(&reporter) == 0) return 5;
  fmt::print("\n{}", ratios(reporter.seconds()));
  return reporter.failed() ? 1 : 0;
}
