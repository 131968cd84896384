#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/text.h"
#include "framework/drive/device_driver.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/judge/judge_case.h"
#include "framework/reader/read_spec.h"
#include "suites/device/faulty_device.h"
#include "suites/device/mock_device.h"
#include "suites/device/simulated_device.h"

namespace npu_cts {

/// Returns the real law.
inline const Spec& law() {
  static const Result<Spec> spec = read_spec(NPU_CTS_SOURCE_DIR "/spec");
  return *spec;
}

/// A planned case with its values.
struct FilledCase {
  const OpSpec& op;
  Case planned;
  Call call;
};

/// Returns the cases of one target of the newest release, planned once: `target` is "op/product/*/mode/*".
inline const std::vector<Case>& cases_of(const std::string& target) {
  static std::map<std::string, std::vector<Case>> known;
  auto& cases = known[target];
  if (cases.empty()) {
    const PlanOptions options{.ops = {target.substr(0, target.find('/'))},
                              .products = {},
                              .releases = {law().releases.back()},
                              .modes = {},
                              .query = target};
    cases = plan(law(), options).cases;
  }
  return cases;
}

/// Returns the smallest case of the newest release that `query` ("op/product/*/mode/family…") matches, with its values.
inline FilledCase case_of(std::string_view query) {
  const auto parts = split(query, '/');
  const Case* smallest = nullptr;
  const auto size = [](const Case& planned) {
    std::int64_t elements = 0;
    for (const auto& [key, value] : planned.call.arguments) {
      if (const auto* tensor = std::get_if<Tensor>(&value)) elements += numel(tensor->type.shape);
    }
    return elements;
  };
  for (const Case& planned : cases_of(parts[0] + "/" + parts[1] + "/*/" + parts[3] + "/*")) {
    if (matches(query, planned.id) && (smallest == nullptr || size(planned) < size(*smallest))) smallest = &planned;
  }
  const OpSpec& op = *find_operator(law(), parts[0]);
  return {.op = op, .planned = *smallest, .call = fill(law(), op, *smallest)};
}

/// A device driver over a mocked device, with faults and a simulation behind it.
struct Bed {
  explicit Bed(const Target& target = {.product = "atlas_a2", .release = "26.1.0", .mode = Mode::eager})
      : simulated(target), soc(soc_of(target.product)) {}

  /// Opens the driver.
  Result<std::unique_ptr<Driver>> open() { return open_device_driver(device, {.device = 0, .soc_names = {soc}}); }

  SimulatedDevice simulated;
  FaultyDevice faulty{simulated};
  testing::NiceMock<MockDevice> device{faulty};
  std::string soc;
};

}  // namespace npu_cts
