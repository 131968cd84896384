#include "suites/open_driver.h"

#include <array>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "suites/reference_driver.h"

namespace npu_cts {

Result<NamedDriver> find_driver(std::string_view name) {
  if (name == "reference") {
    return NamedDriver{
        .name = "reference",
        .version = NPU_CTS_VERSION,
        .open = [](const Target& target) -> Result<std::unique_ptr<Driver>> { return open_reference_driver(target); }};
  }
  const std::array<std::string, 1> known{"reference"};
  const auto nearest = nearest_word(name, known);
  return Diagnostic{.kind = Kind::driver_not_started,
                    .at = {},
                    .what = fmt::format("no driver is called '{}'", escape_control(name)),
                    .why = "a driver is built in ('reference')",
                    .mend = fmt::format("write '--driver {}'", nearest.value_or("reference")),
                    .notes = {}};
}

}  // namespace npu_cts
