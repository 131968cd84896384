// SPDX-License-Identifier: Apache-2.0
// Drawn calls find implementations that are wrong in one way each, and shrink what they find.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "framework/explore/explore.h"
#include "framework/record/journal.h"
#include "kernels/kernel.h"
#include "kernels/mutant.h"
#include "suites/kernel_oracle.h"
#include "suites/reference_driver.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {
namespace {

using Failures = std::vector<explore::Failure>;

constexpr std::size_t most_calls = 32000;
constexpr std::size_t parts = 4;      ///< one of them is explored: which, each mutant's own name says
constexpr std::int64_t small = 1024;  ///< elements: some faults begin at column 256

/// Returns what `mutant` computes: by the fast kernel, where the call does not take the path of its fault.
RunCall run_of(const Mutant& mutant) {
  return [&mutant, kernel = kernels::find_kernel(mutant.op)](const Target& target, Request& request) {
    return mutant.is_on_path(target, request) ? mutant.run(target, request) : kernel->run(target, request);
  };
}

/// The drawers of the newest release, of each operator once: searches cost more than calls.
class Explored : public testing::Test {
 protected:
  /// Returns what `calls` drawn calls of `op` find where it is computed by `run`: nothing, or one failure.
  Failures explore_with(std::string_view op, const RunCall& run, std::size_t calls) {
    const explore::Bench bench{
        .start = [&run]() -> Result<run::OpenDriver> {
          return run::OpenDriver([&run](const Target& target) -> Result<std::unique_ptr<run::Driver>> {
            return open_reference_driver(target, run);
          });
        },
        .oracle = kernel_oracle()};
    Failures failures;
    explore::Explorer explorer(bench, drawers_of(op),
                               {.most_calls = calls, .most_elements = 4096, .most_failures = 1, .most_tries = 400},
                               [&](const explore::Failure& failure) { failures.push_back(failure); });
    EXPECT_EQ(explorer.explore(), std::nullopt);
    return failures;
  }

  /// Returns which of `mutants` compute something else than the reference in one of the first `calls` drawn calls of
  /// their operator. The others are not found: each call gets the same verdict, and so the next call is the same, too.
  std::set<const Mutant*> different_in(const std::vector<const Mutant*>& mutants, std::size_t calls) {
    std::map<std::string_view, std::vector<const Mutant*>> same;
    for (const Mutant* const mutant : mutants) same[mutant->op].push_back(mutant);
    std::set<const Mutant*> all;
    for (auto& [op, left] : same) {
      const auto compare = [&left = left, &all, kernel = kernels::find_kernel(op)](const Target& target,
                                                                                   Request& request) {
        const Request asked = request;
        auto outputs = kernel->run(target, request);
        std::erase_if(left, [&](const Mutant* mutant) {
          if (!mutant->is_on_path(target, asked)) return false;
          Request own = asked;
          if (mutant->run(target, own) == outputs && own == request) return false;
          all.insert(mutant);
          return true;
        });
        return outputs;
      };
      EXPECT_TRUE(explore_with(op, compare, calls).empty());
    }
    return all;
  }

 private:
  explore::Drawers& drawers_of(std::string_view name) {
    const Spec& spec = spec_under_test();
    const OpSpec* const op = find_operator(spec, name);
    auto& drawers = drawers_[op];
    if (drawers) return *drawers;
    std::vector<Target> targets = supported_targets(spec, *op);
    std::erase_if(targets, [&](const Target& target) { return target.release != spec.releases.back(); });
    drawers = std::make_unique<explore::Drawers>(specs_, std::map<const OpSpec*, std::vector<Target>>{{op, targets}});
    return *drawers;
  }

  BoundSpecs specs_{spec_under_test()};
  std::map<const OpSpec*, std::unique_ptr<explore::Drawers>> drawers_;
};

TEST_F(Explored, ThreeInFourWrongImplementationsAreFoundByCallsThatShrink) {
  std::vector<const Mutant*> explored;
  for (const Mutant& mutant : all_mutants()) {
    if (record::part_of(mutant.name, parts) != 0) continue;
    if (mutant.wrong.empty() || !mutant.harmless.empty()) continue;
    if (!mutant.at_limit) explored.push_back(&mutant);  // most limits are sizes that no drawn call has
  }
  const std::set<const Mutant*> different = different_in(explored, most_calls);
  std::size_t found = 0;
  std::size_t shrunk = 0;
  std::string missed;
  std::string large;
  for (const Mutant* const mutant : explored) {
    const auto failures =
        different.contains(mutant) ? explore_with(mutant->op, run_of(*mutant), most_calls) : Failures{};
    if (failures.empty()) missed += fmt::format("\n  {} that {}", mutant->op, mutant->wrong);
    if (failures.empty()) continue;
    ++found;
    EXPECT_TRUE(failures.front().story.before.empty()) << mutant->wrong;
    const explore::DecidedCall& call = failures.front().story.call;
    const std::int64_t elements = search::elements_of(SlotCall(*call.bound, call.call.arguments));
    if (elements <= small) ++shrunk;
    if (elements > small) large += fmt::format("\n  {} that {}: {} elements", mutant->op, mutant->wrong, elements);
  }
  EXPECT_GT(explored.size(), 20U);
  EXPECT_GE(4 * found, 3 * explored.size()) << "not found:" << missed;
  EXPECT_GE(10 * shrunk, 9 * found) << "not shrunk:" << large;
}

TEST_F(Explored, HarmlessImplementationsAreNotFound) {
  std::size_t explored = 0;
  for (const Mutant& mutant : all_mutants()) {
    if (mutant.harmless.empty()) continue;
    ++explored;
    for (const explore::Failure& failure : explore_with(mutant.op, run_of(mutant), 300)) {
      ADD_FAILURE() << mutant.op << " that " << mutant.wrong << ": " << failure.story.tried.result.reason;
    }
  }
  EXPECT_GT(explored, 0U);
}

}  // namespace
}  // namespace npu_cts::mutants
