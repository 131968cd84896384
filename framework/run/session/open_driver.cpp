// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/open_driver.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/session/worker_drivers.h"

namespace npu_cts::run {
namespace {

/// Returns how the driver is written that `name` was to be: that of the file it names, or the nearest that is built in.
std::string meant_by(std::string_view name, const std::vector<std::string>& built_in) {
  std::error_code ignored;
  const std::filesystem::path file(name.substr(0, name.find(' ')));
  if (!std::filesystem::is_regular_file(file, ignored)) return nearest_word(name, built_in).value_or("reference");
  const std::string_view prefix =
      file.extension() == ".so" ? "plugin:" : (file.extension() == ".py" ? "python:" : "exec:");
  return std::string(prefix) + escape_control(name);
}

Diagnostic nameless_driver(std::string_view prefix) {
  return {.kind = Kind::driver_not_started,
          .at = {},
          .what = fmt::format("'{}' names nothing", prefix),
          .why = "behind it stands what is tested: plugin:LIBRARY, exec:PROGRAM or python:FILE",
          .hint = "write '--driver plugin:./libmine.so'",
          .notes = {}};
}

Diagnostic unknown_driver(std::string_view name) {
  const std::vector<std::string> known(built_in_drivers.begin(), built_in_drivers.end());
  return {.kind = Kind::driver_not_started,
          .at = {},
          .what = fmt::format("no driver is called '{}'", escape_control(name)),
          .why = fmt::format("drivers are built in ({}), or plugin:LIBRARY, exec:PROGRAM, or python:FILE",
                             join(known, ", ")),
          .hint = fmt::format("write '--driver {}'", meant_by(name, known)),
          .notes = {}};
}

}  // namespace

Result<NamedDriver> find_driver(std::string_view name, const DriverLimits& limits) {
  if (names_worker(name)) {
    const bool is_named = !trim(name.substr(name.find(':') + 1)).empty();
    return is_named ? find_worker_driver(name, limits) : nameless_driver(name);
  }
  if (std::ranges::find(built_in_drivers, name) == built_in_drivers.end()) return unknown_driver(name);
  return NamedDriver{.name = std::string(name), .version = NPU_CTS_VERSION, .open = nullptr};
}

}  // namespace npu_cts::run
