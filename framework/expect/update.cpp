// SPDX-License-Identifier: Apache-2.0
#include "framework/expect/update.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expect/apply.h"

namespace npu_cts::expect {
namespace {

using Lines = std::vector<std::string>;

/// A text whose lines are replaced one by one.
class LineEditor {
 public:
  explicit LineEditor(std::string_view text) {
    if (text.ends_with('\n')) text.remove_suffix(1);
    for (std::string& line : split(text, '\n')) lines_.push_back({std::move(line)});
  }

  [[nodiscard]] int count() const { return static_cast<int>(lines_.size()); }
  /// The line `number`, from 1, as it was read or replaced.
  Lines& at(int number) { return lines_[static_cast<std::size_t>(number - 1)]; }
  void remove(int number) { at(number).clear(); }
  void add(Lines more) { lines_.push_back(std::move(more)); }

  [[nodiscard]] std::string text() const {
    std::string text;
    for (const Lines& lines : lines_) {
      for (const std::string& line : lines) text += line + "\n";
    }
    return text;
  }

 private:
  std::vector<Lines> lines_;
};

/// Brings one list up to date.
class Update {
 public:
  Update(std::string_view text, const Expectations& list, const record::Journal& journal, std::string_view today)
      : list_(list), journal_(journal), today_(today), editor_(text), known_(expect(journal, list, today).known) {
    for (const CaseResult& result : journal.results) results_.emplace(result.id, &result);
  }

  std::optional<Diagnostic> run(const Grounds& grounds) {
    bool is_any_left = false;
    for (std::size_t i = 0; i < list_.entries.size(); ++i) is_any_left = keep(i) || is_any_left;
    const auto groups = new_groups();
    const bool has_grounds = !grounds.reason.empty() && !grounds.link.empty() && !grounds.owner.empty() &&
                             is_day(grounds.expires) && grounds.expires >= today_;
    if (!groups.empty() && !has_grounds) return no_grounds(groups, is_day(grounds.expires) && grounds.expires < today_);
    if (!is_any_left) set_list(groups.empty() ? "expectations: []" : "expectations:");
    for (const auto& [failure, ids] : groups) append(failure, ids, grounds);
    return std::nullopt;
  }

  [[nodiscard]] std::string text() const { return editor_.text(); }

 private:
  using Failure = std::pair<Status, std::string>;
  using Groups = std::map<Failure, std::vector<std::string>>;

  /// Returns whether an entry stays, brought up to date.
  bool keep(std::size_t index) {
    const Expectation& entry = list_.entries[index];
    if (entry.expires.text < today_) return true;
    const std::set<std::string> waived(known_.waivers[index].waived.begin(), known_.waivers[index].waived.end());
    std::set<std::string> before;
    std::set<std::string> after;
    std::size_t queries = 0;
    for (const PlacedText& query : entry.cases) {
      const Lines left = left_of(entry, query, waived);
      queries += left.size();
      add_matched(entry, query.text, before);
      for (const std::string& one : left) add_matched(entry, one, after);
      if (left != Lines{query.text}) replace(entry, query, left);
    }
    if (queries == 0) {
      remove(index);
      return false;
    }
    const std::size_t dropped = std::min(entry.count, before.size() - after.size());
    const std::size_t least = is_seen_whole(entry, journal_) ? 0 : entry.count - dropped;
    set_count(entry, queries, std::max(after.size(), least));
    return true;
  }

  /// Returns what takes the place of `query`: itself, the ids that still fail as its entry says, or nothing.
  Lines left_of(const Expectation& entry, const PlacedText& query, const std::set<std::string>& waived) const {
    std::size_t ended = 0;
    Lines still;
    for (const record::PlannedCase& planned : journal_.planned) {
      if (!is_about(entry, query.text, planned) || !results_.contains(planned.id)) continue;
      ++ended;
      if (waived.contains(planned.id)) still.push_back(planned.id);
    }
    Expectation alone = entry;
    alone.cases = {query};
    if (ended == still.size() && (ended > 0 || !is_seen_whole(alone, journal_))) return {query.text};
    return still;
  }

  void add_matched(const Expectation& entry, std::string_view query, std::set<std::string>& matched) const {
    for (const record::PlannedCase& planned : journal_.planned) {
      if (is_about(entry, query, planned)) matched.insert(planned.id);
    }
  }

  static std::string indent(const Expectation& entry) {
    return std::string(static_cast<std::size_t>(std::max(entry.at.column - 1, 0)), ' ');
  }

  void replace(const Expectation& entry, const PlacedText& query, const Lines& left) {
    Lines& line = editor_.at(query.at.line);
    const auto column = static_cast<std::size_t>(query.at.column - 1);
    const std::string head = line.front().substr(0, column);
    const bool is_item = trim(head) == "-";
    Lines made;
    if (!is_item) made.emplace_back(trim(head).empty() ? head : head.substr(0, head.find_last_not_of(' ') + 1));
    for (const std::string& id : left) made.push_back((is_item ? head : indent(entry) + "  - ") + yaml_scalar(id));
    line = std::move(made);
  }

