#include "suites/open_driver.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "suites/device/mock_driver.h"
#include "suites/reference_driver.h"
#include "suites/worker_drivers.h"

namespace npu_cts {
namespace {

using Opened = Result<std::unique_ptr<Driver>>;

/// A driver that is built in.
struct BuiltIn {
  std::string_view name;
  Opened (*open)(const Target& target);
};

constexpr std::array built_in{
    BuiltIn{"reference", [](const Target& target) -> Opened { return open_reference_driver(target); }},
    BuiltIn{"mock", open_mock_driver},
};

Diagnostic unknown_driver(std::string_view name) {
  std::vector<std::string> known;
  for (const BuiltIn& driver : built_in) known.emplace_back(driver.name);
  return {.kind = Kind::driver_not_started,
          .at = {},
          .what = fmt::format("no driver is called '{}'", escape_control(name)),
          .why = fmt::format("drivers are built in ({}), or plugin:LIBRARY, or exec:PROGRAM", join(known, ", ")),
          .mend = fmt::format("write '--driver {}'", nearest_word(name, known).value_or("reference")),
          .notes = {}};
}

}  // namespace

Result<NamedDriver> find_driver(std::string_view name, const DriverLimits& limits) {
  if (names_worker(name)) return find_worker_driver(name, limits);
  const auto known = std::ranges::find(built_in, name, &BuiltIn::name);
  if (known == built_in.end()) return unknown_driver(name);
  return NamedDriver{.name = std::string(name), .version = NPU_CTS_VERSION, .open = known->open};
}

}  // namespace npu_cts
