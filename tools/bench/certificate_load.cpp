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
#include "framework/base/sha256.h"
#include "framework/evidence/certificate.h"

namespace npu_cts {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::size_t peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) / 1024;
}

Journal made_up(std::size_t cases) {
  Journal journal;
  journal.info = {.driver = "plugin:a.so",
                  .driver_version = "1",
                  .spec_digest = sha256_of("spec"),
                  .query = "",
                  .tool_version = "0"};
  journal.info.challenge = "3f9c27a05be14d86";
  journal.info.tool_digest = sha256_of("suite");
  for (std::size_t i = 0; i < cases; ++i) {
    PlannedCase planned;
    planned.id = fmt::format("an_operator_of_some_length/atlas_a2/26.1.0/eager/storage/offset=ND,contiguous/{:08}", i);
    planned.op = "an_operator_of_some_length";
    planned.target = {.product = "atlas_a2", .release = "26.1.0", .mode = "eager"};
    planned.family = "storage";
    planned.covers = {"a.rule", "a.row"};
    planned.at = {.file = "spec/ops/an_operator_of_some_length.yaml", .line = 7, .column = 0};
    CaseResult result;
    result.id = planned.id;
    result.outputs = sha256_of(planned.id);
    result.agrees = {{{"rounding", "even"}}};
    result.sizes = {{"k", 64}, {"m", 16}};
    result.microseconds = 42;
    journal.planned.push_back(std::move(planned));
    journal.results.push_back(std::move(result));
  }
  journal.finished = true;
  return journal;
}

Surroundings around() {
  return {.spec_digest = sha256_of("spec"),
          .documents_digest = sha256_of("documents"),
          .day = "2026-07-27",
          .judge = [](const Journal& journal, const std::optional<Expectations>&,
                      const std::string&) -> Result<RunVerdict> {
            const CoveredScope scope{.covered = journal.planned.size(), .by_default = journal.planned.size()};
            return RunVerdict{.scope = scope, .conclusion = "conforms", .tally = {}, .waived = 0};
          }};
}

int certify_made_up(std::size_t cases, const std::string& path) {
  const double start = seconds();
  const Certified run{.journal = made_up(cases), .expectations = {}};
  const auto certificate = certify(run, PrivateKey{std::string(32, 'k')}, around());
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
  const auto verified = verify(*sealed, {}, around(), certificate_checks());
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
