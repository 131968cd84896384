// SPDX-License-Identifier: Apache-2.0
#include "framework/diff/journals.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/sort.h"
#include "framework/base/text.h"

namespace npu_cts::diff {
namespace {

/// How a case was planned, and how it ended.
struct Ended {
  const record::PlannedCase* planned = nullptr;
  std::optional<Status> status;
  std::string reason;
};

using Ends = std::map<std::string, Ended>;

Ends ends_of(const record::Journal& journal) {
  Ends ends;
  for (const record::PlannedCase& planned : journal.planned) ends[planned.id].planned = &planned;
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

bool is_failing(const Ended& end) { return end.status && is_failure(*end.status); }

/// Of the implementation's files the digests alone are compared: the same files may lie elsewhere.
std::vector<RunChange> changes_of(const RunInfo& older, const RunInfo& newer) {
  std::vector<RunChange> changes;
  for (const record::RunField& field : record::run_fields()) {
    const auto value = [&](const RunInfo& info) {
      return field.name == "backend" ? join(record::backend_digests(info), ", ") : field.value(info);
    };
    RunChange change{
        .cause = field.cause, .what = std::string(field.name), .older = value(older), .newer = value(newer)};
    if (change.older != change.newer) changes.push_back(std::move(change));
  }
  sort_stably(changes, {}, &RunChange::cause);
  return changes;
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

/// Returns whether the documents say the same of a case in both runs: where they do not, that is what changed.
bool says_the_same(const record::PlannedCase& older, const record::PlannedCase& newer) {
  return older.expected == newer.expected && older.covers == newer.covers;
}

/// Compares the ends of cases.
class EndComparison {
 public:
  explicit EndComparison(JournalDiff& found) : found_(found), causes_(causes_of(found.changes)) {
    std::erase(causes_, record::Cause::scope);  // of a case that is in both
  }

  void take(const std::string& id, const Ended& was, const Ended& is) {
    if (is.status == was.status) {
      ++found_.same;
      return;
    }
    StatusChange change{.id = id, .older = was.status, .newer = is.status, .reason = is.reason};
    if (was.planned != nullptr && is.planned != nullptr)
      change.causes = says_the_same(*was.planned, *is.planned) ? causes_ : std::vector{record::Cause::spec};
    (is_worse(was.status, is.status) ? found_.worse : found_.better).push_back(std::move(change));
  }
  void drop(const std::string& id, const Ended& was) {
    found_.dropped.push_back({.id = id, .older = was.status, .reason = "", .causes = {record::Cause::scope}});
  }
  void add(const std::string& id, const Ended& is) {
    found_.added.push_back({.id = id, .newer = is.status, .reason = is.reason, .causes = {record::Cause::scope}});
  }

 private:
  JournalDiff& found_;
  std::vector<record::Cause> causes_;  ///< all that the runs do not share
};

}  // namespace

std::vector<record::Cause> causes_of(const std::vector<RunChange>& changes) {
  std::set<record::Cause> causes;
  for (const RunChange& change : changes) causes.insert(change.cause);
  return {causes.begin(), causes.end()};
}

std::string to_text(const std::vector<record::Cause>& causes) {
  if (causes.empty()) return "nothing on record changed";
  std::vector<std::string> names;
  for (const record::Cause cause : causes) names.emplace_back(name_of(cause));
  return join(names, ", ");
}

JournalDiff diff(const record::Journal& older, const record::Journal& newer) {
  JournalDiff found{.older = label_of(older.info), .newer = label_of(newer.info)};
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

}  // namespace npu_cts::diff
