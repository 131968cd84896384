#pragma once

#include <cstdint>

#include "framework/model/call.h"

namespace npu_cts::mutants {

/// Returns how many multiply-adds `call` takes, or how many elements its largest tensor has where that is more.
std::int64_t cost_of(const Call& call);

}  // namespace npu_cts::mutants
