// SPDX-License-Identifier: Apache-2.0
// Where the spec says that implementations may differ, the oracle's variants do, and nowhere else.

#include <gmock/gmock.h>

#include "suites/mutants/variant_check.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {
namespace {

TEST(Variants, DifferExactlyWhereTheSpecSays) {
  const Spec& spec = spec_under_test();
  for (const OpSpec& op : spec.operators) {
    for (const VariantFinding& found : check_variants(spec, op, different_targets(op, same_results_key), {}))
      ADD_FAILURE() << found.at.file << ":" << found.at.line << ": " << found.behaviour << ": " << found.says;
  }
}

}  // namespace
}  // namespace npu_cts::mutants
