// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "framework/base/sha256.h"
#include "framework/evidence/certificate.h"
#include "framework/record/journal_source.h"
#include "framework/record/sorted_cases.h"

// A run of as many cases as one likes, of no spec. Not part of the library.
namespace npu_cts::evidence::testing_evidence {

inline record::Journal made_up(std::size_t cases) {
  record::Journal journal;
  journal.info = {.driver = "plugin:a.so",
                  .driver_version = "1",
                  .spec_digest = sha256_of("spec"),
                  .query = "",
                  .tool_version = "0"};
  journal.info.challenge = "3f9c27a05be14d86";
  journal.info.tool_digest = sha256_of("suite");
  for (std::size_t i = 0; i < cases; ++i) {
    record::PlannedCase planned;
    planned.id = "an_operator_of_some_length/a_product/26.1.0/eager/storage/offset=ND,contiguous/" +
                 std::to_string(100'000'000 + i);  // equally long, and in order
    planned.op = "an_operator_of_some_length";
    planned.target = {.product = "a_product", .release = "26.1.0", .mode = "eager"};
    planned.family = Family::storage;
    planned.covers = {"a.rule", "a.row"};
    planned.at = {.file = "spec/ops/an_operator_of_some_length.yaml", .line = 7, .column = 0};
    CaseResult result;
    result.id = planned.id;
    result.outputs = sha256_of(planned.id);
    result.agrees = {{{"rounding", "even"}}};
    result.sizes = {{"k", 64}, {"m", 16}};
    result.microseconds = 42;
    journal.planned.push_back(std::move(planned));
    journal.results.push_back(std::move(result));
  }
  journal.info.filters.tier = certified_tier;
  journal.finished = true;
  return journal;
}

/// A run that is to be certified, in memory.
struct RunInMemory {
  record::Journal journal;
  std::optional<std::string> expectations = {};
};

inline Result<std::string> certify_in_memory(RunInMemory run, const PrivateKey& key, const Surroundings& around) {
  record::sort_by_id(run.journal.planned);
  record::sort_by_id(run.journal.results);
  const std::string text = to_text(run.journal);
  return certify({.file = std::string(journal_name),
                  .open = record::journal_in_text(text),
                  .expectations = std::move(run.expectations)},
                 key, around);
}

/// Counts the cases, and finds nothing wrong with them.
class CountingJudge final : public RunJudge {
 public:
  void take(const record::PlannedCase& /*planned*/, const CaseResult* /*result*/) override { ++cases_; }
  Result<RunVerdict> conclude(const record::Journal& /*head*/) override {
    const record::CoveredScope scope{.covered = cases_, .by_default = cases_};
    return RunVerdict{.scope = scope, .conclusion = "conforms", .waived = 0};
  }

 private:
  std::size_t cases_ = 0;
};

/// What certifies and verifies that run. Planning is left out: no spec has so many cases.
inline Surroundings around_made_up() {
  return {.spec_digest = sha256_of("spec"),
          .documents_digest = sha256_of("documents"),
          .day = "2026-07-27",
          .judge = [](const record::Journal& /*head*/, const std::optional<expect::Expectations>& /*list*/,
                      const std::string& /*day*/) -> Result<std::unique_ptr<RunJudge>> {
            return std::unique_ptr<RunJudge>(std::make_unique<CountingJudge>());
          }};
}

}  // namespace npu_cts::evidence::testing_evidence
