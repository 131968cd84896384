// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/processes.h"

#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace npu_cts::wire {

std::string read_all(const std::string& path) {
  const std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool has_mark(pid_t process, std::string_view mark) {
  return read_all(fmt::format("/proc/{}/environ", process)).find(mark) != std::string::npos;
}

std::string name_of_signal(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

}  // namespace npu_cts::wire
