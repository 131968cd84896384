// SPDX-License-Identifier: Apache-2.0
#include "suites/device/mock_driver.h"

#include <utility>

#include <fmt/format.h>

#include "framework/ascend/device/device_driver.h"
#include "suites/device/mock_device.h"
#include "suites/device/simulated_device.h"

namespace npu_cts {
namespace {

class MockDriver final : public run::Driver {
 public:
  explicit MockDriver(const Target& target) : simulated_(target), device_(simulated_) {}

  /// Returns why the device could not be opened, if it could not.
  Diagnostics open(const Target& target) {
    auto driver =
        ascend::open_device_driver(device_, {.device = 0, .soc_names = {std::string(soc_of(target.product))}});
    if (!driver) return driver.diagnostics();
    driver_ = std::move(*driver);
    return {};
  }

  Outcome run(Request& request) override {
    const std::size_t complaints = simulated_.complaints().size();
    Outcome outcome = driver_->run(request);
    if (simulated_.complaints().size() > complaints) {
      return broken("the driver broke the protocol: " + simulated_.complaints()[complaints]);
    }
    if (const std::string held = simulated_.held(); !held.empty()) return broken("the driver left behind " + held);
    return outcome;
  }

 private:
  static Outcome broken(std::string what) {
    return {.kind = OutcomeKind::failed, .code = 0, .message = std::move(what)};
  }

  SimulatedDevice simulated_;
  testing::NiceMock<MockDevice> device_;
  std::unique_ptr<run::Driver> driver_;
};

}  // namespace

Result<std::unique_ptr<run::Driver>> open_mock_driver(const Target& target) {
  if (soc_of(target.product).empty()) {
    return Diagnostic{.kind = Kind::driver_not_started,
                      .what = fmt::format("no chip of '{}' is known", target.product),
                      .why = "the mocked device says which chip it is",
                      .hint = "add the product to the table in suites/device/simulated_device.cpp"};
  }
  auto driver = std::make_unique<MockDriver>(target);
  if (auto errors = driver->open(target); !errors.empty()) return errors;
  return std::unique_ptr<run::Driver>(std::move(driver));
}

}  // namespace npu_cts
