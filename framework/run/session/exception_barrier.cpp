// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/complain.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
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

/// Opens what a program was started without of its three streams, else the next file that it opens is taken for one.
/// Standard input is at its end, no text can be written to standard output, and that to standard error is lost.
void open_missing_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const bool is_missing = ::fcntl(stream, F_GETFD) < 0 && errno == EBADF;
    if (is_missing) ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);  // the first free number
  }
}

}  // namespace

int exception_barrier(std::string_view program, const std::function<int()>& body) {
  open_missing_streams();
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
