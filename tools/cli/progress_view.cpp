// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/progress_view.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace npu_cts {
namespace {

constexpr std::size_t usual_width = 80;
constexpr std::chrono::seconds between_lines{10};

bool can_redraw() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

/// Returns how many characters a line of the terminal has, but the last, behind which some terminals go on below.
std::size_t width_of_terminal() {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return (is_known ? size.ws_col : usual_width) - 1;
}

/// One write, so that nothing comes between.
void write_error(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

void add_progress_option(CLI::App& app, ShowProgress& when) {
  app.add_flag_callback(
      "--progress", [&when] { when = ShowProgress::always; },
      "shows progress where no terminal is, too: a line every ten seconds");
  app.add_flag_callback(
      "--no-progress", [&when] { when = ShowProgress::never; }, "shows no progress on a terminal either");
}

ProgressView::ProgressView(ShowProgress when)
    : is_terminal_(when != ShowProgress::never && can_redraw()), is_wanted_(when == ShowProgress::always) {}

void ProgressView::show(const run::Progress& progress) {
  const auto now = Clock::now();
  if (!ended_before_) ended_before_ = progress.ended;
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - begun_);
  const run::Pace pace{.ended_before = *ended_before_, .elapsed = elapsed};
  if (is_terminal_) {
    is_drawn_ = true;
    return write_error(fmt::format("\r{}\x1b[K", run::progress_line(progress, pace, width_of_terminal())));
  }
  if (!is_wanted_ || now - last_ < between_lines) return;
  last_ = now;
  write_error(run::progress_line(progress, pace, std::string_view::npos) + "\n");
}

void ProgressView::clear() {
  if (is_drawn_) write_error("\r\x1b[K");
  is_drawn_ = false;
}

}  // namespace npu_cts
