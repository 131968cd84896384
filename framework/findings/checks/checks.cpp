#include "framework/findings/checks/check.h"

#include <array>
#include <iterator>

#include "framework/findings/checks/finding.h"

namespace npu_cts {
namespace {

constexpr std::array checks{
    Check{Kind::default_breaks_rule, "a default breaks a rule for every input",
          "a user who relies on the default can make no call that works", find_defaults_that_break_rules},
    Check{Kind::unsatisfiable_law, "no call satisfies the rules", "a promise that no call can use is none",
          find_unsatisfiable_law},
    Check{Kind::rule_without_negative, "no call breaks a rule and no other",
          "a rule that cannot be broken alone is implied by others or written wrong", find_rules_without_negative},
    Check{Kind::empty_family, "a family of cases expands to nothing", "a suite that tests nothing passes",
          find_empty_families},
    Check{Kind::overlapping_rows, "two rows admit the same dtypes", "one of them says nothing, or they disagree",
          find_overlapping_rows},
    Check{Kind::example_breaks_law, "an example breaks its own page", "users copy examples", find_broken_examples},
    Check{Kind::rule_without_boundary, "no legal call stands at the limit of a rule",
          "a limit that no legal call reaches is another limit", find_rules_without_boundary},
    Check{Kind::contradiction_not_found, "no legal call breaks a statement that is called overruled",
          "a declared contradiction must be one", find_upheld_claims},
};

}  // namespace

std::span<const Check> all_checks() { return checks; }

Diagnostics check_spec(const Spec& spec) {
  const Plan everything = plan_witnesses(spec);
  Diagnostics found = check_written(spec);
  for (const Check& check : checks) {
    Diagnostics part = check.run({.spec = spec, .plan = everything});
    std::move(part.begin(), part.end(), std::back_inserter(found));
  }
  sort_by_place(found);
  return found;
}

}  // namespace npu_cts
