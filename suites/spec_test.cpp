// SPDX-License-Identifier: Apache-2.0
// What the generator must be true to, held over the whole real spec: every release, product and mode.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "framework/base/text.h"
#include "framework/expand/choices/choice_axes.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/model/size_list.h"
#include "framework/model/storage.h"
#include "framework/rule/judge_call.h"
#include "framework/search/dtype_choices.h"
#include "suites/cross_check.h"
#include "suites/kernel_oracle.h"
#include "suites/left_open.h"
#include "suites/spec_under_test.h"

namespace npu_cts {
namespace {

const expand::Plan& everything() {
  static const expand::Plan all = expand::plan(spec_under_test(), {.filters = {.releases = {"all"}}});
  return all;
}

TEST(Spec, EveryIdIsOfOneCase) {
  const auto& cases = everything().cases;
  const auto twice = std::ranges::adjacent_find(cases, {}, &Case::id);
  EXPECT_TRUE(twice == cases.end()) << twice->id;
}

/// Of each family, and of each rule that has cases: its last case and the last that shows a condition.
TEST(Spec, ACaseIsTheSameWhereItIsPlannedAlone) {
  for (const OpSpec& op : spec_under_test().operators) {
    const BoundSpec bound = BoundSpec::bind(spec_under_test(), op, different_targets(op).back());
    const expand::Plan whole = expand::expand(bound, Tier::fast);
    std::map<std::string, const Case*> asked;
    for (const Case& planned : whole.cases) {
      std::string kind(name_of(planned.family));
      if (planned.family == Family::negative || planned.family == Family::boundary)
        kind += planned.covers.front().id + (planned.content.find("/alone-") != std::string::npos ? " alone" : "");
      asked[kind] = &planned;
    }
    for (const auto& [kind, planned] : asked) {
      const expand::Plan alone = expand::expand(bound, Tier::fast, planned->id);
      const auto it = std::ranges::find(alone.cases, planned->id, &Case::id);
      ASSERT_NE(it, alone.cases.end()) << planned->id;
      EXPECT_EQ(it->call, planned->call) << planned->id;
    }
  }
}

/// Returns whether a negative may break several rules: those that it names, a count that sizes are shared by, a number
/// that is mistaken, or what two tensors are alike.
bool is_of_a_mistake(std::string_view content) {
  const auto has = [&](std::string_view part) { return content.find(part) != std::string_view::npos; };
  if (has("/alone-")) return false;
  const bool is_of_two =
      has("-rank-") || content.ends_with("-strided") || content.ends_with("-transposed") || content.ends_with("-empty");
  return has("/among/also-") || has("/shares-") || has("-wraps-") || content.ends_with("-opposite") || has("-all-") ||
         (has(",") && is_of_two);
}

/// Nearly every one covers a single rule.
TEST(Spec, EveryNegativeBreaksTheRulesItCoversAndNoOther) {
  std::size_t seen = 0;
  BoundSpecs specs(spec_under_test());
  for (const Case& planned : everything().cases) {
    if (planned.family != Family::negative) continue;
    const Judgement judgement = judge_rules(*specs.find(planned.call), planned.call);
    std::set<std::string> broken;
    for (const BoundRule* rule : judgement.broken) broken.insert(rule->id);
    std::set<std::string> covered;
    for (const Reason& why : planned.covers) {
      if (why.kind == ReasonKind::rule) covered.insert(why.id);  // and evidence against it, where there is some
    }
    ASSERT_EQ(broken, covered) << planned.id;
    ASSERT_TRUE(covered.size() == 1 || is_of_a_mistake(planned.content)) << planned.id;
    ASSERT_EQ(judgement.verdict, planned.expected) << planned.id;
    ++seen;
  }
  EXPECT_GT(seen, 0U);
}

/// At the last of the different targets of each operator.
TEST(Spec, TheTierFullRefusesByTheRulesItNamesAndHasTheCasesOfFast) {
  for (const OpSpec& op : spec_under_test().operators) {
    const BoundSpec bound = BoundSpec::bind(spec_under_test(), op, different_targets(op).back());
    std::map<std::string, Call> calls;
    for (const Case& planned : expand::expand(bound, Tier::full).cases) {
      ASSERT_TRUE(calls.emplace(planned.id, planned.call).second) << planned.id;
      const bool is_refused = planned.expected == Verdict::reject || planned.expected == Verdict::unsupported;
      if (planned.family != Family::negative || !is_refused) continue;
      std::set<std::string> refusing;
      for (const BoundRule* rule : refused_by(SlotCall(bound, planned.call.arguments))) refusing.insert(rule->id);
      std::set<std::string> covered;
      for (const Reason& why : planned.covers) {
        if (why.kind == ReasonKind::rule) covered.insert(why.id);
      }
      ASSERT_EQ(refusing, covered) << planned.id;
    }
    for (const Case& planned : expand::expand(bound, Tier::fast).cases)
      ASSERT_TRUE(calls.contains(planned.id) && calls.at(planned.id) == planned.call) << planned.id;
  }
}

TEST(Spec, EveryAcceptedCaseIsLegalWithItsValues) {
  std::size_t seen = 0;
  BoundSpecs specs(spec_under_test());
  for (const Case& planned : everything().cases) {
    if (planned.expected != Verdict::accept || planned.family == Family::examples) continue;
    if (planned.call.target.release != spec_under_test().releases.back())
      continue;  // values do not depend on the release
    const BoundSpec& bound = *specs.find(planned.call);
    const Judgement judgement = judge(bound, expand::fill(bound, planned));
    ASSERT_EQ(judgement.verdict, Verdict::accept)
        << planned.id << ": " << (judgement.broken.empty() ? "" : judgement.broken.front()->id);
    ++seen;
  }
  EXPECT_GT(seen, 0U);
}

std::string text_of(const CheckDisagreement& differ) {
  std::string text = differ.call.target.product + " " + differ.call.target.release +
                     ", spec: " + (differ.broken.empty() ? "accept" : differ.broken) +
                     ", checks: " + (differ.refusal.empty() ? "accept" : differ.refusal);
  for (const auto& [key, value] : differ.call.arguments) {
    text += "\n  " + key;
    if (const auto* tensor = std::get_if<Tensor>(&value)) {
      text += " " + std::string(name_of(tensor->type.dtype)) + to_text(tensor->type.shape) + " " +
              placing_text(tensor->type);
    }
  }
  return text;
}

TEST(Spec, AgreesWithTheHandWrittenChecksAroundEveryLegalCall) {
  std::size_t compared = 0;
  for (const OpSpec& op : spec_under_test().operators) {
    for (const Target& target : different_targets(op)) {
      const CrossCheck cross_check = compare_with_checks(BoundSpec::bind(spec_under_test(), op, target));
      compared += cross_check.compared;
      EXPECT_FALSE(cross_check.first.has_value()) << op.name << " " << text_of(*cross_check.first);
      EXPECT_EQ(cross_check.open, "") << op.name << " " << target.product << " " << target.release << " "
                                      << target.mode;
    }
  }
  EXPECT_GT(compared, 10'000U);
  RecordProperty("compared", std::to_string(compared));
}

/// As a backend may see a call: a layout that no stride shows is none.
Call as_seen(Call call) {
  for (auto& [key, value] : call.arguments) {
    auto* const tensor = std::get_if<Tensor>(&value);
    if (tensor != nullptr && lies_as_contiguous(tensor->type)) tensor->type.layout = Layout::contiguous;
  }
  return call;
}

/// At the first and the last of the different targets of each operator.
TEST(Spec, NoVerdictDependsOnALayoutThatNoStrideShows) {
  std::size_t changed = 0;
  for (const OpSpec& op : spec_under_test().operators) {
    const std::vector<Target> targets = different_targets(op);
    for (const Target& target : {targets.front(), targets.back()}) {
      const BoundSpec bound = BoundSpec::bind(spec_under_test(), op, target);
      for (const Case& planned : expand::expand(bound, Tier::full).cases) {
        const Call seen = as_seen(planned.call);
        if (planned.expected == Verdict::open || seen == planned.call) continue;
        ASSERT_EQ(judge_rules(bound, seen).verdict, judge_rules(bound, planned.call).verdict) << planned.id;
        ++changed;
      }
    }
  }
  EXPECT_GT(changed, 0U);
}

TEST(Spec, LeavesOpenWhatTheKernelsSayThePagesLeaveOpen) {
  const expand::PlanOptions everywhere{.filters = {.releases = {"all"}, .tier = Tier::full}};
  std::set<const expand::Plan*> asked;  // targets of which the spec says the same share one
  for (const expand::TargetPlan& plan : expand::plan_targets(spec_under_test(), everywhere)) {
    const BoundSpec bound = BoundSpec::bind(spec_under_test(), *plan.op, plan.target);
    if (!bound.is_supported() || !asked.insert(plan.shared.get()).second) continue;
    const auto differs = std::ranges::find_if(
        plan.shared->cases, [&](const Case& planned) { return !differ_in_open(bound, planned.call).empty(); });
    if (differs != plan.shared->cases.end())
      ADD_FAILURE() << differs->id << ": " << differ_in_open(bound, differs->call);
    EXPECT_EQ(differ_in_open_values(bound, plan.shared->cases), "");
  }
  EXPECT_GT(asked.size(), 40U);
}

TEST(Spec, EveryRuleThatCanBeBrokenAloneIsBrokenAlone) {
  std::set<std::string> broken;
  for (const Case& planned : everything().cases) {
    if (planned.family == Family::negative) broken.insert(planned.call.op + " " + planned.covers.front().id);
  }
  for (const expand::CoverageGap& miss : everything().coverage_gaps) {
    if (miss.family != Family::negative) continue;
    const auto op = std::ranges::find(spec_under_test().operators, miss.at.file, &OpSpec::file);
    ASSERT_NE(op, spec_under_test().operators.end());
    EXPECT_TRUE(broken.contains(op->name + " " + miss.what)) << op->name << ": " << miss.what;
  }
}

TEST(Spec, EveryDataSetHasACase) {
  std::set<std::string> used;
  for (const Case& planned : everything().cases) used.insert(planned.call.op + " " + planned.data_set);
  for (const OpSpec& op : spec_under_test().operators) {
    for (const DataSet& set : op.hints.data) {
      EXPECT_TRUE(set.needs_full_tier || used.contains(op.name + " " + set.id)) << op.name << set.id;
    }
  }
}

/// Returns the choices that the ids of `group` name: "h=70000".
std::set<std::string> choices_in(const OpSpec& op, const SizeGroup& group) {
  const std::string start =
      std::string(name_of(Family::size_pairs)) + "/" + group.start.id + (group.is_named() ? "/" : "");
  std::set<std::string> choices;
  for (const Case& planned : everything().cases) {
    if (planned.call.op != op.name || planned.family != Family::size_pairs) continue;
    const auto in_group = planned.id.find("/" + start);
    if (in_group == std::string::npos) continue;
    if (!group.is_named() && planned.id.find('/', in_group + start.size() + 1) != std::string::npos) continue;
    for (const std::string& word : split(planned.content, ',')) choices.insert(word);
  }
  return choices;
}

/// Returns the choices that `group` asks for and the ids of its cases do not name. Words stand for classes of sizes.
std::vector<std::string> choices_without_a_case(const OpSpec& op, const SizeGroup& group) {
  const auto choices = choices_in(op, group);
  std::vector<std::string> missing;
  for (const auto& [name, values] : group.of) {
    const auto* const word = std::get_if<std::string>(&values.front());
    if (word != nullptr && find_named<SizeList>(*word)) continue;
    for (const Value& value : values) {
      std::string choice = name + "=" + expand::id_text(value);
      if (!choices.contains(choice)) missing.push_back(std::move(choice));
    }
  }
  return missing;
}

TEST(Spec, EveryChoiceOfAGroupOfSizesHasACase) {
  for (const OpSpec& op : spec_under_test().operators) {
    for (const SizeGroup& group : op.hints.sizes)
      EXPECT_THAT(choices_without_a_case(op, group), testing::IsEmpty()) << op.name << " " << group.start.id;
  }
}

TEST(Spec, EveryCallOfUsersHasACaseInTheTierFullAndEveryRefusedOneABrokenRule) {
  std::set<std::string> used;
  const expand::PlanOptions users{.filters = {.releases = {"all"}, .tier = Tier::full}, .families = {"users"}};
  for (const Case& planned : expand::plan(spec_under_test(), users).cases) {
    used.insert(planned.call.op + " " + planned.data_set);
    const bool is_refused = planned.data_set == "vocabulary";
    EXPECT_EQ(planned.expected, is_refused ? Verdict::reject : Verdict::accept) << planned.id;
  }
  for (const OpSpec& op : spec_under_test().operators) {
    for (const DataSet& set : op.hints.data) {
      EXPECT_TRUE(set.seen.empty() || used.contains(op.name + " " + set.id)) << op.name << set.id;
    }
  }
}

/// Returns the spec with everything that has no order of its own in another order. Symbols have one: each uses only
/// symbols above it.
Spec shuffled(Spec spec, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::ranges::shuffle(spec.operators, random);
  std::ranges::shuffle(spec.products, random);
  for (OpSpec& op : spec.operators) {
    std::ranges::shuffle(op.rules, random);
    std::ranges::shuffle(op.rows, random);
    std::ranges::shuffle(op.hints.data, random);
    std::ranges::shuffle(op.examples, random);
  }
  return spec;
}

TEST(Spec, ShufflingItChangesNoIdAndNoByte) {
  const expand::PlanOptions newest{
      .filters = {.releases = {spec_under_test().releases.back()}, .modes = {"eager", "graph_static"}}};
  const expand::Plan before = expand::plan(spec_under_test(), newest);
  const Spec other = shuffled(spec_under_test(), 7);
  const expand::Plan after = expand::plan(other, newest);
  ASSERT_EQ(before.cases.size(), after.cases.size());
  for (std::size_t i = 0; i < before.cases.size(); ++i) {
    ASSERT_EQ(before.cases[i].id, after.cases[i].id);
    ASSERT_EQ(before.cases[i].expected, after.cases[i].expected) << before.cases[i].id;
    ASSERT_EQ(before.cases[i].call, after.cases[i].call) << before.cases[i].id;
  }
}

TEST(Spec, NamesTheChoicesThatTheOraclesMake) {
  for (const OpSpec& op : spec_under_test().operators) EXPECT_EQ(differing_choices(op), "");
}

/// Every combination of dtypes has a case; of another rule, the case may be a call that nothing contests.
TEST(Spec, MeetsEveryContestedCombinationOfDtypes) {
  std::set<Reason> met;
  for (const Case& planned : everything().cases) met.insert(planned.covers.begin(), planned.covers.end());
  for (const OpSpec& op : spec_under_test().operators) {
    for (const Contested& one : op.contested) {
      const auto rule = std::ranges::find(op.rules, one.subject, &Rule::id);
      const bool is_of_dtypes = rule == op.rules.end() || rule->phase == Phase::dtype;
      EXPECT_TRUE(!is_of_dtypes || met.contains({ReasonKind::contested, one.id})) << one.id;
    }
  }
}

struct Count {
  const char* op;
  const char* product;
  const char* release;
  std::size_t legal;
  std::size_t universe;
};

void PrintTo(const Count& count, std::ostream* out) {
  *out << count.op << "/" << count.product << "/" << count.release;
}

class DTypeCount : public testing::TestWithParam<Count> {};

TEST_P(DTypeCount, IsThatOfThePage) {
  const Count& want = GetParam();
  const OpSpec* op = find_operator(spec_under_test(), want.op);
  ASSERT_NE(op, nullptr);
  const Target target{.product = want.product, .release = want.release, .mode = "eager"};
  const BoundSpec bound = BoundSpec::bind(spec_under_test(), *op, target);
  const auto legal = search::legal_dtypes(bound);
  EXPECT_EQ(legal.size(), want.legal);
  EXPECT_EQ(legal.size() + search::illegal_dtypes(bound, legal).size(), want.universe);
}

// Counted by hand on the pages. The rows of npu_quant_matmul: 4 to float16, 8 to int8 and as many where output_dtype is
// left out, 16 to bfloat16, 4 with one scale a token (3 from 7.2.0 on, where bfloat16 and float16 bias are an open
// question), 4 of packed int4; from 7.1.0 on 4 to int32; 2 in groups, which 26.1.0 refuses. The universe is the product
// of what the columns list for any product.
INSTANTIATE_TEST_SUITE_P(Pages, DTypeCount,
                         testing::Values(Count{"npu_quant_scatter_", "atlas_a2", "6.0.rc1", 2, 2},
                                         Count{"npu_quant_scatter_", "atlas_a2", "26.1.0", 4, 12},
                                         Count{"npu_quant_scatter_", "atlas_inference", "26.1.0", 2, 12},
                                         Count{"npu_trans_quant_param", "atlas_a3", "26.1.0", 2, 2},
                                         Count{"npu_quant_matmul", "atlas_inference", "6.0.0", 20, 960},
                                         Count{"npu_quant_matmul", "atlas_a2", "6.0.0", 44, 960},
                                         Count{"npu_quant_matmul", "atlas_a3", "7.1.0", 48, 1200},
                                         Count{"npu_quant_matmul", "atlas_a2", "7.2.0", 49, 1800},
                                         Count{"npu_quant_matmul", "atlas_a2", "26.0.0", 49, 1800},
                                         Count{"npu_quant_matmul", "atlas_inference", "26.1.0", 20, 1800},
                                         Count{"npu_quant_matmul", "atlas_a2", "26.1.0", 47, 1800}));

}  // namespace
}  // namespace npu_cts
