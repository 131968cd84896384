// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/stream_report.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "framework/evidence/journal_source.h"
#include "framework/evidence/journal_stream.h"
#include "framework/expect/apply.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/environment.h"
#include "reports/case_file.h"

namespace npu_cts {
namespace {

using evidence::JournalStream;

/// Takes the cases of a run one by one: holds them against the plan, judges them as the reader asks, and writes them.
class CaseReader {
 public:
  CaseReader(run::PlanCheck check, reports::CaseFile file, const Concluding& how)
      : check_(std::move(check)), file_(std::move(file)), policy_(how.contested) {
    if (how.expectations) known_.emplace(*how.expectations, how.day.empty() ? run::today() : how.day);
  }

  void take(const record::PlannedCase& planned, std::optional<CaseResult> result) {
    check_.take(planned);
    if (result) result = reports::with_contested(*std::move(result), policy_);
    CaseResult* const ended = result ? &*result : nullptr;
    if (known_) known_->take(planned, ended);
    file_.add(planned, ended);
  }

  /// Returns the report of the run of `head`; nothing where the disk did not take its cases.
  std::optional<Result<reports::Report>> close(const Spec& spec, const record::Journal& head) {
    const auto scope = check_.conclude();
    if (!scope) return Result<reports::Report>(scope.diagnostics());
    auto cases = file_.close();
    if (!cases) return std::nullopt;
    reports::RunToReport run{.head = head, .cases = *std::move(cases)};
    if (known_) run.known = known_->close(head);
    return Result<reports::Report>(reports::build_report(spec, std::move(run), *scope));
  }

 private:
  run::PlanCheck check_;
  reports::CaseFile file_;
  reports::ContestedPolicy policy_;
  std::optional<expect::KnownFailureSearch> known_;
};

/// Returns an empty file of cases on the disk of `folder`, which is made where it is not there.
std::optional<reports::CaseFile> case_file_in(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  return reports::CaseFile::make(folder);
}

}  // namespace

std::optional<Result<reports::Report>> stream_report(const Spec& spec, const StreamOptions& options,
                                                     const Concluding& how) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(how.path, failed)) return std::nullopt;
  auto stream = JournalStream::open(evidence::journal_in_file(how.path), how.path, JournalStream::Purpose::cases);
  if (!stream) return std::nullopt;
  const auto digest = reader::digest_of(how.spec_folder);
  if (!digest) return Result<reports::Report>(digest.diagnostics());
  const run::DigestedSpec digested{.spec = spec, .digest = *digest, .read_digest = how.read_digest, .plans = how.plans};
  const run::PlanCounts counts = run::remember_counts(digested, stream->head().info.tier);
  auto check = run::PlanCheck::begin(digested, stream->head(), how.path, counts);
  auto file = check ? case_file_in(options.folder) : std::nullopt;
  if (!file) return std::nullopt;
  CaseReader reader(std::move(*check), *std::move(file), how);
  auto one = stream->next();
  for (; one && *one; one = stream->next()) {
    auto& [planned, result] = **one;
    if (result && options.is_reproducible) result = record::reproducible(*std::move(result));
    reader.take(planned, std::move(result));
  }
  if (!one) return std::nullopt;
  record::Journal head = stream->head();
  if (options.is_reproducible) head.environments.clear();
  return reader.close(spec, head);
}

}  // namespace npu_cts
