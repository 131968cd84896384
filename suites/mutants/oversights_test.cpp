// SPDX-License-Identifier: Apache-2.0
// The planned cases catch argument checks that overlook one way of being wrong each.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/model/storage.h"
#include "kernels/kernel.h"
#include "kernels/mutant.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {

void PrintTo(const Oversight& oversight, std::ostream* out) { *out << oversight.op << ", which " << oversight.wrong; }

namespace {

/// The refused cases of an operator for the newest release, planned once.
const std::vector<Case>& refused_cases(std::string_view op) {
  static std::map<std::string, std::vector<Case>, std::less<>> known;
  const auto [cases, is_new] = known.try_emplace(std::string(op));
  if (!is_new) return cases->second;
  const PlanOptions newest{.ops = {std::string(op)},
                           .products = {},
                           .releases = {spec_under_test().releases.back()},
                           .modes = {Mode::eager, Mode::graph_static},
                           .query = {}};
  for (Case& planned : plan(spec_under_test(), newest).cases) {
    if (planned.expected == Verdict::reject) cases->second.push_back(std::move(planned));
  }
  return cases->second;
}

/// Returns the id of the first case that a check with `oversight` accepts and is to refuse; empty: there is none.
std::string caught_by(const Oversight& oversight) {
  const kernels::Kernel& kernel = *kernels::find_kernel(oversight.op);
  for (const Case& planned : refused_cases(oversight.op)) {
    Request request = request_of(planned.call);
    oversight.overlook(request);
    if (!kernel.check(planned.call.target, request)) return planned.id;
  }
  return {};
}

std::string name_of_test(const testing::TestParamInfo<Oversight>& row) {
  std::string op;
  for (const char letter : row.param.op) {
    if (letter != '_') op += letter;
  }
  return op + "_" + std::string(row.param.name);
}

class Overlooks : public testing::TestWithParam<Oversight> {};

TEST_P(Overlooks, AndIsCaught) {
  const std::string id = caught_by(GetParam());
  EXPECT_NE(id, "") << "no case sees that it " << GetParam().wrong;
  RecordProperty("caught_by", id);
}

INSTANTIATE_TEST_SUITE_P(Checks, Overlooks, testing::ValuesIn(all_oversights()), name_of_test);

}  // namespace
}  // namespace npu_cts::mutants
