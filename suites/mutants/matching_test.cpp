// SPDX-License-Identifier: Apache-2.0
// The mutants that match what was seen are those whose outputs are the same: the shortcuts of the search lose none.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/expand/fill.h"
#include "framework/model/storage.h"
#include "kernels/mutant.h"
#include "suites/matching_mutants.h"
#include "suites/mutants/planned_cases.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {
namespace {

/// A mutant of an operator, and what it makes of a call.
struct Tried {
  const Mutant* mutant;
  std::vector<NamedTensor> outputs;
};

std::vector<Tried> try_all(const Call& call) {
  std::vector<Tried> tried;
  for (const Mutant& mutant : all_mutants()) {
    if (mutant.op != call.op) continue;
    Request request = request_of(call);
    tried.push_back({.mutant = &mutant, .outputs = mutant.run(call.target, request)});
  }
  return tried;
}

/// Returns what the mutants do whose outputs are `outputs`; nothing where one of them has no fault.
std::vector<std::string> words_of_same(const std::vector<Tried>& tried, const std::vector<NamedTensor>& outputs) {
  std::vector<std::string> words;
  for (const Tried& one : tried) {
    if (one.outputs != outputs) continue;
    if (one.mutant->wrong.empty()) return {};
    words.emplace_back(one.mutant->wrong);
  }
  return words;
}

/// Returns one in forty of the small legal calls of `op`.
std::vector<Call> some_calls(const OpSpec& op) {
  constexpr std::size_t every = 40;
  constexpr std::int64_t most_cost = 4096;
  BoundSpecs specs(spec_under_test());
  std::vector<Call> calls;
  std::size_t met = 0;
  for (const TieredCase& one : cases_up_to(spec_under_test(), op.name, Tier::fast)) {
    const Target& target = one.planned.call.target;
    if (!shows_values(one, most_cost) || !is_tried_first(op, target) || met++ % every != 0) continue;
    calls.push_back(expand::fill(specs.at(op, target), one.planned));
  }
  return calls;
}

class Matching : public testing::TestWithParam<std::string_view> {};

TEST_P(Matching, MutantsAreAllThatGiveTheSameOutputs) {
  std::size_t matched = 0;
  for (const Call& call : some_calls(*find_operator(spec_under_test(), GetParam()))) {
    const std::vector<Tried> tried = try_all(call);
    for (const Tried& one : tried) {
      const auto found = matching_mutants_of(call, {.outcome = {.outputs = one.outputs}});
      ASSERT_EQ(found, words_of_same(tried, one.outputs)) << one.mutant->name;
      matched += found.size();
    }
  }
  EXPECT_GT(matched, 100U);
}

INSTANTIATE_TEST_SUITE_P(Operators, Matching, testing::ValuesIn([] {
                           std::vector<std::string_view> names;
                           for (const OperatorMutants& one : operators_with_mutants()) names.push_back(one.op);
                           return names;
                         }()));

}  // namespace
}  // namespace npu_cts::mutants
