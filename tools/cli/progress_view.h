// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "framework/run/shards/progress.h"

namespace CLI {
class App;
}

namespace npu_cts {

/// Where the progress of a run is shown.
enum class ShowProgress : std::uint8_t { on_a_terminal, always, never };

void add_progress_option(CLI::App& app, ShowProgress& when);

/// The progress of a run on standard error: one line of a terminal that changes, elsewhere a line every ten seconds.
class ProgressView {
 public:
  explicit ProgressView(ShowProgress when);

  [[nodiscard]] bool is_shown() const { return is_terminal_ || is_wanted_; }

  /// Shows `progress`, where it is time to.
  void show(const run::Progress& progress);

  /// Takes the line away, for other output.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool is_terminal_;
  bool is_wanted_;
  bool is_drawn_ = false;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point last_ = begun_;
  std::optional<std::size_t> ended_before_;
};

}  // namespace npu_cts
