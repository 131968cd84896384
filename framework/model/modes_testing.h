// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "framework/model/spec.h"

// The modes of the tests that make a spec in memory. Not part of the library.
namespace npu_cts {

/// Returns "eager", "graph_static" and "graph_dynamic"; "graph" means the last two.
inline Modes three_modes() {
  const auto mode = [](const char* id, Text name, bool is_compiled = false, bool is_dynamic = false) {
    return Mode{.id = id, .name = std::move(name), .is_compiled = is_compiled, .is_dynamic = is_dynamic};
  };
  return {.all = {mode("eager", {"eager", "单算子模式"}), mode("graph_static", {"static graph", "静态图模式"}, true),
                  mode("graph_dynamic", {"dynamic graph", "动态图模式"}, true, true)},
          .groups = {{.id = "graph", .name = {"graph", "图模式"}, .modes = {"graph_static", "graph_dynamic"}}}};
}

}  // namespace npu_cts
