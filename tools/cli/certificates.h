#pragma once

#include <memory>
#include <optional>
#include <string>

#include "framework/evidence/certificate.h"
#include "framework/model/spec.h"
#include "reports/report.h"
#include "tools/cli/summary.h"

namespace npu_cts {

/// The most bytes that a certificate may have.
inline constexpr std::size_t most_certificate_bytes = std::size_t{1} << 30U;
/// The most bytes that a key, or a list of withdrawn suites, may have.
inline constexpr std::size_t most_key_bytes = std::size_t{64} * 1024;

/// What certificates are made and verified with, and the report of the run that was last judged with it.
struct Certifying {
  Surroundings around;
  std::shared_ptr<std::optional<Report>> report = std::make_shared<std::optional<Report>>();
};

/// Returns what judges runs under `spec` in `folder`. Known failures count as on the day on which a run ended.
/// Errors: those of digest_of and read_file.
Result<Certifying> certifying_of(const Spec& spec, const std::string& folder, const std::string& journal_path);

}  // namespace npu_cts
