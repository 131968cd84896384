// SPDX-License-Identifier: Apache-2.0
// Where the spec says that implementations may differ, the oracle's variants do, and nowhere else.

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

#include "framework/rule/bound_spec.h"
#include "suites/mutants/variant_check.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {
namespace {

/// Returns one supported target of each thing that the spec says of `op`.
std::vector<Target> different_targets(const Spec& spec, const OpSpec& op) {
  std::set<std::string> known;
  std::vector<Target> targets;
  for (const Target& target : supported_targets(spec, op)) {
    if (known.insert(same_spec_key(spec, op, target)).second) targets.push_back(target);
  }
  return targets;
}

TEST(Variants, DifferExactlyWhereTheSpecSays) {
  const Spec& spec = spec_under_test();
  for (const OpSpec& op : spec.operators) {
    for (const VariantFinding& found : check_variants(spec, op, different_targets(spec, op), {}))
      ADD_FAILURE() << found.at.file << ":" << found.at.line << ": " << found.behaviour << ": " << found.says;
  }
}

}  // namespace
}  // namespace npu_cts::mutants
