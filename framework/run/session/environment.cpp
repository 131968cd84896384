// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/environment.h"

#include <sys/utsname.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <string_view>

#include <fmt/chrono.h>

#include "framework/base/text.h"
#include "framework/record/journal_line.h"
#include "framework/record/journal_source.h"

namespace npu_cts::run {
namespace {

std::vector<std::string> command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(std::move(word));
  return words;
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return std::string(trim(line.substr(line.find(':') + 1)));
  }
  return "";
}

/// Returns how many times the journal at `path` was begun, as it says itself; 0 where there is none that says so.
std::int64_t earlier_attempts(const std::string& path) {
  record::LineReader lines(record::journal_in_file(path)(), path);
  const auto text = lines.next();
  if (!text || !*text) return 0;
  const auto line = record::parse_journal_line(**text, {});
  const record::RunLine* const run = line ? std::get_if<record::RunLine>(&*line) : nullptr;
  std::int64_t attempts = 0;
  if (run == nullptr) return attempts;
  for (const record::Environment& one : run->environments) attempts = std::max(attempts, one.attempt);
  return attempts;
}

}  // namespace

std::string time_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::string today() { return time_now().substr(0, std::string_view("2026-07-27").size()); }

record::Environment begin_environment(const std::string& path) {
  utsname names{};
  uname(&names);
  return {.arguments = command_line(),
          .host = names.nodename,
          .cpu = cpu_model(),
          .kernel = fmt::format("{} {} {}", names.sysname, names.release, names.machine),
          .started = time_now(),
          .attempt = 1 + earlier_attempts(path)};
}

}  // namespace npu_cts::run
