// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "framework/expand/expand.h"
#include "framework/record/journal.h"
#include "framework/run/session/session_testing.h"

// A journal that nobody bent, for the tests that bend it. Not part of the library.
namespace npu_cts::run::testing_honest {

inline const std::string digest(64, 'a');

/// The run of every case of the spec of tests, of which the first failed.
inline record::Journal honest_run() {
  record::Journal journal;
  journal.info = {
      .driver = "plugin:a.so", .driver_version = "1", .spec_digest = digest, .query = "", .tool_version = "0"};
  journal.info.backend = {{.path = "a.so", .sha256 = std::string(64, 'b'), .bytes = 7}};
  for (const Case& planned : expand::plan(testing_session::spec_of_same(), {}).cases) {
    journal.planned.push_back(record::planned_of(planned));
    const bool is_legal = planned.expected == Verdict::accept;
    journal.results.push_back({.id = planned.id,
                               .status = is_run(planned) ? Status::pass : Status::skip,
                               .reason = "",
                               .outcome = is_legal ? OutcomeKind::completed : OutcomeKind::refused});
  }
  journal.results.front().status = Status::fail;
  journal.results.front().reason = "wrong";
  journal.finished = true;
  return journal;
}

inline void remove_case(record::Journal& journal, std::size_t index) {
  const std::string id = journal.planned[index].id;
  std::erase_if(journal.planned, [&](const record::PlannedCase& one) { return one.id == id; });
  std::erase_if(journal.results, [&](const CaseResult& one) { return one.id == id; });
}

}  // namespace npu_cts::run::testing_honest
