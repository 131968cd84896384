// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/complain.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

namespace npu_cts::run {
namespace {

int fault_of_ours(std::string_view program, const char* what) {
  const std::string name(program);
  std::fprintf(stderr, "%s: a fault of ours: %s\nplease report it with the command line\n", name.c_str(), what);
  return exit_bug;
}

}  // namespace

int exception_barrier(std::string_view program, const std::function<int()>& body) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of a write, not a death
  std::signal(SIGCHLD, SIG_DFL);  // who started this may ignore it: then the system tells of no child that ends
  try {
    return body();
  } catch (const std::exception& error) {
    return fault_of_ours(program, error.what());
  } catch (...) {
    return fault_of_ours(program, "what was thrown says nothing of itself");
  }
}

}  // namespace npu_cts::run
