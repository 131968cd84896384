#pragma once

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

/// Returns the report of `journal` as a certificate states it: known failures count as on the day on which the run
/// ended. Errors: those of build_checked_report.
Result<Report> certified_report(const Spec& spec, const Journal& journal, const std::optional<Expectations>& list,
                                const Concluding& where);

/// Returns what certificates are made and verified with, under `spec` in `folder`.
/// Errors: those of digest_of and read_file.
Result<Surroundings> surroundings_of(const Spec& spec, const std::string& folder, const std::string& journal_path);

}  // namespace npu_cts
