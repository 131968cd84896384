// SPDX-License-Identifier: Apache-2.0
// Certifies a made-up run of as many cases as one likes, verifies it, and prints what that took. Planning is left out:
// no spec has so many cases.

#include <sys/resource.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/base/read_file.h"
#include "framework/evidence/made_up_testing.h"

namespace npu_cts {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::size_t peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) / 1024;
}

int certify_made_up(std::size_t cases, const std::string& path) {
  const double start = seconds();
  Certified run{.journal = testing_evidence::made_up(cases), .expectations = {}};
  const auto certificate =
      certify(std::move(run), PrivateKey{std::string(32, 'k')}, testing_evidence::around_made_up());
  if (!certificate) return 1;
  std::ofstream(path, std::ios::binary) << *certificate;
  fmt::print("certified {} cases: {:.1f} s, {} MiB; the file has {} bytes\n", cases, seconds() - start, peak_mib(),
             certificate->size());
  return 0;
}

int verify_file(const std::string& path) {
  const double start = seconds();
  auto bytes = read_file(path, std::size_t{1} << 30U);
  if (!bytes) return 1;
  const auto sealed = open_certificate(std::move(*bytes), path);
  if (!sealed) return 1;
  const auto verified = verify(*sealed, {}, testing_evidence::around_made_up(), certificate_checks());
  if (!verified || is_refused(verified->checks)) return 1;
  fmt::print("verified: {:.1f} s, {} MiB\n", seconds() - start, peak_mib());
  return 0;
}

}  // namespace
}  // namespace npu_cts

/// certificate-load FILE CASES writes a certificate, certificate-load FILE verifies it.
int main(int count, char** words) {
  if (count < 2) return 3;
  return count > 2 ? npu_cts::certify_made_up(std::strtoull(words[2], nullptr, 10), words[1])
                   : npu_cts::verify_file(words[1]);
}
