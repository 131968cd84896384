// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/result.h"

namespace npu_cts::run {

/// How far a run is, as the journals of its parts say.
struct Progress {
  std::size_t planned = 0;
  std::size_t ended = 0;
  std::size_t failed = 0;
  std::string running;  ///< the case that began last, of those that run
};

/// Follows journals while processes write them.
class ProgressReader {
 public:
  using Listener = std::function<void(const CaseResult&)>;

  /// `planned` cases run in the parts at `paths`. `on_output` is told of each that ended and has printed something, and
  /// `on_failure` of each that failed. Both may be empty.
  ProgressReader(std::vector<std::string> paths, std::size_t planned, Listener on_output = {},
                 Listener on_failure = {});

  /// Reads what was appended since. A line that is not whole yet waits.
  const Progress& read();

 private:
  struct Part {
    std::string path;
    std::uintmax_t read = 0;  ///< bytes
    std::string rest = {};    ///< of a line that is not whole
  };

  void read_part(Part& part);
  void take(std::string_view line);

  std::vector<Part> parts_;
  Listener on_output_;
  Listener on_failure_;
  Progress progress_;
};

/// How fast a run is: the cases that had ended when somebody began to look, and how long ago that was.
struct Pace {
  std::size_t ended_before = 0;
  std::chrono::milliseconds elapsed{0};
};

/// Returns the one line of a run that goes on, of at most `width` characters: "12/90  1 failed  40/s  0:02 left  ID".
std::string progress_line(const Progress& progress, const Pace& pace, std::size_t width);

}  // namespace npu_cts::run
