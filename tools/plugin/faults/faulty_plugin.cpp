// SPDX-License-Identifier: Apache-2.0
// A plugin that computes y = x + 1 of int8, and misbehaves as a call's argument `fault` says. A fault of loading is
// named by the environment: NPU_CTS_FAULTY_START.

#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

#include "tools/plugin/faults/misbehave.h"

namespace npu_cts::faults {
namespace {

std::string_view fault_of(const npu_cts_call& call) {
  for (std::uint64_t i = 0; i < call.count; ++i) {
    if (std::string_view(call.arguments[i].name) == "fault") return call.arguments[i].word;
  }
  return "";
}

Toy toy_of(const npu_cts_call& call, npu_cts_plan& plan) {
  Toy toy{.x = nullptr, .bytes = 0, .y = static_cast<std::int8_t*>(plan.outputs[0].data), .plan = plan};
  for (std::uint64_t i = 0; i < call.count; ++i) {
    if (std::string_view(call.arguments[i].name) != "x") continue;
    toy.x = static_cast<std::int8_t*>(call.arguments[i].tensor.data);
    toy.bytes = static_cast<std::ptrdiff_t>(call.arguments[i].tensor.bytes);
  }
  return toy;
}

/// Returns whether what earlier calls may have changed is as it was.
bool is_home() {
  const mode_t mask = umask(022);
  volatile float small = 1e-38F;
  char folder[4096];
  const char* home = std::getenv("NPU_CTS_HOME");
  const bool here = getcwd(folder, sizeof folder) != nullptr && home != nullptr && std::strcmp(folder, home) == 0;
  return here && mask == 022 && std::fegetround() == FE_TONEAREST && small / 4.0F > 0.0F &&
         std::strcmp(std::setlocale(LC_ALL, nullptr), "C") == 0 && std::fputs("", stdout) >= 0;
}

npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) {
  const std::string_view fault = fault_of(*call);
  const Toy toy = toy_of(*call, *plan);
  if (fault == "inspect" && !is_home()) return NPU_CTS_INTERNAL;
  plan->output_count = 1;
  plan->workspace_bytes = 10;
  std::strcpy(plan->outputs[0].name, "y");
  plan->outputs[0].dtype = NPU_CTS_INT8;
  plan->outputs[0].rank = 1;
  plan->outputs[0].shape[0] = toy.bytes;
  return misplan(fault, toy);
}

bool leaves_out(std::string_view fault, std::ptrdiff_t element) {
  return fault == "unwritten-all" || (fault == "unwritten-one" && element == 42) ||
         (fault == "unwritten-last" && element == 99);
}

npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  const Toy toy = toy_of(*call, *plan);
  if (plan->output_count == 0) return NPU_CTS_OK;
  const std::string_view fault = fault_of(*call);
  const std::int8_t held = toy.y[7];
  for (std::ptrdiff_t i = 0; i < toy.bytes; ++i) {
    if (!leaves_out(fault, i)) toy.y[i] = static_cast<std::int8_t>(toy.x[i] + 1);
  }
  if (fault == "memory-before") toy.y[7] = static_cast<std::int8_t>(held / 2);
  return misrun(fault, toy);
}

npu_cts_plugin table{.abi = NPU_CTS_ABI,
                     .struct_size = sizeof(npu_cts_plugin),
                     .name = "faulty",
                     .version = "1",
                     .prepare = prepare,
                     .run = run,
                     .close = nullptr};

std::string_view start_fault() {
  const char* name = std::getenv("NPU_CTS_FAULTY_START");
  return name == nullptr ? "" : name;
}

__attribute__((constructor)) void on_load() {
  if (start_fault() == "load-crash") std::raise(SIGSEGV);
  if (start_fault() == "load-exit") std::exit(0);
  if (start_fault() == "end-crash") std::atexit([] { std::abort(); });
  if (start_fault() == "end-exit-0") std::atexit([] { _exit(0); });
}

}  // namespace
}  // namespace npu_cts::faults

const npu_cts_plugin* npu_cts_plugin_query(std::uint32_t) {
  using npu_cts::faults::table;
  const std::string_view fault = npu_cts::faults::start_fault();
  if (fault == "query-crash") std::abort();
  if (fault == "query-null") return nullptr;
  if (fault == "other-major") table.abi = 2000;
  if (fault == "newer-minor") table.abi = 1002;
  if (fault == "older-minor") {
    table.abi = 1000;
    table.struct_size = offsetof(npu_cts_plugin, close);
    table.close = [] { std::abort(); };
  }
  if (fault == "close-crash") table.close = [] { std::abort(); };
  if (fault == "close-exit") table.close = [] { std::exit(3); };
  if (fault == "close-exit-0") table.close = [] { _exit(0); };
  if (fault == "close-program") table.close = [] { execl("/bin/true", "true", nullptr); };
  if (fault == "close-noise") table.close = [] { std::puts(std::string(200'000, 'x').c_str()); };
  if (fault == "close-hang") {
    table.close = [] {
      for (;;) pause();
    };
  }
  if (fault == "struct-small") table.struct_size = 8;
  if (fault == "struct-huge") table.struct_size = 1U << 31U;
  if (fault == "null-prepare") table.prepare = nullptr;
  if (fault == "null-run") table.run = nullptr;
  if (fault == "null-name") table.name = nullptr;
  return &table;
}
