#pragma once

#include "framework/base/diagnostic.h"

namespace npu_cts {

/// Prints `diagnostics` with their lines on standard error and returns `code`.
int complain(const Diagnostics& diagnostics, int code);

}  // namespace npu_cts
