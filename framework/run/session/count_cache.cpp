// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/count_cache.h"

#include <sstream>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/run/session/cache_files.h"

namespace npu_cts::run {
namespace {

constexpr std::size_t most_lines = 32;
constexpr std::size_t most_bytes = std::size_t{1} << 16;

/// Returns `words` as a line that shows where it was torn or changed by accident.
std::string sealed(const std::string& words) { return words + " " + sha256_of(words); }

}  // namespace

std::vector<std::string> CountCache::lines() const {
  std::vector<std::string> lines;
  std::istringstream file(read_own(file_, most_bytes).value_or(""));
  for (std::string line; lines.size() < most_lines && std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::optional<PlanCounts> CountCache::find(const std::string& key) const {
  for (const std::string& line : lines()) {
    const auto words = split(line, ' ');
    if (words.size() != 4 || words[0] != key || sealed(fmt::format("{} {} {}", words[0], words[1], words[2])) != line)
      continue;
    const auto by_default = parse_integer(words[1]);
    const auto all = parse_integer(words[2]);
    if (!by_default || !all || *by_default < 0 || *all < *by_default) continue;
    return PlanCounts{.by_default = static_cast<std::size_t>(*by_default), .all = static_cast<std::size_t>(*all)};
  }
  return std::nullopt;
}

void CountCache::keep(const std::string& key, const PlanCounts& counts) const {
  std::string text = sealed(fmt::format("{} {} {}", key, counts.by_default, counts.all)) + "\n";
  std::vector<std::string> before = lines();
  if (before.size() == most_lines) before.pop_back();
  for (const std::string& line : before) text += line + "\n";
  if (make_own_folder(file_.parent_path())) write_own(file_, text);
}

std::string CountCache::key_of(const std::string& digest, const std::string& program) {
  return sha256_of(digest + " " + program);
}

}  // namespace npu_cts::run
