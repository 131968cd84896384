#pragma once

#include <string>

#include "tools/plugin/npu_cts_plugin.h"

namespace npu_cts::wire {

/// A plugin's table as far as it can be used, or why it cannot.
struct PluginTable {
  npu_cts_plugin functions = {};  ///< what an older plugin lacks is null
  std::string note;               ///< what is not used, and why; empty where all is
  std::string trouble;            ///< empty: usable
};

/// Returns the usable part of `table`, which may be of another version than this.
PluginTable read_plugin_table(const npu_cts_plugin* table);

}  // namespace npu_cts::wire
