// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace npu_cts::run {

/// Adds `--spec`, the folder of the spec. `folder` outlives `app`.
void add_spec_option(CLI::App& app, std::string& folder);

/// Adds an option whose value is one of `words`. `value` outlives `app`.
void add_one_of(CLI::App& app, const std::string& name, std::string& value, const std::vector<std::string>& words,
                const std::string& text);

/// Adds an option whose value is the name of one of `all`, which outlives it.
template <class Enum, std::size_t N>
void add_word(CLI::App& app, const std::string& name, Enum& value, const std::array<Enum, N>& all,
              const std::string& text) {
  std::vector<std::string> known;
  for (const Enum one : all) known.emplace_back(name_of(one));
  app.add_option_function<std::string>(
         name,
         [&value, &all](const std::string& word) {
           value = *std::ranges::find_if(all, [&](Enum one) { return name_of(one) == word; });
         },
         text)
      ->check(CLI::IsMember(known))
      ->default_str(std::string(name_of(value)));
}

}  // namespace npu_cts::run
