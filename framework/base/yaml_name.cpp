// SPDX-License-Identifier: Apache-2.0
#include "framework/base/yaml_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts {
namespace {

struct DisputedWord {
  std::string_view word;
  std::string_view instead;
};

constexpr std::size_t longest_disputed = 5;
constexpr std::array disputed_words{
    DisputedWord{"yes", "true"},    DisputedWord{"no", "false"},  DisputedWord{"on", "true"},
    DisputedWord{"off", "false"},   DisputedWord{"y", "true"},    DisputedWord{"n", "false"},
    DisputedWord{"null", "none"},   DisputedWord{"none", "none"}, DisputedWord{"true", "true"},
    DisputedWord{"false", "false"}, DisputedWord{"~", "none"},
};

}  // namespace

std::optional<std::string_view> disputed_as(std::string_view word) {
  if (word.size() > longest_disputed) return std::nullopt;
  const auto* const row = std::ranges::find(disputed_words, to_lower(word), &DisputedWord::word);
  return row == disputed_words.end() ? std::nullopt : std::optional(row->instead);
}

std::string yaml_name(std::string_view name) { return disputed_as(name) ? yaml_scalar(name) : std::string(name); }

}  // namespace npu_cts
