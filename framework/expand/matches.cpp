// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

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

bool may_match(std::string_view pattern, std::string_view start) {
  if (start.starts_with(pattern)) return true;
  const std::size_t plain = std::min(pattern.find_first_of("*?"), pattern.size());
  if (start.size() <= plain) return pattern.starts_with(start);
  if (plain == pattern.size() || !start.starts_with(pattern.substr(0, plain))) return false;
  pattern.remove_prefix(plain);
  start.remove_prefix(plain);
  std::vector<bool> reached(pattern.size() + 1);  // the places of the pattern where `start` may end
  const auto reach = [&](std::size_t place) {
    while (!reached[place]) {
      reached[place] = true;
      if (place < pattern.size() && pattern[place] == '*') ++place;
    }
  };
  reach(0);
  for (const char letter : start) {
    const std::vector<bool> before = std::exchange(reached, std::vector<bool>(reached.size()));
    for (std::size_t place = 0; place < pattern.size(); ++place) {
      if (!before[place]) continue;
      if (pattern[place] == '*') reach(place);
      if (pattern[place] == '?' || pattern[place] == letter) reach(place + 1);
    }
  }
  return std::ranges::find(reached, true) != reached.end();
}

}  // namespace npu_cts::expand
