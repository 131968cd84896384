// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/faults/toy_calls.h"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace npu_cts::faults {
using namespace wire;  // NOLINT(google-build-using-namespace)

namespace {

const Target target{.product = "toy", .release = "1", .mode = "eager"};

Request toy_request(std::string_view fault, std::byte first) {
  StoredTensor x{.type = {.dtype = DType::int8, .shape = {100}}, .strides = {1}, .offset = 0};
  for (int i = 0; i < 100; ++i) x.storage.push_back(static_cast<std::byte>(i));
  x.storage.front() = first;
  Request request{.op = "toy", .arguments = {{"x", x}}};
  if (!fault.empty()) request.arguments["fault"] = std::string(fault);
  return request;
}

bool is_right(const Outcome& outcome, std::byte first) {
  if (outcome.outputs.size() != 1 || outcome.outputs[0].name != "y") return false;
  const auto& values = outcome.outputs[0].tensor.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto x = i == 0 ? std::to_integer<std::size_t>(first) : i;
    if (values[i] != static_cast<std::byte>(x + 1)) return false;
  }
  return values.size() == 100;
}

}  // namespace

Outcome outcome_of_call_with(WorkerHost& host, std::vector<std::int64_t> much) {
  Request request = toy_request("", {});
  request.arguments["much"] = std::move(much);
  return host.run(target, request);
}

Outcome outcome_of_call(WorkerHost& host, std::string_view fault, std::byte first) {
  Request request = toy_request(fault, first);
  return host.run(target, request);
}

std::string call(WorkerHost& host, std::string_view fault, std::byte first) {
  const Outcome outcome = outcome_of_call(host, fault, first);
  const std::string code = outcome.code == 0 ? "" : fmt::format("{} ", outcome.code);
  switch (outcome.kind) {
    case OutcomeKind::completed:
      return is_right(outcome, first) ? "unharmed" : "value mismatch";
    case OutcomeKind::refused:
      return "refused: " + code + outcome.message;
    case OutcomeKind::unsupported:
      return "unsupported: " + outcome.message;
    case OutcomeKind::failed:
    case OutcomeKind::crashed:
    case OutcomeKind::timed_out:
      return outcome.message;
  }
  std::abort();
}

std::string bin(const std::string& name) { return NPU_CTS_BINARY_DIR "/bin/" + name; }

WorkerOptions plugin_options(std::string_view want) {
  WorkerOptions options;
  options.command = {bin("npu-cts-worker"), NPU_CTS_BINARY_DIR "/lib/faulty_plugin.so"};
  options.timeout = std::chrono::milliseconds(want.starts_with("timeout") ? 2'000 : 60'000);
  options.memory_bytes = std::uint64_t{2} << 30U;
  options.programs = Programs::refused;
  if (want.find("--cpu") != std::string_view::npos) options.cpu_seconds = 1;
  setenv("NPU_CTS_HOME", std::filesystem::current_path().c_str(), 1);
  return options;
}

WorkerOptions program_options(std::string_view fault) {
  WorkerOptions options;
  options.command = {bin("faulty_program"), std::string(fault)};
  options.timeout = std::chrono::milliseconds(60'000);
  return options;
}

}  // namespace npu_cts::faults
