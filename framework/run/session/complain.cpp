// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/complain.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace npu_cts::run {
namespace {

std::string text_of(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  return text.str();
}

}  // namespace

int complain(const Diagnostics& diagnostics, int code) {
  for (const Diagnostic& diagnostic : diagnostics) {
    const std::string source = diagnostic.at.line > 0 ? text_of(diagnostic.at.file) : "";
    fmt::print(stderr, "{}", to_text(diagnostic, source));
  }
  return code;
}

int exit_of_spec(const Diagnostics& diagnostics) {
  const auto is_of_spec = [](const Diagnostic& one) {
    return one.level == Level::error && one.kind != Kind::unreadable_file;
  };
  return std::ranges::any_of(diagnostics, is_of_spec) ? exit_spec : exit_usage;
}

int complain_of_spec(const Diagnostics& diagnostics) { return complain(diagnostics, exit_of_spec(diagnostics)); }

int say(const std::string& text, int code) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written) return code;
  fmt::print(stderr, "npu-cts: cannot write to standard output\n");
  return exit_usage;
}

}  // namespace npu_cts::run
