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
#include "framework/run/session/run_info.h"
#include "framework/run/session/selection.h"

namespace npu_cts::run {
namespace {

/// Returns whether the part at `path` can be read and holds no whole line: its process was killed in the first.
bool is_truncated_at_once(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  return file.is_open() && !(std::getline(file, line) && !file.eof()) && !file.bad();
}

/// Returns in words what tells the journal `earlier` from one of those of `cases` that fall to `shard`.
std::optional<std::string> find_difference(const record::Journal& earlier, const RunInfo& info,
                                           std::span<const ChosenCase> cases, const record::Shard& shard) {
  std::vector<std::string> ids;
  for (const ChosenCase& one : cases) {
    if (std::string id = id_of(one); record::is_part(shard, id)) ids.push_back(std::move(id));
  }
  return find_other_run(earlier, info, std::vector<std::string_view>(ids.begin(), ids.end()));
}

/// Returns the order of what ended in `part` and will: cases go on in the order of ids, whichever ended already.
record::RunOrder order_of(const record::Journal& part) {
  const auto has_id = [](const CaseResult& ended, const record::PlannedCase& planned) {
    return ended.id == planned.id;
  };
  const auto [ended, planned] = std::ranges::mismatch(part.results, part.planned, has_id);
  return ended == part.results.end() ? record::RunOrder::of_ids : record::RunOrder::shuffled;
}

/// Returns the order of the part at `path`, of ids where it holds no verdict: it begins anew. Errors: why it cannot go
/// on.
Result<record::RunOrder> check_part(const std::string& path, const RunInfo& info, std::span<const ChosenCase> cases,
                                    const record::Shard& shard) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return record::RunOrder::of_ids;
  const auto part = record::read_journal(path);
  if (!part && is_truncated_at_once(path)) return record::RunOrder::of_ids;
  if (!part) return part.diagnostics();
  if (part->results.empty() && !part->finished) return record::RunOrder::of_ids;
  if (const auto difference = find_difference(*part, info, cases, shard)) return other_run(path, *difference);
  return order_of(*part);
}

}  // namespace

Result<Earlier> find_earlier(const ShardedRun& run, const RunInfo& info, std::span<const ChosenCase> cases) {
  using Stands = Earlier::Stands;
  const std::size_t count = count_parts(run.journal);
  Earlier earlier{.stands = count > 0 ? Stands::parts : Stands::nothing};
  for (std::size_t index = 0; index < count; ++index) {
    const record::Shard shard{.index = index, .count = count};
    const auto order = check_part(part_path(run.journal, shard), info, cases, shard);
    if (!order) return order.diagnostics();
    earlier.order = std::max(earlier.order, *order);
  }
  if (count > 0 || !std::filesystem::exists(run.journal)) return earlier;
  const auto journal = record::read_journal(run.journal);
  if (!journal) return journal.diagnostics();
  if (const auto difference = find_difference(*journal, info, cases, {})) return other_run(run.journal, *difference);
  if (journal->finished) return Earlier{.stands = Stands::whole};
  const std::string part = part_path(run.journal, {.index = 0, .count = 1});
  std::error_code failed;
  std::filesystem::copy_file(run.journal, part,
                             failed);  // with its truncated end: the case that stands there runs again
  if (failed) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);  // half a copy would be gone on with
    return record::cannot_write(part, "copy the journal", failed.value());
  }
  return Earlier{.stands = Stands::parts, .order = order_of(*journal)};
}

}  // namespace npu_cts::run
