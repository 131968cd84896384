// SPDX-License-Identifier: Apache-2.0
#include "framework/expect/apply.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/expand.h"

namespace npu_cts::expect {

/// What the cases of a run are of.
struct SeenTargets {
  std::set<std::string> releases;
  std::set<std::string> modes;

  void take(const Target& target) {
    releases.insert(target.release);
    modes.insert(target.mode);
  }
};

namespace {

/// Returns whether `result` of `planned` is the failure that `entry` says.
bool fails_as_said(const Expectation& entry, const record::PlannedCase& planned, const CaseResult& result) {
  const auto is_said = [&](std::string_view like) {
    const std::string diagnosis = diagnosis_of(planned, result, like);
    return entry.diagnosis == diagnosis ||
           (expand::has_wildcard(entry.diagnosis) && expand::matches(entry.diagnosis, diagnosis));
  };
  const auto& like = result.matching_mutants;  // a run names one of them
  return result.status == entry.status && (like.empty() ? is_said("") : std::ranges::any_of(like, is_said));
}

/// Returns what is said of a case that fails as `entry` says, where no list is at hand: "known failure until DAY: …".
std::string known_failure_of(const Expectation& entry, const std::string& reason) {
  std::vector<std::string> grounds{entry.reason, entry.link, entry.owner};
  std::erase(grounds, "");
  return fmt::format("known failure until {} ({}): {}", entry.expires.text, join(grounds, ", "), reason);
}

/// Returns the command that brings the list with the entry at `at` up to date.
std::string update_command(const Location& at) {
  return fmt::format("'npu-cts expect {} JOURNAL --update'", escape_control(at.file));
}

/// Returns how to fix an entry at `at` whose cases have changed.
std::string look_first(const Location& at) { return "look at the case, then run " + update_command(at); }

/// Returns whether a run with `filter` has all cases of `word`, or of everything where that is empty.
bool is_planned(const std::vector<std::string>& filter, std::string_view word) {
  return filter.empty() || std::ranges::any_of(filter, [&](const auto& one) { return one == "all" || one == word; });
}

/// Returns the part of a case id at `index` that `query` fixes; where it fixes none, `otherwise`.
std::string fixed_part(const std::string& query, std::size_t index, const std::string& otherwise) {
  const auto parts = split(query, '/');
  const bool is_fixed =
      index < parts.size() &&
      std::ranges::none_of(parts.begin(), parts.begin() + 1 + static_cast<std::ptrdiff_t>(index), expand::has_wildcard);
  return is_fixed ? parts[index] : otherwise;
}

/// Returns whether the run of `info`, which takes all cases of its filters, has all that `query` may match. A filter of
/// modes may name a group; the cases say which modes those are.
bool is_seen_whole(const Expectation& entry, const std::string& query, const RunInfo& info, const SeenTargets& seen) {
  const std::string release = fixed_part(query, 2, entry.release);
  const bool is_beyond_default = info.filters.releases.empty() && !release.empty() && !seen.releases.contains(release);
  return !is_beyond_default && is_planned(info.filters.ops, fixed_part(query, 0, "")) &&
         is_planned(info.filters.products, fixed_part(query, 1, entry.product)) &&
         is_planned(info.filters.releases, release) &&
         (info.filters.modes.empty() || seen.modes.contains(fixed_part(query, 3, entry.mode)));
}

/// As the one for a whole journal, whose cases were `seen`.
bool is_seen_whole(const Expectation& entry, const record::Journal& journal, const SeenTargets& seen) {
  const RunInfo& info = journal.info;
  const bool is_selected = !info.query.empty() || info.selection != Selection{} || !journal.shards.empty();
  return !is_selected && journal.finished && std::ranges::all_of(entry.cases, [&](const PlacedText& query) {
    return is_seen_whole(entry, query.text, info, seen);
  });
}

}  // namespace

/// Goes through the cases of a run, then through the entries.
class KnownFailureSearch::Reader {
 public:
  Reader(const Expectations& list, std::string_view today) {
    known_.file = list.file;
    for (const Expectation& entry : list.entries) {
      for (std::size_t i = 0; i < entry.cases.size(); ++i) {
        const std::string_view query = entry.cases[i].text;
        const Place place{.entry = entries_.size(), .query = i};
        if (expand::has_wildcard(query)) {
          globs_.push_back(place);
        } else {
          literals_.emplace(query, place);
        }
      }
      entries_.push_back({.entry = entry,
                          .is_expired = entry.expires.text < today,
                          .has_matched = std::vector<bool>(entry.cases.size(), false)});
    }
  }

