// Runs the benchmarks and ends with ratios: each work against its yardstick of the same size, measured in this run.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// "NAME beside YARDSTICK": `work/SIZE` is divided by `yardstick/SIZE` for every size that both have.
struct Pair {
  std::string_view work;
  std::string_view yardstick;
  std::string_view says;
};

constexpr Pair pairs[] = {
    {"pack", "copy", "packing scales, in copies of as many bytes"},
    {"refuse", "accept", "refusing a call, in acceptances"},
    {"load_law", "read_text", "loading the law, in readings of its bytes"},
};

/// Prints as the console does and keeps the seconds of each benchmark by name.
class KeepingReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) failed_ = true;
      if (run.run_type == Run::RT_Iteration && run.iterations > 0) {
        seconds_[run.benchmark_name()] = run.real_accumulated_time / static_cast<double>(run.iterations);
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
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 3;
  KeepingReporter reporter;
  if (benchmark::RunSpecifiedBenchmarks(&reporter) == 0) return 5;
  fmt::print("\n{}", ratios(reporter.seconds()));
  return reporter.failed() ? 1 : 0;
}
