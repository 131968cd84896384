// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/bench.h"

#include <algorithm>
#include <utility>

#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/judge/judge_case.h"
#include "framework/run/drive/driver.h"
#include "kernels/kernel.h"
#include "kernels/mutant.h"
#include "suites/reference_driver.h"

namespace npu_cts::mutants {
namespace {

/// Multiply-adds of one case: enough for the longest sums that are legal.
constexpr std::int64_t dearest = std::int64_t{1} << 24;

/// Refuses what the reference refuses, and computes what the mutant computes.
class MutantDriver final : public Driver {
 public:
  MutantDriver(const Mutant& mutant, Target target) : mutant_(mutant), target_(std::move(target)) {}

  Outcome run(Request& request) override {
    const kernels::Kernel* kernel = kernels::find_kernel(request.op);
    if (const auto refusal = kernel->check(target_, request)) {
      return {.kind = OutcomeKind::refused, .code = 0, .message = refusal->reason, .outputs = {}};
    }
    return {.kind = OutcomeKind::completed, .code = 0, .message = "", .outputs = mutant_.run(target_, request)};
  }

 private:
  const Mutant& mutant_;
  Target target_;
};

bool is_graph_only(const OpSpec& op) { return op.module_form; }

}  // namespace

std::unique_ptr<Driver> open_mutant(const Mutant& mutant, const Target& target) {
  return std::make_unique<MutantDriver>(mutant, target);
}

Bench::Bench(const Spec& spec, std::string_view op) : specs_(spec), op_(*find_operator(spec, op)) {
  const PlanOptions options{.ops = {std::string(op)},
                            .products = {"atlas_a2", "atlas_inference"},
                            .releases = {spec.releases.back()},
                            .modes = {is_graph_only(op_) ? Mode::graph_static : Mode::eager},
                            .query = {}};
  for (Case& planned : plan(spec, options).cases) {
    if (planned.expected != Verdict::accept || cost_of(planned.call) > dearest) continue;
    cases_.push_back({.planned = std::move(planned), .call = std::nullopt, .answers = {}});
  }
  std::ranges::stable_sort(cases_, {}, [](const Prepared& prepared) { return cost_of(prepared.planned.call); });
}

CaseResult Bench::judge(const Mutant& mutant, Prepared& prepared) {
  const BoundSpec& bound = specs_.at(op_, prepared.planned.call.target);
  if (!prepared.call) prepared.call = fill(bound, prepared.planned);
  const Oracle remembering = [&prepared, ask = kernel_oracle()](const Call& call,
                                                                const std::vector<VariantChoice>& choices) {
    auto known = prepared.answers.find(choices);
    if (known == prepared.answers.end()) known = prepared.answers.emplace(choices, ask(call, choices)).first;
    return known->second;
  };
  MutantDriver driver(mutant, prepared.planned.call.target);
  const Observation seen = observe(op_, *prepared.call, driver);
  return judge_case(bound, prepared.planned, *prepared.call, seen, remembering, {});
}

Finding Bench::examine(const Mutant& mutant) {
  Finding finding;
  for (Prepared& prepared : cases_) {
    const CaseResult result = judge(mutant, prepared);
    ++finding.ran;
    if (result.status == Status::pass || result.status == Status::weak) continue;
    if (result.status == Status::fail) {
      finding.caught_by = result.id;
      finding.reason = result.reason;
    } else {
      finding.error = result.id + ": " + result.reason;
    }
    break;
  }
  return finding;
}

}  // namespace npu_cts::mutants
