// SPDX-License-Identifier: Apache-2.0
// Outputs of a certified run that are computed again, and cases that an attached backend answers again.

#include "framework/evidence/outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "framework/evidence/evidence_testing.h"
#include "framework/expand/fill.h"
#include "framework/judge/output_digest.h"

namespace npu_cts::evidence {
namespace {

using namespace testing_evidence;
using testing::HasSubstr;

/// The operator gives back its argument, as the variant "even" has it; "away" gives zeros.
Spec two_variants() {
  Spec spec = run::testing_session::spec_of_same();
  ImplementationDefined rounding;
  rounding.id = "rounding";
  rounding.variants.resize(2);
  rounding.variants[0].id = "even";
  rounding.variants[1].id = "away";
  spec.operators.front().implementation_defined = {rounding};
  return spec;
}

const VariantChoice even{{"rounding", "even"}};
const VariantChoice away{{"rounding", "away"}};

std::vector<NamedTensor> answer(const Call& call, const VariantChoice& choice) {
  Tensor out = std::get<Tensor>(call.arguments.at("x"));
  if (choice == away) std::ranges::fill(out.values, std::byte{0});
  return {{.name = "out", .tensor = out}};
}

std::vector<std::vector<NamedTensor>> oracle(const Call& call, const std::vector<VariantChoice>& choices) {
  std::vector<std::vector<NamedTensor>> outputs;
  for (const VariantChoice& choice : choices) outputs.push_back(answer(call, choice));
  return outputs;
}

expand::PlanOptions of_certified_tier() {
  expand::PlanOptions options;
  options.filters.tier = certified_tier;
  return options;
}

struct Recomputed {
  const Spec spec = two_variants();
  const std::vector<expand::TargetPlan> everything = expand::plan_targets(spec, of_certified_tier());
  record::Journal journal = honest_run();

  /// An honest run of the variant `even`.
  Recomputed() {
    for (CaseResult& result : journal.results) {
      if (!has_outputs(result)) continue;
      const auto cases = cases_of(sample({result.id}));
      const BoundSpec bound = BoundSpec::bind(spec, spec.operators.front(), cases.at(0).call.target);
      result.outputs =
          judging::output_digest(bound.op(), answer(expand::fill(bound, cases.at(0), journal.info.challenge), even));
      result.agrees = {even};
    }
  }

