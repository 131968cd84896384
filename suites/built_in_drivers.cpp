// SPDX-License-Identifier: Apache-2.0
#include "suites/built_in_drivers.h"

#include <cstdlib>

#include "kernels/common/gemm_choice.h"
#include "suites/device/mock_driver.h"
#include "suites/reference_driver.h"

namespace npu_cts {
namespace {

run::OpenDriver open_built_in(std::string_view name) {
  if (name == "mock") return open_mock_driver;
  if (name == "reference") {
    return [](const Target& target) -> Result<std::unique_ptr<run::Driver>> { return open_reference_driver(target); };
  }
  std::abort();  // the names of built_in_drivers are those above
}

}  // namespace

Result<run::NamedDriver> find_suite_driver(std::string_view name, const run::DriverLimits& limits) {
  if (name == "reference") {
    if (const auto gemm = kernels::find_chosen_gemm(); !gemm) return gemm.diagnostics();
  }
  auto driver = run::find_driver(name, limits);
  if (driver && driver->open == nullptr) driver->open = open_built_in(name);
  return driver;
}

}  // namespace npu_cts
