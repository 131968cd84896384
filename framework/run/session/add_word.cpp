// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/add_word.h"

namespace npu_cts::run {

void add_spec_option(CLI::App& app, std::string& folder) {
  app.add_option("--spec", folder, "folder of the spec (default: found beside the program or above it)");
}

void add_one_of(CLI::App& app, const std::string& name, std::string& value, const std::vector<std::string>& words,
                const std::string& text) {
  app.add_option(name, value, text)->check(CLI::IsMember(words))->capture_default_str();
}

}  // namespace npu_cts::run
