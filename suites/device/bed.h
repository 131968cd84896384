#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>

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

/// Returns the smallest case that `query` matches, of the newest release.
inline FilledCase find_case(std::string_view query) {
  const std::string op(query.substr(0, query.find('/')));
  const PlanOptions options{
      .ops = {op}, .products = {}, .releases = {law().releases.back()}, .modes = {}, .query = std::string(query)};
  std::vector<Case> cases = plan(law(), options).cases;
  std::erase_if(cases, [&](const Case& planned) { return !matches(query, planned.id); });
  const auto size = [](const Case& planned) {
    std::int64_t elements = 0;
    for (const auto& [key, value] : planned.call.arguments) {
      if (const auto* tensor = std::get_if<Tensor>(&value)) elements += numel(tensor->type.shape);
    }
    return elements;
  };
  const Case smallest = *std::ranges::min_element(cases, {}, size);
  const OpSpec& spec = *find_operator(law(), op);
  return {.op = spec, .planned = smallest, .call = fill(law(), spec, smallest)};
}

/// As find_case, planned once a query.
inline const FilledCase& case_of(std::string_view query) {
  static std::map<std::string, FilledCase, std::less<>> known;
  const auto it = known.find(query);
  return it != known.end() ? it->second : known.emplace(query, find_case(query)).first->second;
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
