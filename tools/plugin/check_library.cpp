// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/check_library.h"

#include <cstdio>
#include <filesystem>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "framework/base/diagnostic.h"
#include "tools/plugin/crash_trace.h"
#include "tools/plugin/guarded_map.h"
#include "tools/plugin/plugin_table.h"

namespace npu_cts::wire {
namespace {

constexpr int exit_usable = 0;
constexpr int exit_unusable = 4;

int complain(std::string what, std::string why, std::string hint) {
  const Diagnostic diagnostic =
      error_at(Kind::driver_not_started, {}, std::move(what), std::move(why), std::move(hint));
  fmt::print(stderr, "{}", to_text(diagnostic));
  return exit_unusable;
}

/// Returns what `prepare` answers to a call that no plugin can know.
npu_cts_status ask_about_nothing(const npu_cts_plugin& plugin) {
  const npu_cts_call call{.struct_size = sizeof(npu_cts_call),
                          .mode = NPU_CTS_EAGER,
                          .product = "no_product",
                          .release = "0",
                          .op = "no_operator",
                          .count = 0,
                          .arguments = nullptr};
  npu_cts_plan plan = {};
  plan.struct_size = sizeof plan;
  return plugin.prepare(&call, &plan);
}

}  // namespace

int check_library(const std::string& path) {
  prepare_backtrace();
  report_crashes({}, {.channel = -1, .log = STDERR_FILENO});
  const PluginTable table = load_plugin(std::filesystem::absolute(path).string());
  if (!table.trouble.empty())
    return complain(fmt::format("'{}' is no plugin: {}", path, table.trouble),
                    "a plugin is a shared library that exports npu_cts_plugin_query",
                    table.hint.empty() ? "tools/plugin/README.md says what a plugin is" : table.hint);
  const npu_cts_status status = ask_about_nothing(table.functions);
  if (status == NPU_CTS_OK)
    return complain(fmt::format("'{}' accepts a call of the operator 'no_operator'", path),
                    "'prepare' says NPU_CTS_OK only of calls that 'run' can do",
                    "compare 'call->op' first, and return NPU_CTS_UNSUPPORTED for what is left");
  fmt::print("{} {}: can be used{}\n", table.functions.name, table.functions.version,
             table.note.empty() ? "" : fmt::format(" ({})", table.note));
  return exit_usable;
}

}  // namespace npu_cts::wire
