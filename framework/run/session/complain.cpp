#include "framework/run/session/complain.h"

#include <cstdio>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace npu_cts {
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

}  // namespace npu_cts
