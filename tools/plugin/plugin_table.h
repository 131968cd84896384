// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/plugin/npu_cts_plugin.h"

namespace npu_cts::wire {

/// A plugin's table as far as it can be used, or why it cannot.
struct PluginTable {
  npu_cts_plugin functions = {};            ///< what an older plugin lacks is null
  std::string note = {};                    ///< what is not used, and why; empty where all is
  std::vector<std::string> libraries = {};  ///< that came with it into this process, by their paths
  std::string trouble;                      ///< empty: usable
  std::string hint = {};                    ///< what may help
};

/// Returns the usable part of `table`, which may be of another version than this.
PluginTable read_plugin_table(const npu_cts_plugin* table);

/// Loads the library at `path` into this process, for good, and returns the usable part of its table.
PluginTable load_plugin(const std::string& path);

}  // namespace npu_cts::wire
