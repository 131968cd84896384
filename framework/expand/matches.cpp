// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/expand/expand.h"

namespace npu_cts::expand {
namespace {

bool glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool matches(std::string_view pattern, std::string_view id) {
  const bool is_prefix =
      id.starts_with(pattern) && (id.size() == pattern.size() || pattern.ends_with('/') || id[pattern.size()] == '/');
  return pattern.empty() || is_prefix || glob(pattern, id);
}

bool has_wildcard(std::string_view pattern) { return pattern.find_first_of("*?") != std::string_view::npos; }

bool may_match(std::string_view pattern, std::string_view start) {
  const std::size_t common = std::min(pattern.size(), start.size());
  for (std::size_t at = 0; at < common; ++at) {
    if (pattern[at] == '*') return true;  // it takes the rest of `start`
    if (pattern[at] != '?' && pattern[at] != start[at]) return false;
  }
  return start.size() <= pattern.size() || start.starts_with(pattern);
}

}  // namespace npu_cts::expand
