// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/resume.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/record/journal_source.h"
#include "framework/run/session/run_info.h"
#include "framework/run/session/selection.h"

namespace npu_cts::run {
namespace {

/// The run that what stands must be of.
struct EarlierOf {
  const RunInfo& info;
  std::span<const ChosenCase> cases;
};

/// Returns whether the part at `path` can be read and holds no whole line: its process was killed in the first.
bool is_truncated_at_once(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  return file.is_open() && !(std::getline(file, line) && !file.eof()) && !file.bad();
}

/// Returns the order of what ended in `part`, of the run of `cases` that `info` describes, and will: cases go on in the
/// order of ids, whichever ended already. `part` was read from `path`, and has those cases that fall to `shard`.
/// Errors: wrong_usage, where it has not.
Result<record::RunOrder> order_of(const record::Journal& part, const std::string& path, const EarlierOf& run,
                                  const record::Shard& shard) {
  std::vector<std::string> ids;
  for (const ChosenCase& one : run.cases) {
    if (std::string id = id_of(one); record::is_part(shard, id)) ids.push_back(std::move(id));
  }
  if (const auto difference = find_other_run(part, run.info, std::vector<std::string_view>(ids.begin(), ids.end())))
    return other_run(path, *difference);
  const auto has_id = [](const CaseResult& ended, const std::string& id) { return ended.id == id; };
  const auto ended = std::ranges::mismatch(part.results, ids, has_id).in1;
  return ended == part.results.end() ? record::RunOrder::of_ids : record::RunOrder::shuffled;
}

/// Returns the order of the part at `path`, of ids where it holds no verdict: it begins anew. Errors: why it cannot go
/// on.
Result<record::RunOrder> check_part(const std::string& path, const EarlierOf& run, const record::Shard& shard) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return record::RunOrder::of_ids;
  const auto part = record::read_part(path);
  if (!part && is_truncated_at_once(path)) return record::RunOrder::of_ids;
  if (!part) return part.diagnostics();
  if (part->results.empty() && !part->finished) return record::RunOrder::of_ids;
  return order_of(*part, path, run, shard);
}

/// Writes the text of the journal at `path` to `part`, with its truncated end: the case that stands there runs again. A
/// part is never compressed: its run appends to it. Returns why it could not, if so.
std::optional<Diagnostics> copy_text(const std::string& path, const std::string& part) {
  const auto source = record::journal_in_file(path)();
  auto copy = record::OutputFile(::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), part);
  if (copy.descriptor() < 0) return Diagnostics{record::cannot_write(part, "copy the journal", errno)};
  while (true) {
    const auto piece = source->read();
    if (!piece) return piece.diagnostics();
    const auto error = piece->empty() ? copy.close() : copy.write(*piece);
    if (error) return Diagnostics{*error};
    if (piece->empty()) return std::nullopt;
  }
}

}  // namespace

Result<Earlier> find_earlier(const ShardedRun& run, const RunInfo& info, std::span<const ChosenCase> cases) {
  using Stands = Earlier::Stands;
  const EarlierOf expected{.info = info, .cases = cases};
  const std::size_t count = count_parts(run.journal);
  Earlier earlier{.stands = count > 0 ? Stands::parts : Stands::nothing};
  for (std::size_t index = 0; index < count; ++index) {
    const record::Shard shard{.index = index, .count = count};
    const auto order = check_part(part_path(run.journal, shard), expected, shard);
    if (!order) return order.diagnostics();
    earlier.order = std::max(earlier.order, *order);
  }
  if (count > 0 || !std::filesystem::exists(run.journal)) return earlier;
  const auto journal = record::read_journal(run.journal);
  if (!journal) return journal.diagnostics();
  const auto order = order_of(*journal, run.journal, expected, {});
  if (!order) return order.diagnostics();
  if (journal->finished) return Earlier{.stands = Stands::whole};
  const std::string part = part_path(run.journal, {.index = 0, .count = 1});
  if (auto problem = copy_text(run.journal, part)) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);  // half a copy would be gone on with
    return *std::move(problem);
  }
  return Earlier{.stands = Stands::parts, .order = *order};
}

}  // namespace npu_cts::run
