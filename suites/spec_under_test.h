// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "framework/reader/read_spec.h"

namespace npu_cts {

/// Returns the spec of this source tree, read once; says what is wrong with it where it cannot be read.
inline const Spec& spec_under_test() {
  static const Result<Spec> spec = read_spec(NPU_CTS_SOURCE_DIR "/spec");
  if (!spec) {
    for (const Diagnostic& diagnostic : spec.diagnostics()) ADD_FAILURE() << to_text(diagnostic);
    std::abort();
  }
  return *spec;
}

}  // namespace npu_cts
