#pragma once

#include <string_view>

#include "framework/drive/driver.h"

namespace npu_cts {

/// A driver that was named on a command line.
struct NamedDriver {
  std::string name;  ///< as it was named
  std::string version;
  OpenDriver open;
};

/// Returns the driver that `name` names: "reference" or "mock".
/// Errors: driver_not_started.
Result<NamedDriver> find_driver(std::string_view name);

}  // namespace npu_cts
