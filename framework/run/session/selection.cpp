// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/selection.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/record/journal.h"
#include "framework/record/rerun.h"

namespace npu_cts::run {
namespace {

/// Queries, and which of them have matched an id. A query without wildcards is looked up, and may stand there in
/// thousands.
class Queries {
 public:
  explicit Queries(std::span<const std::string> all) {
    for (const std::string& query : all) {
      has_matched_.emplace(query, false);
      if (expand::has_wildcard(query)) globs_.push_back(query);
    }
  }

  [[nodiscard]] bool empty() const { return has_matched_.empty(); }

  /// Returns whether any query matches `id`.
  bool match(std::string_view id) {
    bool found = mark(id);
    for (auto end = id.find('/'); end != std::string_view::npos; end = id.find('/', end + 1)) {
      found = mark(id.substr(0, end)) || found;
      found = mark(id.substr(0, end + 1)) || found;
    }
    for (const std::string_view glob : globs_) found = (expand::matches(glob, id) && mark(glob)) || found;
    return found;
  }

  /// Returns each query that has matched nothing, with `option` before it.
  [[nodiscard]] std::vector<std::string> unmatched(std::string_view option) const {
    std::vector<std::string> left;
    for (const auto& [query, matched] : has_matched_) {
      if (!matched) left.push_back(std::string(option) + std::string(query));
    }
    return left;
  }

 private:
  bool mark(std::string_view query) {
    const auto it = has_matched_.find(query);
    if (it == has_matched_.end()) return false;
    it->second = true;
    return true;
  }

  std::map<std::string_view, bool> has_matched_;
  std::vector<std::string_view> globs_;
};

/// All that is asked of a case.
class Asked {
 public:
  explicit Asked(const RunOptions& options)
      : queries_(options.selection.queries),
        listed_(options.selection.listed),
        excluded_(options.selection.excluded),
        families_(options.selection.families),
        rules_(options.selection.rules),
        is_listed_(!options.from.empty() || options.failed || !options.selection.listed.empty()) {}

  /// Each is asked of every case, so that what matches none is known.
  bool select(std::string_view id, const Case& one) {
    bool is_kept = queries_.empty() || queries_.match(id);
    is_kept = (!is_listed_ || listed_.match(id)) && is_kept;
    is_kept = (families_.empty() || families_.match(name_of(one.family))) && is_kept;
    const auto is_covered = [&] {
      return std::ranges::count_if(one.covers, [&](const Reason& reason) { return rules_.match(to_text(reason)); }) > 0;
    };
    is_kept = (rules_.empty() || is_covered()) && is_kept;
    return !(!excluded_.empty() && excluded_.match(id)) && is_kept;
  }

  [[nodiscard]] std::vector<std::string> unmatched() const {
    std::vector<std::string> all = queries_.unmatched("");
    for (auto more : {listed_.unmatched(""), families_.unmatched("--family "), rules_.unmatched("--rule "),
                      excluded_.unmatched("--exclude ")})
      std::ranges::move(more, std::back_inserter(all));
    return all;
  }

 private:
  Queries queries_;
  Queries listed_;
  Queries excluded_;
  Queries families_;
  Queries rules_;
  bool is_listed_;
};

void add_lines(std::istream& file, std::vector<std::string>& lines) {
  for (std::string line; std::getline(file, line);) {
    const std::string_view text = trim(line);
    if (!text.empty() && !text.starts_with('#')) lines.emplace_back(text);
  }
}

Diagnostic unreadable(const std::string& path) {
  return {.kind = Kind::unreadable_file,
          .at = {.file = path},
          .what = "cannot read the list of cases",
          .why = "'--from' names a file with the id of a case, or a query, in each line",
          .hint = "write one: npu-cts list > FILE; or read standard input: --from -"};
}

}  // namespace

Result<std::vector<std::string>> read_listed(const RunOptions& options) {
  std::vector<std::string> lines;
  if (options.from == "-") {
    add_lines(std::cin, lines);
  } else if (!options.from.empty()) {
    std::error_code failed;
    std::ifstream file(options.from);
    const bool is_of_lines =
        std::filesystem::is_regular_file(options.from, failed) || std::filesystem::is_fifo(options.from, failed);
    if (!file || !is_of_lines) return unreadable(options.from);
    add_lines(file, lines);
  }
  if (!options.failed) return lines;
  const auto journal = record::read_journal(*options.failed);
  if (!journal) return journal.diagnostics();
  for (const CaseResult& result : journal->results) {
    if (result.status > Status::skip) lines.push_back(result.id);
  }
  return lines;
}

std::string id_of(const ChosenCase& chosen) { return expand::id_at(*chosen.plan, *chosen.shared); }

Case case_of(const ChosenCase& chosen) {
  Case made = *chosen.shared;
  made.id = id_of(chosen);
  made.call.target = chosen.plan->target;
  return made;
}

record::PlannedCase planned_of(const ChosenCase& chosen) {
  return record::planned_of(*chosen.shared, id_of(chosen), chosen.plan->target);
}

Chosen choose(std::vector<expand::TargetPlan> plans, const RunOptions& options) {
  Asked asked(options);
  Chosen chosen{.plans = std::make_unique<const std::vector<expand::TargetPlan>>(std::move(plans))};
  for (const expand::TargetPlan& plan : *chosen.plans) {
    for (const Case& one : plan.shared->cases) {
      if (asked.select(expand::id_at(plan, one), one)) chosen.cases.push_back({.plan = &plan, .shared = &one});
    }
  }
  chosen.unmatched = asked.unmatched();
  return chosen;
}

Selects selector_of(const RunOptions& options) {
  const auto asked = std::make_shared<Asked>(options);
  return [asked](std::string_view id, const Case& planned) { return asked->select(id, planned); };
}

bool is_one_query(const RunOptions& options) {
  Selection rest = options.selection;
  rest.queries.clear();
  return options.selection.queries.size() <= 1 && rest == Selection{} && options.from.empty() && !options.failed;
}

Selection selection_of(const RunOptions& options) { return is_one_query(options) ? Selection{} : options.selection; }

std::string query_text(const RunOptions& options) {
  const Selection& asked = options.selection;
  if (is_one_query(options)) return asked.queries.empty() ? "" : asked.queries.front();
  std::vector<std::string> words;
  for (const std::string& query : asked.queries) words.push_back(record::shell_word(query));
  const auto add = [&](std::string_view option, const std::vector<std::string>& values) {
    for (const std::string& value : values) words.push_back(fmt::format("{} {}", option, record::shell_word(value)));
  };
  add("--exclude", asked.excluded);
  add("--family", asked.families);
  add("--rule", asked.rules);
  // Whoever listed them: a process of a run reads from a file what the run took from a journal.
  if (!asked.listed.empty()) words.push_back(fmt::format("a list of {}", counted(asked.listed.size(), "line")));
  return join(words, " ");
}

}  // namespace npu_cts::run
