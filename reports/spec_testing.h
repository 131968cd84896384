// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

#include "framework/reader/read_spec.h"

// What the tests of this folder share. Not part of the library.
namespace npu_cts::reports {

/// Returns the spec of this project.
inline const Spec& spec_under_test() {
  static const auto spec = reader::read_spec(NPU_CTS_SOURCE_DIR "/spec");
  if (!spec) std::abort();
  return *spec;
}

}  // namespace npu_cts::reports
