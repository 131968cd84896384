#include "framework/diff/journals.h"

#include <map>

#include <fmt/format.h>

namespace npu_cts {
namespace {

struct Ended {
  std::optional<Status> status;
  std::string reason;
};

std::map<std::string, Ended> ends_of(const Journal& journal) {
  std::map<std::string, Ended> ends;
  for (const PlannedCase& planned : journal.planned) ends[planned.id];
  for (const CaseResult& result : journal.results) ends[result.id] = {.status = result.status, .reason = result.reason};
  return ends;
}

std::string label_of(const RunInfo& info) {
  return fmt::format("{} {} (spec {})", info.driver, info.driver_version, info.spec_digest.substr(0, 8));
}

/// A case that did not run is worse than one that ended anyhow.
bool is_worse(const std::optional<Status>& older, const std::optional<Status>& newer) {
  if (!newer) return true;
  return older && *newer > *older;
}

}  // namespace

JournalDiff diff(const Journal& older, const Journal& newer) {
  JournalDiff found{.older = label_of(older.info),
                    .newer = label_of(newer.info),
                    .worse = {},
                    .better = {},
                    .added = {},
                    .dropped = {}};
  found.same_spec = older.info.spec_digest == newer.info.spec_digest;
  const auto before = ends_of(older);
  const auto after = ends_of(newer);
  for (const auto& [id, was] : before) {
    const auto now = after.find(id);
    if (now == after.end()) {
      found.dropped.push_back({.id = id, .older = was.status, .newer = std::nullopt, .reason = ""});
      continue;
    }
    const Ended& is = now->second;
    if (is.status == was.status) {
      ++found.same;
      continue;
    }
    auto& list = is_worse(was.status, is.status) ? found.worse : found.better;
    list.push_back({.id = id, .older = was.status, .newer = is.status, .reason = is.reason});
  }
  for (const auto& [id, is] : after) {
    if (!before.contains(id))
      found.added.push_back({.id = id, .older = std::nullopt, .newer = is.status, .reason = is.reason});
  }
  return found;
}

bool is_same(const JournalDiff& diff) {
  return diff.worse.empty() && diff.better.empty() && diff.added.empty() && diff.dropped.empty();
}

}  // namespace npu_cts
