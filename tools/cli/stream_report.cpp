// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/stream_report.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include "framework/evidence/journal_stream.h"
#include "framework/reader/read_spec.h"
#include "framework/record/journal_source.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/shards/portion.h"
#include "framework/run/shards/shards.h"
#include "tools/cli/case_reader.h"

namespace npu_cts {
namespace {

using evidence::JournalStream;
using evidence::RecordedCase;

/// The journals of one run, read side by side in the order of ids. Nothing is returned where they cannot be read so.
class RunStream {
 public:
  static std::optional<RunStream> open(const std::vector<std::string>& paths) {
    RunStream run;
    std::vector<record::Journal> heads;
    for (const std::string& path : paths) {
      std::error_code failed;
      if (!std::filesystem::is_regular_file(path, failed) || run::check_ended(path)) return std::nullopt;
      auto stream = JournalStream::open(record::journal_in_file(path), path, JournalStream::Purpose::cases);
      if (!stream) return std::nullopt;
      heads.push_back(stream->head());
      run.streams_.push_back({.cases = *std::move(stream)});
    }
    auto head = record::merge_journals(std::move(heads));
    if (!head || (paths.size() > 1 && run::check_portions(*head))) return std::nullopt;
    run.head_ = *std::move(head);
    for (Stream& one : run.streams_) {
      if (!advance(one)) return std::nullopt;
    }
    return run;
  }

  /// Returns the run without its cases. Whether it finished is known after the last.
  [[nodiscard]] const record::Journal& head() const { return head_; }

  /// Gives `take` every case. Returns whether all could be read.
  bool read(const std::function<void(RecordedCase&& one)>& take) {
    const auto id_of = [](const Stream& one) -> const std::string& { return one.next->planned.id; };
    std::vector<Stream>& left = streams_;
    head_.finished = true;
    while (!left.empty()) {
      std::erase_if(left, [this](const Stream& one) {
        if (!one.next) head_.finished = head_.finished && one.cases.head().finished;
        return !one.next;
      });
      if (left.empty()) break;
      Stream& least = *std::ranges::min_element(left, {}, id_of);
      take(*std::move(least.next));
      if (!advance(least)) return false;
    }
    return true;
  }

 private:
  struct Stream {
    JournalStream cases;
    std::optional<RecordedCase> next = {};
  };

  /// Goes to the next case, if there is one. Returns whether that could be read, and is one that its journal can have.
  static bool advance(Stream& stream) {
    auto next = stream.cases.next();
    if (!next) return false;
    stream.next = *std::move(next);
    if (!stream.next) return true;
    const auto& [planned, result] = *stream.next;
    const record::Journal& head = stream.cases.head();
    if (result && record::find_impossible(planned, *result, head.info)) return false;
    return head.shards.empty() || record::is_part(head.shards, planned.id);
  }

  std::vector<Stream> streams_;
  record::Journal head_;
};

}  // namespace

std::optional<Result<reports::Report>> stream_report(const Spec& spec, const std::vector<std::string>& paths,
                                                     const StreamOptions& options, const Concluding& how) {
  auto run = RunStream::open(paths);
  if (!run) return std::nullopt;
  const auto digest = reader::digest_of(how.spec_folder);
  if (!digest) return Result<reports::Report>(digest.diagnostics());
  const run::DigestedSpec digested{.spec = spec, .digest = *digest, .read_digest = how.read_digest, .plans = how.plans};
  auto check = run::PlanCheck::begin(digested, run->head(), how.path);
  auto reader = check ? CaseReader::make(options.folder, how) : std::nullopt;
  if (!reader) return std::nullopt;
  const bool is_read = run->read([&](RecordedCase&& one) {
    if (one.result && options.is_reproducible) one.result = record::reproducible(*std::move(one.result));
    check->take(one.planned);
    reader->take(one.planned, std::move(one.result));
  });
  if (!is_read) return std::nullopt;
  record::Journal head = run->head();
  if (options.is_reproducible) head.environments.clear();
  const auto scope = check->conclude();
  if (!scope) return Result<reports::Report>(scope.diagnostics());
  return reader->close(spec, head, *scope);
}

}  // namespace npu_cts
