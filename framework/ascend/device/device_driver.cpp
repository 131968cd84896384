// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/device/device_driver.h"

#include <utility>

#include <fmt/format.h>

#include "framework/ascend/device/device_run.h"
#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

Diagnostic not_started(std::string what, std::string hint) {
  return {.kind = Kind::driver_not_started,
          .what = std::move(what),
          .why = "cases run only on a device that says what it is",
          .hint = std::move(hint)};
}

class DeviceDriver final : public run::Driver {
 public:
  DeviceDriver(DeviceApi& api, std::int32_t device) : api_(api), device_(device) {}
  ~DeviceDriver() override {
    if (is_set_) api_.reset_device(device_);
  }
  DeviceDriver(const DeviceDriver&) = delete;
  DeviceDriver& operator=(const DeviceDriver&) = delete;

  /// Takes hold of the device, where it does not hold it yet. One that cannot be held is reset for the next try.
  DeviceStatus set() {
    if (is_set_) return DeviceStatus::success;
    const DeviceStatus status = api_.set_device(device_);
    is_set_ = status == DeviceStatus::success;
    if (!is_set_) api_.reset_device(device_);
    return status;
  }

  Outcome run(Request& request) override {
    if (const DeviceStatus status = set(); status != DeviceStatus::success) {
      return {.kind = OutcomeKind::failed,
              .code = static_cast<std::int64_t>(status),
              .message = fmt::format("the device does not come back after a reset: {}", to_text(status))};
    }
    Outcome outcome = DeviceRun(api_, request).run();
    if (outcome.kind == OutcomeKind::failed || outcome.kind == OutcomeKind::timed_out) reset();
    return outcome;
  }

 private:
  /// Lets go of the device and takes hold of it again; what fails here shows at the next call.
  void reset() {
    api_.reset_device(device_);
    is_set_ = false;
    set();
  }

  DeviceApi& api_;
  std::int32_t device_;
  bool is_set_ = false;
};

}  // namespace

Result<std::unique_ptr<run::Driver>> open_device_driver(DeviceApi& api, DeviceOptions options) {
  auto driver = std::make_unique<DeviceDriver>(api, options.device);
  if (const DeviceStatus status = driver->set(); status != DeviceStatus::success) {
    return not_started(fmt::format("device {} cannot be used: {}", options.device, to_text(status)),
                       "see that the device is there and free");
  }
  const auto properties = api.get_properties();
  if (properties.status != DeviceStatus::success) {
    return not_started(fmt::format("device {} does not say what it is: {}", options.device, to_text(properties.status)),
                       "see that the device is well");
  }
  const std::string& soc = properties.value.soc_name;
  if (!contains(options.soc_names, soc)) {
    return not_started(
        fmt::format("device {} is a '{}'", options.device, escape_control(soc)),
        fmt::format("choose the product of that chip, or a device that is one of {}", join(options.soc_names, ", ")));
  }
  return std::unique_ptr<run::Driver>(std::move(driver));
}

}  // namespace npu_cts::ascend
