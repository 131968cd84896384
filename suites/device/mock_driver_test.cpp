// SPDX-License-Identifier: Apache-2.0
// The mocked device gives the reference's answers: one backend, two attachments.

#include "suites/device/mock_driver.h"

#include <algorithm>
#include "suites/built_in_drivers.h"
#include "suites/device/fixture.h"
#include "suites/reference_driver.h"

namespace npu_cts {
namespace {

using testing::HasSubstr;

std::vector<std::string> names_of_operators() {
  std::vector<std::string> names;
  for (const OpSpec& op : spec_under_test().operators) names.push_back(op.name);
  return names;
}

class MockedOperator : public testing::TestWithParam<std::string> {};

TEST_P(MockedOperator, AnswersLikeTheReference) {
  const OpSpec& op = *find_operator(spec_under_test(), GetParam());
  const expand::PlanOptions options{.filters = {.ops = {op.name},
                                                .products = {"atlas_a2"},
                                                .releases = {spec_under_test().releases.back()},
                                                .modes = {"graph_static"}}};
  const std::vector<Case> cases = expand::plan(spec_under_test(), options).cases;
  const std::size_t step = std::max<std::size_t>(1, cases.size() / 60);
  std::size_t completed = 0;
  BoundSpecs specs(spec_under_test());
  for (std::size_t i = 0; i < cases.size(); i += step) {
    const Call call = expand::fill(*specs.find(cases[i].call), cases[i]);
    const auto mock = open_mock_driver(call.target);
    ASSERT_TRUE(mock);
    const run::Observation mocked = run::observe(op, call, **mock);
    const run::Observation wanted = run::observe(op, call, *open_reference_driver(call.target));
    EXPECT_EQ(mocked.outcome.kind, wanted.outcome.kind) << cases[i].id;
    EXPECT_EQ(mocked.outcome.message, wanted.outcome.message) << cases[i].id;
    EXPECT_TRUE(mocked.outcome.outputs == wanted.outcome.outputs) << cases[i].id;
    EXPECT_TRUE(mocked.in_place == wanted.in_place) << cases[i].id;
    EXPECT_EQ(mocked.altered, wanted.altered) << cases[i].id;
    completed += mocked.outcome.kind == OutcomeKind::completed ? 1 : 0;
  }
  EXPECT_GT(completed, 0U);
}

INSTANTIATE_TEST_SUITE_P(Kernels, MockedOperator, testing::ValuesIn(names_of_operators()),
                         [](const auto& row) { return row.param; });

TEST(MockDriver, IsOfOneOfTheChipsThatTheSpecNames) {
  for (const Product& product : spec_under_test().products) {
    EXPECT_NE(std::ranges::find(product.chips, soc_of(product.id)), product.chips.end())
        << product.id << ": " << soc_of(product.id);
  }
}

TEST(MockDriver, DoesNotOpenForAProductWithoutAChip) {
  const auto driver = open_mock_driver({.product = "abacus", .release = "26.1.0", .mode = "eager"});
  ASSERT_FALSE(driver);
  EXPECT_THAT(driver.diagnostics().front().what, HasSubstr("no chip of 'abacus'"));
}

TEST(FindSuiteDriver, OpensEveryBuiltInDriver) {
  for (const std::string_view name : run::built_in_drivers) {
    const auto driver = find_suite_driver(name);
    ASSERT_TRUE(driver);
    EXPECT_EQ(driver->name, name);
    EXPECT_TRUE(driver->open({.product = "atlas_a3", .release = "26.1.0", .mode = "graph_static"}));
  }
}

}  // namespace
}  // namespace npu_cts