  void take(const record::PlannedCase& planned, CaseResult* result) {
    seen_.take(planned.target);
    Open* owner = nullptr;
    for (const std::size_t index : entries_about(planned)) {
      Open& open = entries_[index];
      if (owner == nullptr) {
        owner = &open;
        ++open.matched;
      } else {
        open.of_an_earlier.push_back(planned.id);
      }
    }
    if (result == nullptr) return;
    if (owner != nullptr && !owner->is_expired) {
      settle(*owner, planned, *result);
    } else if (result->status >= Status::fail) {
      known_.new_ones.push_back(planned.id);
    }
  }

  KnownFailures close(const record::Journal& head) {
    KnownFailures& known = known_;
    for (Open& open : entries_) {
      report(open);
      if (is_seen_whole(open.entry, head, seen_)) report_unmatched(open);
      std::ranges::sort(open.waived);
      known.waivers.push_back({.entry = open.entry, .waived = std::move(open.waived)});
    }
    std::ranges::sort(known.new_ones);
    std::ranges::sort(known.gone);
    sort_by_place(known.problems);
    return std::move(known_);
  }

 private:
  /// An entry while the cases are gone through.
  struct Open {
    const Expectation& entry;
    bool is_expired;
    std::vector<bool> has_matched;  ///< by query
    std::vector<std::string> waived = {};
    std::vector<std::string> gone = {};
    std::vector<std::string> otherwise = {};      ///< fail in another way
    std::vector<std::string> of_an_earlier = {};  ///< and match this one too
    std::string other_way = {};                   ///< how the first of `otherwise` fails
    std::size_t matched = 0;
  };

  /// A query of an entry.
  struct Place {
    std::size_t entry;
    std::size_t query;
  };

  /// Returns the entries about `planned`, in their order. Lists may name thousands of cases: those are looked up.
  std::set<std::size_t> entries_about(const record::PlannedCase& planned) {
    std::set<std::size_t> found;
    const auto ask = [&](const Place& place) {
      Open& open = entries_[place.entry];
      if (!is_about(open.entry, open.entry.cases[place.query].text, planned)) return;
      open.has_matched[place.query] = true;
      found.insert(place.entry);
    };
    const auto look_up = [&](std::string_view query) {
      const auto [first, last] = literals_.equal_range(query);
      for (auto it = first; it != last; ++it) ask(it->second);
    };
    const std::string_view id = planned.id;
    look_up(id);
    for (auto end = id.find('/'); end != std::string_view::npos; end = id.find('/', end + 1)) {
      look_up(id.substr(0, end));
      look_up(id.substr(0, end + 1));
    }
    for (const Place& place : globs_) ask(place);
    return found;
  }

  void settle(Open& open, const record::PlannedCase& planned, CaseResult& result) {
    if (result.status < Status::fail) {
      open.gone.push_back(planned.id);
      known_.gone.push_back(planned.id);
      result.reason = fmt::format("ends as '{}', and {}:{} says '{}: {}'", name_of(result.status), open.entry.at.file,
                                  open.entry.at.line, name_of(open.entry.status), open.entry.diagnosis);
      result.status = Status::unexpected_pass;
    } else if (fails_as_said(open.entry, planned, result)) {
      open.waived.push_back(planned.id);
      result.status = Status::expected_fail;
      result.reason = known_failure_of(open.entry, result.reason);
    } else {
      if (open.otherwise.empty())
        open.other_way = fmt::format("{}: {}", name_of(result.status), diagnosis_of(planned, result));
      open.otherwise.push_back(planned.id);
      known_.new_ones.push_back(planned.id);
    }
  }

  void add(const Location& at, std::string what, std::string why, std::string hint) {
    known_.problems.push_back(
        error_at(Kind::expectation_not_met, at, std::move(what), std::move(why), std::move(hint)));
  }

  static std::string cases(const std::vector<std::string>& ids) {
    return fmt::format("'{}'{}", escape_control(ids.front()),
                       ids.size() == 1 ? "" : fmt::format(" and {} more", ids.size() - 1));
  }

