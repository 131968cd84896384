// SPDX-License-Identifier: Apache-2.0
// What stands for the module where the build found no solver.
#include "framework/findings/prove/prove.h"
#include "framework/findings/prove/solver.h"

namespace npu_cts::findings {

bool has_solver() { return false; }

Result<Proof> prove_spec(const Spec& /*spec*/) {
  return error_at(Kind::wrong_usage, {}, "this program was built without a solver",
                  "proofs need Z3, which the build did not find",
                  "install Debian's libz3-dev, configure and build again, or leave '--prove' out");
}

std::vector<expand::ConditionCoverage> prove_open_ways(const Spec& /*spec*/, const expand::PlanOptions& /*options*/,
                                                       std::vector<expand::ConditionCoverage> coverage) {
  for (expand::ConditionCoverage& one : coverage) {
    for (expand::OpenWay& way : one.open) way.why = "this program was built without a solver";
  }
  return coverage;
}

namespace prove {

struct SpecSolver::State {};

SpecSolver::SpecSolver(const BoundSpec& /*bound*/) {}

SpecSolver::~SpecSolver() = default;

Answer SpecSolver::kept_but(const std::set<std::string, std::less<>>& /*left_out*/,
                            std::span<const ExpressionPtr> /*claims*/, const ExpressionPtr& /*untrue*/) {
  return {.why = "this program was built without a solver"};
}

}  // namespace prove
}  // namespace npu_cts::findings