  [[nodiscard]] Sample sample(std::set<std::string> ids) const {
    return {.spec = spec, .everything = everything, .journal = journal, .ids = std::move(ids)};
  }
  [[nodiscard]] std::string problem() const {
    std::set<std::string> ids;
    for (const CaseResult& result : journal.results) {
      if (has_outputs(result)) ids.insert(result.id);
    }
    return find_other_outputs(sample(std::move(ids)), oracle).value_or("");
  }
  CaseResult& first() { return *std::ranges::find_if(journal.results, has_outputs); }
};

TEST(Recompute, AcceptsTheOutputsOfEachCase) { EXPECT_EQ(Recomputed().problem(), ""); }

TEST(Recompute, ComputesEveryVariantThatACaseAgreesWith) {
  Recomputed run;
  run.first().agrees = {even, away};
  EXPECT_THAT(run.problem(), HasSubstr("are not those of its values"));
}

TEST(Recompute, RefusesOutputsOfAnotherChallenge) {
  Recomputed run;
  run.journal.info.challenge = "0000000000000000";
  EXPECT_THAT(run.problem(), HasSubstr("are not those of its values"));
}

TEST(Recompute, RefusesAVariantThatTheSpecHasNot) {
  Recomputed run;
  run.first().agrees = {{{"rounding", "up"}}};
  EXPECT_THAT(run.problem(), HasSubstr("a variant that the spec has not"));
}

TEST(Recompute, RefusesACaseThatThePlanHasNot) {
  const Recomputed run;
  EXPECT_THAT(find_other_outputs(run.sample({"same/made/up"}), oracle).value_or(""), HasSubstr("does not plan"));
}

/// Returns the numbers of the cases that are drawn of `count`.
std::vector<std::string> drawn(std::size_t count, double percent, std::uint64_t seed) {
  SampleDraw draw(percent, seed);
  for (std::size_t i = 0; i < count; ++i) {
    RecordedCase one;
    one.planned.id = std::to_string(i);
    draw.take(one);
  }
  std::vector<std::string> ids;
  for (const record::PlannedCase& planned : draw.drawn({}).planned) ids.push_back(planned.id);
  return ids;
}

TEST(SampleDraw, TakesItsShareAndAtLeastAFew) {
  EXPECT_THAT(drawn(10'000, 5.0, 1).size(), testing::AllOf(testing::Ge(400U), testing::Le(600U)));
  EXPECT_EQ(drawn(1000, 0.1, 1).size(), fewest_sampled);
  EXPECT_EQ(drawn(1000, 100.0, 1).size(), 1000U);
  EXPECT_THAT(drawn(1, 0.1, 1), testing::ElementsAre("0"));
}

TEST(SampleDraw, CountsWhatItDrewFrom) {
  SampleDraw draw(0.001, 1);
  for (int i = 0; i < 1000; ++i) draw.take({});
  EXPECT_EQ(draw.size(), fewest_sampled);
  EXPECT_EQ(draw.taken(), 1000U);
}

TEST(SampleDraw, IsAsTheSeedChooses) {
  EXPECT_EQ(drawn(1000, 5.0, 1), drawn(1000, 5.0, 1));
  EXPECT_NE(drawn(1000, 5.0, 1), drawn(1000, 5.0, 2));
}

/// Each tenth of a thousand cases has its share of 20,000 draws.
TEST(SampleDraw, GivesEachCaseTheSameChance) {
  std::vector<std::size_t> hits(10);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    for (const std::string& id : drawn(1000, 0.1, seed)) ++hits[std::stoul(id) / 100];
  }
  EXPECT_THAT(hits, testing::Each(testing::AllOf(testing::Gt(1800U), testing::Lt(2200U))));
}

struct Replay {
  std::string_view name;
  void (*change)(record::Journal& replayed);
  std::string_view want;
};
void PrintTo(const Replay& row, std::ostream* out) { *out << row.name; }

class OtherReplay : public testing::TestWithParam<Replay> {};

TEST_P(OtherReplay, IsNamed) {
  record::Journal replayed = honest_run();
  GetParam().change(replayed);
  EXPECT_THAT(find_other_answers(honest_run(), replayed).value_or(""), HasSubstr(std::string(GetParam().want)));
}

INSTANTIATE_TEST_SUITE_P(
    Each, OtherReplay,
    testing::Values(
        Replay{"OtherOutputs",
               [](record::Journal& one) { std::ranges::find_if(one.results, has_outputs)->outputs[0] = 'c'; },
               "with the outputs c"},
        Replay{"OtherStatus", [](record::Journal& one) { one.results.back().status = Status::fail; }, "ends as fail"},
        Replay{"OtherOutcome", [](record::Journal& one) { one.results.back().outcome = OutcomeKind::refused; },
               "(refused)"},
        Replay{"OtherFile", [](record::Journal& one) { one.info.backend[0].sha256[0] = 'c'; },
               "the attached backend is another"},
        Replay{"OneFileMore", [](record::Journal& one) { one.info.backend.push_back({.path = "b.so", .sha256 = "c"}); },
               "the attached backend is another"},
        Replay{"OtherCase", [](record::Journal& one) { one.results[0].id = "x"; }, "'x' is no case of the run"},
        Replay{"NoCase", [](record::Journal& one) { one.results.clear(); }, "none of the sampled cases ran"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Replay, OfTheSameBackendElsewhereIsAccepted) {
  record::Journal replayed = honest_run();
  replayed.info.backend[0].path = "elsewhere/a.so";
  replayed.results.resize(1);
  EXPECT_EQ(find_other_answers(honest_run(), replayed), std::nullopt);
}

TEST(Replay, OfAnotherDriverThatIsBuiltInIsNamed) {
  record::Journal certified = honest_run();
  certified.info.backend.clear();
  certified.info.driver = "reference";
  record::Journal replayed = certified;
  EXPECT_EQ(find_other_answers(certified, replayed), std::nullopt);
  replayed.info.driver = "mock";
  EXPECT_EQ(find_other_answers(certified, replayed),
            "the attached backend is another: 'mock' answers, and the run is of 'reference'");
}

TEST(Replay, LeavesOutWhatWasWrongAlready) {
  record::Journal certified = honest_run();
  CaseResult& wrong = *std::ranges::find_if(certified.results, has_outputs);
  wrong.status = Status::fail;
  record::Journal replayed = certified;
  std::ranges::find(replayed.results, wrong.id, &CaseResult::id)->outputs[0] = 'c';
  EXPECT_EQ(find_other_answers(certified, replayed), std::nullopt);
}

}  // namespace
}  // namespace npu_cts::evidence
