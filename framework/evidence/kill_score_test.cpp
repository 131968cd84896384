// SPDX-License-Identifier: Apache-2.0
// The kill score in a certificate: the verifier holds it against its own record, where it has one.
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "framework/evidence/evidence_testing.h"

namespace npu_cts::evidence {
namespace {

using namespace testing_evidence;

bool passes(const Verified& verified) { return !is_refused(verified.checks); }

/// A judge of a suite that has no record of the spec.
class UnmeasuredJudge final : public RunJudge {
 public:
  explicit UnmeasuredJudge(std::unique_ptr<RunJudge> judge) : judge_(std::move(judge)) {}

  void take(const record::PlannedCase& planned, const CaseResult* result) override { judge_->take(planned, result); }
  Result<RunVerdict> conclude(const record::Journal& head) override {
    auto verdict = judge_->conclude(head);
    if (verdict) verdict->strength.reset();
    return verdict;
  }

 private:
  std::unique_ptr<RunJudge> judge_;
};

Surroundings without_record() {
  Surroundings unmeasured = around();
  unmeasured.judge = [](const record::Journal& head, const auto& list,
                        const auto& day) -> Result<std::unique_ptr<RunJudge>> {
    auto judge = around().judge(head, list, day);
    if (!judge) return judge.diagnostics();
    return std::unique_ptr<RunJudge>(std::make_unique<UnmeasuredJudge>(std::move(*judge)));
  };
  return unmeasured;
}

TEST(KillScore, StandsWhereTheVerifierHasNoRecordOfTheSpec) {
  const auto verified = verify(opened(honest_certificate()), {}, without_record(), certificate_checks());
  ASSERT_TRUE(verified);
  EXPECT_TRUE(passes(*verified));
  EXPECT_EQ(verified->strength, measured);
}

TEST(KillScore, MayBeLeftOut) {
  const auto certificate = certify_in_memory({.journal = honest_run()}, vendor, without_record());
  ASSERT_TRUE(certificate);
  const auto verified = verify(opened(*certificate), {}, around(), certificate_checks());
  ASSERT_TRUE(verified);
  EXPECT_TRUE(passes(*verified));
  EXPECT_FALSE(verified->strength);
}

}  // namespace
}  // namespace npu_cts::evidence