  void report(const Open& open) {
    const Expectation& entry = open.entry;
    if (open.is_expired) {
      add(entry.expires.at, fmt::format("the entry held up to {}", entry.expires.text),
          fmt::format("a known failure is looked at again in time; '{}' owns it", entry.owner),
          "fix the cases and remove the entry, or decide on another day");
    }
    if (!open.of_an_earlier.empty()) {
      add(entry.at, fmt::format("an earlier entry has {} already", cases(open.of_an_earlier)),
          "each known failure has one entry, so that one reason and one owner stand for it", "narrow one of the two");
    }
    if (!open.gone.empty()) {
      add(entry.at, fmt::format("{} {} not fail", cases(open.gone), open.gone.size() == 1 ? "does" : "do"),
          "what no longer fails must not fail again unseen",
          fmt::format("run {}, which removes it", update_command(entry.at)));
    }
    if (!open.otherwise.empty()) {
      add(entry.at,
          fmt::format("{} {} in another way", cases(open.otherwise), open.otherwise.size() == 1 ? "fails" : "fail"),
          fmt::format("the entry says '{}: {}', the run '{}'", name_of(entry.status), entry.diagnosis, open.other_way),
          look_first(entry.at));
    }
    report_count(open);
  }

  void report_count(const Open& open) {
    const Expectation& entry = open.entry;
    const Location& at = entry.count_at.line > 0 ? entry.count_at : entry.at;
    if (open.matched > entry.count) {
      add(at, fmt::format("the entry says {}, and matches {}", counted(entry.count, "case"), open.matched),
          "an entry that matches more than it says waives failures that were not looked at",
          "narrow its queries, or write the count after a look at the cases");
    }
  }

  /// Reports what matches less than it says in a run of all that it may match.
  void report_unmatched(const Open& open) {
    const Expectation& entry = open.entry;
    const Location& at = entry.count_at.line > 0 ? entry.count_at : entry.at;
    bool is_unused = false;
    for (std::size_t i = 0; i < entry.cases.size(); ++i) {
      if (open.has_matched[i]) continue;
      is_unused = true;
      add(entry.cases[i].at, fmt::format("'{}' matches no case of the run", escape_control(entry.cases[i].text)),
          "an entry that is not used may be out of date",
          fmt::format("correct the query, or run {}, which removes it", update_command(entry.at)));
    }
    if (!is_unused && open.of_an_earlier.empty() && open.matched < entry.count) {
      add(at, fmt::format("the entry says {}, and matches {}", counted(entry.count, "case"), open.matched),
          "the cases have changed since somebody looked at them", look_first(entry.at));
    }
  }

  KnownFailures known_;
  SeenTargets seen_;
  std::vector<Open> entries_;
  std::multimap<std::string_view, Place> literals_;
  std::vector<Place> globs_;
};

std::size_t waived_cases(const KnownFailures& known) {
  return std::accumulate(known.waivers.begin(), known.waivers.end(), std::size_t{0},
                         [](std::size_t sum, const Waiver& one) { return sum + one.waived.size(); });
}

bool is_about(const Expectation& entry, std::string_view query, const record::PlannedCase& planned) {
  const auto admits = [](const std::string& word, std::string_view value) { return word.empty() || word == value; };
  return admits(entry.product, planned.target.product) && admits(entry.release, planned.target.release) &&
         admits(entry.mode, planned.target.mode) && !query.empty() && expand::matches(query, planned.id);
}

bool is_seen_whole(const Expectation& entry, const record::Journal& journal) {
  SeenTargets seen;
  for (const record::PlannedCase& planned : journal.planned) seen.take(planned.target);
  return is_seen_whole(entry, journal, seen);
}

KnownFailureSearch::KnownFailureSearch(const Expectations& list, std::string_view today)
    : reader_(std::make_unique<Reader>(list, today)) {}

KnownFailureSearch::~KnownFailureSearch() = default;

void KnownFailureSearch::take(const record::PlannedCase& planned, CaseResult* result) {
  reader_->take(planned, result);
}

KnownFailures KnownFailureSearch::close(const record::Journal& head) { return reader_->close(head); }

Expected expect(record::Journal journal, const Expectations& list, std::string_view today) {
  Expected expected{.journal = std::move(journal)};
  KnownFailureSearch search(list, today);
  std::map<std::string_view, CaseResult*> results;
  for (CaseResult& result : expected.journal.results) results.emplace(result.id, &result);
  for (const record::PlannedCase& planned : expected.journal.planned) {
    const auto it = results.find(planned.id);
    search.take(planned, it == results.end() ? nullptr : it->second);
  }
  expected.known = search.close(expected.journal);
  return expected;
}

}  // namespace npu_cts::expect
