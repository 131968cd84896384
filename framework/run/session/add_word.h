// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "framework/base/names.h"

namespace npu_cts::run {

/// Adds `--spec`, the folder of the spec. `folder` outlives `app`.
void add_spec_option(CLI::App& app, std::string& folder);

/// Adds an option whose value is one of `words`. `value` outlives `app`.
void add_one_of(CLI::App& app, const std::string& name, std::string& value, const std::vector<std::string>& words,
                const std::string& text);

/// Adds an option whose value is one of a closed set. `value` outlives `app`.
template <ClosedSet Enum>
void add_word(CLI::App& app, const std::string& name, Enum& value, const std::string& text) {
  app.add_option_function<std::string>(
         name, [&value](const std::string& word) { value = *find_named<Enum>(word); }, text)
      ->check(CLI::IsMember(all_names<Enum>()))
      ->default_str(std::string(name_of(value)));
}

}  // namespace npu_cts::run
