// SPDX-License-Identifier: Apache-2.0
// Writes the journal of a made-up run of as many cases as one likes, certifies it, verifies it, and prints what each of
// them took. Planning is left out: no spec has so many cases.

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
#include "framework/record/journal_source.h"

namespace npu_cts {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::size_t peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) / 1024;
}

int write_journal(const std::string& path, std::size_t cases) {
  std::ofstream(path, std::ios::binary) << to_text(evidence::testing_evidence::made_up(cases));
  return 0;
}

int certify_file(const std::string& path, const std::string& certified) {
  const double start = seconds();
  const auto certificate =
      evidence::certify({.file = path, .open = record::journal_in_file(path)},
                        evidence::PrivateKey{std::string(32, 'k')}, evidence::testing_evidence::around_made_up());
  if (!certificate) return 1;
  std::ofstream(certified, std::ios::binary) << *certificate;
  fmt::print("certified: {:.1f} s, {} MiB; the file has {} bytes\n", seconds() - start, peak_mib(),
             certificate->size());
  return 0;
}

int verify_file(const std::string& path) {
  const double start = seconds();
  auto bytes = read_file(path, std::size_t{1} << 30U);
  if (!bytes) return 1;
  const auto sealed = evidence::open_certificate(std::move(*bytes), path);
  if (!sealed) return 1;
  const auto verified =
      evidence::verify(*sealed, {}, evidence::testing_evidence::around_made_up(), evidence::certificate_checks());
  if (!verified || evidence::is_refused(verified->checks)) return 1;
  fmt::print("verified: {:.1f} s, {} MiB\n", seconds() - start, peak_mib());
  return 0;
}

}  // namespace
}  // namespace npu_cts

/// certificate-load JOURNAL CASES writes a journal, certificate-load certify JOURNAL FILE certifies it, and
/// certificate-load FILE verifies it.
int main(int count, char** words) {
  if (count == 2) return npu_cts::verify_file(words[1]);
  if (count == 3) return npu_cts::write_journal(words[1], std::strtoull(words[2], nullptr, 10));
  return count == 4 ? npu_cts::certify_file(words[2], words[3]) : 3;
}
