// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "framework/reader/read_spec.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts {

/// Returns the spec of this source tree, read once; says what is wrong with it where it cannot be read.
inline const Spec& spec_under_test() {
  static const Result<Spec> spec = reader::read_spec(NPU_CTS_SOURCE_DIR "/spec");
  if (!spec) {
    for (const Diagnostic& diagnostic : spec.diagnostics()) ADD_FAILURE() << to_text(diagnostic);
    std::abort();
  }
  return *spec;
}

/// A text that targets share at which the spec says the same of `op`.
using KeyOfTarget = std::string (*)(const Spec& spec, const OpSpec& op, const Target& target);

/// Returns one supported target of each thing that the spec says of calls of `op`, or of what `key` tells apart.
inline std::vector<Target> different_targets(const OpSpec& op, KeyOfTarget key = same_spec_key) {
  std::set<std::string> known;
  std::vector<Target> targets;
  for (const Target& target : supported_targets(spec_under_test(), op)) {
    if (known.insert(key(spec_under_test(), op, target)).second) targets.push_back(target);
  }
  return targets;
}

}  // namespace npu_cts
