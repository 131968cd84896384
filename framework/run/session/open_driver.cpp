// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/open_driver.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/session/worker_drivers.h"

namespace npu_cts::run {
namespace {

Diagnostic unknown_driver(std::string_view name) {
  const std::vector<std::string> known(built_in_drivers.begin(), built_in_drivers.end());
  return {.kind = Kind::driver_not_started,
          .at = {},
          .what = fmt::format("no driver is called '{}'", escape_control(name)),
          .why = fmt::format("drivers are built in ({}), or plugin:LIBRARY, exec:PROGRAM, or python:FILE",
                             join(known, ", ")),
          .hint = fmt::format("write '--driver {}'", nearest_word(name, known).value_or("reference")),
          .notes = {}};
}

}  // namespace

Result<NamedDriver> find_driver(std::string_view name, const DriverLimits& limits) {
  if (names_worker(name)) return find_worker_driver(name, limits);
  if (std::ranges::find(built_in_drivers, name) == built_in_drivers.end()) return unknown_driver(name);
  return NamedDriver{.name = std::string(name), .version = NPU_CTS_VERSION, .open = nullptr};
}

}  // namespace npu_cts::run
