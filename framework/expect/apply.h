// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/expect/expectations.h"
#include "framework/model/result.h"
#include "framework/record/journal.h"

namespace npu_cts::expect {

/// What an entry makes of a run.
struct Waiver {
  Expectation entry;
  std::vector<std::string> waived;  ///< ids of the cases that fail as it says, sorted

  friend bool operator==(const Waiver&, const Waiver&) = default;
};

/// What a list of known failures makes of a run. Each list of ids is sorted.
struct KnownFailures {
  std::string file;
  std::vector<Waiver> waivers;        ///< one an entry, in the order of the file
  std::vector<std::string> new_ones;  ///< cases that fail and are in no entry, or not in the way of theirs
  std::vector<std::string> gone;      ///< cases that an entry says fail, and that do not
  Diagnostics problems;               ///< in the order of the file; with one, the run fails

  friend bool operator==(const KnownFailures&, const KnownFailures&) = default;
};

/// Returns how many cases `known` waives.
std::size_t waived_cases(const KnownFailures& known);

/// Holds a list of known failures against the cases of a run, one by one.
class KnownFailureSearch {
 public:
  /// `list` outlives the search; its entries count as on the day `today` ("2026-07-27").
  KnownFailureSearch(const Expectations& list, std::string_view today);
  KnownFailureSearch(const KnownFailureSearch&) = delete;
  KnownFailureSearch& operator=(const KnownFailureSearch&) = delete;
  ~KnownFailureSearch();

  /// Takes the next case. Makes a waived `result` an expected_fail, and one that is gone an unexpected_pass; it is null
  /// where the case was not run.
  void take(const record::PlannedCase& planned, CaseResult* result);

  /// Returns what the list makes of the run of `head`, a journal whose cases are not looked at.
  KnownFailures close(const record::Journal& head);

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

/// A run as a list of known failures reads it.
struct Expected {
  record::Journal
      journal;  ///< as it was, with waived cases as expected_fail and cases that are gone as unexpected_pass
  KnownFailures known = {};
};

/// Returns what `list` makes of `journal` on the day `today` ("2026-07-27"). A case falls to the first entry that
/// matches it. An entry is a problem where it
///   has expired: it waives nothing
///   overlaps an earlier one
///   matches more cases than it says, or less in a run of all that it may match: it waives those that it matches
///   names a case that passes, or that fails in another way
/// A run that leaves cases out (a query, a filter, one part) does not show that an entry matches nothing.
Expected expect(record::Journal journal, const Expectations& list, std::string_view today);

/// Returns whether `entry` is about the case `planned`; `query` is one of its.
bool is_about(const Expectation& entry, std::string_view query, const record::PlannedCase& planned);

/// Returns whether the run of `journal` has every case that `entry` may match.
bool is_seen_whole(const Expectation& entry, const record::Journal& journal);

/// Returns what the failure `result` of `planned` has in common with failures of the same cause, in words. Where its
/// values are like those of wrong implementations, `like` says which of them is named; empty: the first.
std::string diagnosis_of(const record::PlannedCase& planned, const CaseResult& result, std::string_view like = {});

}  // namespace npu_cts::expect
