// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/resume.h"

#include <algorithm>
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

/// Makes the text of `journal` the one part of its run, with its truncated end: the case that stands there runs again.
/// A part is never compressed: its run appends to it. Returns why it could not; nothing is left then.
std::optional<Diagnostics> become_part(const std::string& journal) {
  auto part = record::NewFile::open(part_path(journal, {.index = 0, .count = 1}));
  if (!part) return part.diagnostics();
  const auto source = record::journal_in_file(journal)();
  auto piece = source->read();
  for (; piece && !piece->empty(); piece = source->read()) {
    if (auto error = part->write(*piece)) return Diagnostics{*std::move(error)};
  }
  if (!piece) return piece.diagnostics();
  if (auto error = part->close()) return Diagnostics{*std::move(error)};
  return std::nullopt;
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
  if (const auto problem = become_part(run.journal)) return *problem;
  return Earlier{.stands = Stands::parts, .order = *order};
}

}  // namespace npu_cts::run
