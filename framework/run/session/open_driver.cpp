// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/open_driver.h"

#include <array>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"

namespace npu_cts::run {
namespace {

/// Returns how the driver is written that `name` was to be: that of the file it names, the nearest that is built in, or
/// the nearest prefix. Another implementation than the one that is meant is never advised.
std::string meant_by(std::string_view name, const std::vector<std::string>& built_in) {
  std::error_code ignored;
  const std::filesystem::path file(name.substr(0, name.find(' ')));
  if (std::filesystem::is_regular_file(file, ignored)) {
    const std::string_view prefix =
        file.extension() == ".so" ? plugin_prefix : (file.extension() == ".py" ? python_prefix : exec_prefix);
    return std::string(prefix) + escape_control(name);
  }
  const auto colon = name.find(':');
  if (colon == std::string_view::npos) return nearest_word(name, built_in).value_or("plugin:./libmine.so");
  const std::array prefixes{std::string(plugin_prefix), std::string(exec_prefix), std::string(python_prefix)};
  return nearest_word(name.substr(0, colon + 1), prefixes).value_or(prefixes.front()) +
         escape_control(name.substr(colon + 1));
}

Diagnostic nameless_driver(std::string_view name) {
  std::string_view example = "plugin:./libmine.so";
  if (name.starts_with(exec_prefix)) example = "exec:./mine";
  if (name.starts_with(python_prefix)) example = "python:mine.py";
  return {.kind = Kind::driver_not_started,
          .what = fmt::format("'{}' names nothing", name),
          .why = "behind it stands what is tested: plugin:LIBRARY, exec:PROGRAM or python:FILE",
          .hint = fmt::format("write '--driver {}'", example)};
}

Diagnostic unknown_driver(std::string_view name) {
  const std::vector<std::string> known(built_in_drivers.begin(), built_in_drivers.end());
  return {.kind = Kind::driver_not_started,
          .what = fmt::format("no driver is called '{}'", escape_control(name)),
          .why = fmt::format("drivers are built in ({}), or plugin:LIBRARY, exec:PROGRAM, or python:FILE",
                             join(known, ", ")),
          .hint = fmt::format("write '--driver {}'", meant_by(name, known))};
}

}  // namespace

Result<NamedDriver> find_driver(std::string_view name, const DriverLimits& limits) {
  if (names_worker(name)) {
    const bool is_named = !trim(name.substr(name.find(':') + 1)).empty();
    return is_named ? find_worker_driver(name, limits) : nameless_driver(name);
  }
  if (!contains(built_in_drivers, name)) return unknown_driver(name);
  return NamedDriver{.name = std::string(name), .version = NPU_CTS_VERSION, .open = nullptr};
}

}  // namespace npu_cts::run