  /// Removes the lines of an entry, up to the comments and blanks before the next one.
  void remove(std::size_t index) {
    const int first = list_.entries[index].at.line;
    int last = index + 1 < list_.entries.size() ? list_.entries[index + 1].at.line - 1 : editor_.count();
    const auto is_of_none = [&](int number) {
      const Lines& lines = editor_.at(number);
      return !lines.empty() && (trim(lines.front()).empty() || trim(lines.front()).starts_with('#'));
    };
    while (last > first && is_of_none(last)) --last;
    for (int number = first; number <= last; ++number) editor_.remove(number);
  }

  void set_count(const Expectation& entry, std::size_t queries, std::size_t cases) {
    if (entry.count_at.line > 0) {
      std::string& line = editor_.at(entry.count_at.line).front();
      const auto column = static_cast<std::size_t>(entry.count_at.column - 1);
      line.replace(column, std::to_string(entry.count).size(), std::to_string(cases));
    } else if (cases != queries) {
      editor_.at(entry.cases.back().at.line).push_back(fmt::format("{}count: {}", indent(entry), cases));
    }
  }

  /// Returns the failures that have no entry, but not those that fall to an expired one.
  Groups new_groups() const {
    Groups groups;
    const std::set<std::string_view> new_ones(known_.new_ones.begin(), known_.new_ones.end());
    for (const record::PlannedCase& planned : journal_.planned) {
      const bool is_undecided = std::ranges::any_of(list_.entries, [&](const Expectation& entry) {
        return entry.expires.text < today_ && std::ranges::any_of(entry.cases, [&](const PlacedText& query) {
                 return is_about(entry, query.text, planned);
               });
      });
      if (is_undecided || !new_ones.contains(planned.id)) continue;
      const CaseResult& result = *results_.at(planned.id);
      if (result.status == Status::error) continue;  // ours: it is not waived
      groups[{result.status, diagnosis_of(planned, result)}].push_back(planned.id);
    }
    return groups;
  }

  Diagnostic no_grounds(const Groups& groups, bool is_past) const {
    std::size_t cases = 0;
    for (const auto& [failure, ids] : groups) cases += ids.size();
    return error_at(Kind::wrong_usage, {.file = list_.file},
                    fmt::format("{} {} and {} in no entry: '{}'", counted(cases, "case"), cases == 1 ? "fails" : "fail",
                                cases == 1 ? "is" : "are", groups.begin()->second.front()),
                    "an entry says why its cases may fail, where that is tracked, who owns it, and up to which day",
                    is_past ? "give a later day to '--expires': this one is past"
                            : "add --reason, --link, --owner and --expires YYYY-MM-DD");
  }

  /// Sets the line of the list itself, of which no entry is left.
  void set_list(const std::string& text) {
    for (int number = 1; number <= editor_.count(); ++number) {
      Lines& line = editor_.at(number);
      if (line.empty() || !line.front().starts_with("expectations:")) continue;
      const std::size_t comment = line.front().find(" #");
      const std::size_t from = line.front().find_last_not_of(' ', comment);
      line.front() = text + (comment == std::string::npos ? "" : line.front().substr(from + 1));
    }
  }

  void append(const Failure& failure, const std::vector<std::string>& ids, const Grounds& grounds) {
    Lines lines{"  - cases:"};
    for (const std::string& id : ids) lines.push_back("      - " + yaml_scalar(id));
    lines.push_back(fmt::format("    status: {}", name_of(failure.first)));
    lines.push_back("    diagnosis: " + yaml_scalar(failure.second));
    lines.push_back("    reason: " + yaml_scalar(grounds.reason));
    lines.push_back("    link: " + yaml_scalar(grounds.link));
    lines.push_back("    owner: " + yaml_scalar(grounds.owner));
    lines.push_back("    expires: " + yaml_scalar(grounds.expires));
    const std::size_t first = list_.entries.empty() ? 0 : static_cast<std::size_t>(list_.entries.front().at.column);
    if (first >= 3) {  // as the entries above
      for (std::string& line : lines) line.replace(0, 2, std::string(first - 3, ' '));
    }
    editor_.add(std::move(lines));
  }

  const Expectations& list_;
  const record::Journal& journal_;
  std::string_view today_;
  LineEditor editor_;
  KnownFailures known_;
  std::map<std::string_view, const CaseResult*> results_;
};

}  // namespace

Result<std::string> update_expectations(const PlacedText& text, const record::Journal& journal, std::string_view today,
                                        const Grounds& grounds) {
  const auto list = read_expectations(text.text, text.at.file);
  if (!list) return list.diagnostics();
  Update update(text.text, *list, journal, today);
  if (auto problem = update.run(grounds)) return *std::move(problem);
  return update.text();
}

}  // namespace npu_cts::expect
