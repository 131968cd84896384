#include "framework/diff/journals.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts {
namespace {

/// How a case was planned, and how it ended.
struct Ended {
  const PlannedCase* planned = nullptr;
  std::optional<Status> status;
  std::string reason;
};

using Ends = std::map<std::string, Ended>;

Ends ends_of(const Journal& journal) {
  Ends ends;
  for (const PlannedCase& planned : journal.planned) ends[planned.id].planned = &planned;
  for (const CaseResult& result : journal.results) {
    Ended& end = ends[result.id];
    end.status = result.status;
    end.reason = result.reason;
  }
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

bool is_failing(const Ended& end) { return end.status && *end.status >= Status::unexpected_pass; }

std::string files_of(const RunInfo& info) {
  std::vector<std::string> digests;
  for (const BackendFile& file : info.backend) digests.push_back(file.sha256);
  std::ranges::sort(digests);
  return join(digests, ", ");
}

/// A field of a run, as text.
struct RunField {
  Cause cause;
  std::string_view what;
  std::string (*text)(const RunInfo& info);
};

constexpr std::array run_fields{
    RunField{Cause::scope, "query", [](const RunInfo& info) { return info.query; }},
    RunField{Cause::scope, "ops", [](const RunInfo& info) { return join(info.ops, ", "); }},
    RunField{Cause::scope, "products", [](const RunInfo& info) { return join(info.products, ", "); }},
    RunField{Cause::scope, "releases", [](const RunInfo& info) { return join(info.releases, ", "); }},
    RunField{Cause::scope, "modes", [](const RunInfo& info) { return join(info.modes, ", "); }},
    RunField{Cause::scope, "tier", [](const RunInfo& info) { return std::string(name_of(info.tier)); }},
    RunField{Cause::spec, "spec_digest", [](const RunInfo& info) { return info.spec_digest; }},
    RunField{Cause::data, "challenge", [](const RunInfo& info) { return info.challenge; }},
    RunField{Cause::backend, "driver", [](const RunInfo& info) { return info.driver; }},
    RunField{Cause::backend, "driver_version", [](const RunInfo& info) { return info.driver_version; }},
    RunField{Cause::backend, "backend", files_of},
    RunField{Cause::suite, "tool_version", [](const RunInfo& info) { return info.tool_version; }},
    RunField{Cause::suite, "tool_commit", [](const RunInfo& info) { return info.tool_commit; }},
    RunField{Cause::suite, "tool_digest", [](const RunInfo& info) { return info.tool_digest; }},
    RunField{Cause::policy, "unsupported", [](const RunInfo& info) { return std::string(name_of(info.unsupported)); }},
    RunField{Cause::policy, "extensions", [](const RunInfo& info) { return std::string(name_of(info.extensions)); }},
    RunField{Cause::policy, "numerics", [](const RunInfo& info) { return join(info.numerics, ", "); }},
};

std::vector<RunChange> changes_of(const RunInfo& older, const RunInfo& newer) {
  std::vector<RunChange> changes;
  for (const RunField& field : run_fields) {
    RunChange change{
        .cause = field.cause, .what = std::string(field.what), .older = field.text(older), .newer = field.text(newer)};
    if (change.older != change.newer) changes.push_back(std::move(change));
  }
  return changes;
}

/// Returns what may be behind another end of a case that both runs planned. Where the documents say another thing of
/// it, that is what changed; else everything that the runs do not share.
std::vector<Cause> causes_of(const PlannedCase& older, const PlannedCase& newer,
                             const std::vector<RunChange>& changes) {
  if (older.expected != newer.expected || older.covers != newer.covers) return {Cause::spec};
  std::set<Cause> causes;
  for (const RunChange& change : changes) causes.insert(change.cause);
  causes.erase(Cause::scope);  // the case is in both
  return {causes.begin(), causes.end()};
}

/// Returns by rule which cases fail.
std::map<std::string, std::vector<std::string>> failing_by_rule(const Ends& ends) {
  std::map<std::string, std::vector<std::string>> failing;
  for (const auto& [id, end] : ends) {
    if (!is_failing(end) || end.planned == nullptr) continue;
    for (const std::string& rule : end.planned->covers) failing[rule].push_back(id);
  }
  return failing;
}

std::vector<NewlyFailing> newly_failing(const Ends& older, const Ends& newer) {
  const auto before = failing_by_rule(older);
  std::vector<NewlyFailing> found;
  for (auto& [rule, cases] : failing_by_rule(newer)) {
    if (!before.contains(rule)) found.push_back({.rule = rule, .cases = cases});
  }
  return found;
}

/// Compares the ends of cases.
class EndComparison {
 public:
  explicit EndComparison(JournalDiff& found) : found_(found) {}

  void take(const std::string& id, const Ended& was, const Ended& is) {
    if (is.status == was.status) {
      ++found_.same;
      return;
    }
    StatusChange change{.id = id, .older = was.status, .newer = is.status, .reason = is.reason};
    if (was.planned != nullptr && is.planned != nullptr)
      change.causes = causes_of(*was.planned, *is.planned, found_.changes);
    (is_worse(was.status, is.status) ? found_.worse : found_.better).push_back(std::move(change));
  }
  void drop(const std::string& id, const Ended& was) {
    found_.dropped.push_back({.id = id, .older = was.status, .newer = {}, .reason = "", .causes = {Cause::scope}});
  }
  void add(const std::string& id, const Ended& is) {
    found_.added.push_back({.id = id, .older = {}, .newer = is.status, .reason = is.reason, .causes = {Cause::scope}});
  }

 private:
  JournalDiff& found_;
};

}  // namespace

std::string_view name_of(Cause cause) {
  switch (cause) {
    case Cause::scope:
      return "scope";
    case Cause::spec:
      return "spec";
    case Cause::data:
      return "data";
    case Cause::backend:
      return "backend";
    case Cause::suite:
      return "suite";
    case Cause::policy:
      return "policy";
  }
  std::abort();
}

std::string to_text(const std::vector<Cause>& causes) {
  if (causes.empty()) return "nothing on record changed";
  std::vector<std::string> names;
  for (const Cause cause : causes) names.emplace_back(name_of(cause));
  return join(names, ", ");
}

JournalDiff diff(const Journal& older, const Journal& newer) {
  JournalDiff found{.older = label_of(older.info),
                    .newer = label_of(newer.info),
                    .worse = {},
                    .better = {},
                    .added = {},
                    .dropped = {}};
  found.same_spec = older.info.spec_digest == newer.info.spec_digest;
  found.changes = changes_of(older.info, newer.info);
  const Ends before = ends_of(older);
  const Ends after = ends_of(newer);
  found.newly_failing = newly_failing(before, after);
  EndComparison comparison(found);
  for (const auto& [id, was] : before) {
    const auto now = after.find(id);
    if (now == after.end()) {
      comparison.drop(id, was);
    } else {
      comparison.take(id, was, now->second);
    }
  }
  for (const auto& [id, is] : after) {
    if (!before.contains(id)) comparison.add(id, is);
  }
  return found;
}

bool is_same(const JournalDiff& diff) {
  return diff.worse.empty() && diff.better.empty() && diff.added.empty() && diff.dropped.empty();
}

}  // namespace npu_cts
