// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/stream_report.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "framework/evidence/journal_stream.h"
#include "framework/reader/read_spec.h"
#include "framework/record/journal_source.h"
#include "framework/run/session/check_plan.h"
#include "tools/cli/case_reader.h"

namespace npu_cts {
using evidence::JournalStream;

std::optional<Result<reports::Report>> stream_report(const Spec& spec, const StreamOptions& options,
                                                     const Concluding& how) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(how.path, failed)) return std::nullopt;
  auto stream = JournalStream::open(record::journal_in_file(how.path), how.path, JournalStream::Purpose::cases);
  if (!stream) return std::nullopt;
  const auto digest = reader::digest_of(how.spec_folder);
  if (!digest) return Result<reports::Report>(digest.diagnostics());
  const run::DigestedSpec digested{.spec = spec, .digest = *digest, .read_digest = how.read_digest, .plans = how.plans};
  const run::PlanCounts counts = run::remember_counts(digested, stream->head().info.tier);
  auto check = run::PlanCheck::begin(digested, stream->head(), how.path, counts);
  auto reader = check ? CaseReader::make(options.folder, how) : std::nullopt;
  if (!reader) return std::nullopt;
  auto one = stream->next();
  for (; one && *one; one = stream->next()) {
    auto& [planned, result] = **one;
    if (result && options.is_reproducible) result = record::reproducible(*std::move(result));
    check->take(planned);
    reader->take(planned, std::move(result));
  }
  if (!one) return std::nullopt;
  record::Journal head = stream->head();
  if (options.is_reproducible) head.environments.clear();
  const auto scope = check->conclude();
  if (!scope) return Result<reports::Report>(scope.diagnostics());
  return reader->close(spec, head, *scope);
}

}  // namespace npu_cts
