#include <map>

#include <fmt/format.h>

#include "framework/model/spec.h"
#include "framework/record/journal.h"
#include "framework/record/journal_line.h"

namespace npu_cts {
namespace {

/// Adds `value` under its id; returns whether it contradicts what is there.
template <class T>
bool contradicts(std::map<std::string, T>& all, const T& value) {
  const auto [it, is_new] = all.emplace(value.id, value);
  return !is_new && it->second != value;
}

template <class T>
std::vector<T> values_of(const std::map<std::string, T>& all) {
  std::vector<T> values;
  values.reserve(all.size());
  for (const auto& [id, value] : all) values.push_back(value);
  return values;
}

}  // namespace

PlannedCase planned_of(const Case& planned) {
  return {.id = planned.id,
          .op = planned.call.op,
          .target = planned.call.target,
          .family = planned.family,
          .expected = planned.expected,
          .covers = planned.covers,
          .at = {.file = spec_path(planned.at.file), .line = planned.at.line, .column = 0}};
}

Result<Journal> merge_journals(std::span<const Journal> shards) {
  if (shards.empty()) return bad_journal({}, "there is no journal to merge");
  std::map<std::string, PlannedCase> planned;
  std::map<std::string, CaseResult> results;
  bool finished = true;
  for (const Journal& shard : shards) {
    if (shard.info != shards.front().info) return bad_journal({}, "the journals are of different runs");
    finished = finished && shard.finished;
    for (const PlannedCase& one : shard.planned) {
      if (contradicts(planned, one)) return bad_journal({}, fmt::format("two journals plan '{}' differently", one.id));
    }
    for (const CaseResult& one : shard.results) {
      if (contradicts(results, one)) return bad_journal({}, fmt::format("two journals end '{}' differently", one.id));
    }
  }
  return Journal{
      .info = shards.front().info, .planned = values_of(planned), .results = values_of(results), .finished = finished};
}

std::string to_text(const Journal& journal) {
  std::string text = to_text(JournalLine{journal.info});
  for (const PlannedCase& planned : journal.planned) text += to_text(JournalLine{planned});
  for (const CaseResult& result : journal.results) {
    text += to_text(JournalLine{BeginLine{result.id}});
    text += to_text(JournalLine{result});
  }
  if (journal.finished) text += to_text(JournalLine{DoneLine{journal.planned.size(), journal.results.size()}});
  return text;
}

}  // namespace npu_cts
