// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/portion.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/call.h"
#include "framework/record/rerun.h"

namespace npu_cts::run {
namespace {

constexpr std::string_view option = "--shard";
constexpr std::string_view option_with_value = "--shard=";
constexpr std::size_t most_portions = 256;
constexpr std::size_t shards_a_portion = 16;  ///< enough to even out what the largest cases cost

/// A case costs as much as so many elements of its arguments, whatever they hold.
constexpr std::int64_t elements_of_a_case = 20'000;

/// Returns the portion of each shard, from 0: the costliest shard goes first, and each to the portion that has least.
std::vector<std::size_t> portion_of_shards(std::size_t portions, std::span<const ChosenCase> cases) {
  const std::size_t count = portions * shards_a_portion;
  std::vector<std::int64_t> costs(count);
  for (const ChosenCase& one : cases)
    costs[record::part_of(id_of(one), count)] += elements_of_a_case + elements_of(one.shared->call);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t shard) { return costs[shard]; });
  std::vector<std::int64_t> sums(portions);
  std::vector<std::size_t> portion_of(count);
  for (const std::size_t shard : order) {
    const auto least = std::ranges::min_element(sums);
    *least += costs[shard];
    portion_of[shard] = static_cast<std::size_t>(least - sums.begin());
  }
  return portion_of;
}

/// Returns the portion that the command line `words` names, if any.
std::optional<Portion> portion_among(const std::vector<std::string>& words) {
  const std::vector<std::string> values = record::values_of_option(words, option);
  return values.empty() ? std::nullopt : read_portion(values.front());
}

/// Returns the command of `words` for another portion, and a journal of its own.
std::string command_of(const std::vector<std::string>& words, const std::string& portion) {
  std::vector<std::string> shown;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool is_pair = words[at] == option || words[at] == "--journal";
    if (is_pair) ++at;
    if (!is_pair && !words[at].starts_with(option_with_value) && !words[at].starts_with("--journal="))
      shown.push_back(record::shell_word(words[at]));
  }
  return fmt::format("{} --shard {} --journal FILE", join(shown, " "), portion);
}

/// Returns that some of `shards` are not there, where no command line says which portions those are.
Diagnostic unnamed_gap(const std::vector<record::Shard>& shards) {
  return error_at(Kind::bad_journal, {},
                  fmt::format("the journals hold {} of {} parts of their run", shards.size(), shards.front().count),
                  "a report of several journals speaks of the whole run", "name the journals of all shards");
}

}  // namespace

std::optional<Portion> read_portion(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto index = parse_integer(text.substr(0, slash));
  const auto count = parse_integer(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *count < *index || *count > static_cast<std::int64_t>(most_portions))
    return std::nullopt;
  return Portion{.index = static_cast<std::size_t>(*index), .count = static_cast<std::size_t>(*count)};
}

std::vector<record::Shard> shards_of(const Portion& portion, std::span<const ChosenCase> cases) {
  const std::vector<std::size_t> portion_of = portion_of_shards(portion.count, cases);
  std::vector<record::Shard> shards;
  for (std::size_t index = 0; index < portion_of.size(); ++index) {
    if (portion_of[index] + 1 == portion.index) shards.push_back({.index = index, .count = portion_of.size()});
  }
  return shards;
}

record::WriteError check_portions(const record::Journal& journal) {
  if (journal.shards.empty()) return std::nullopt;
  std::vector<bool> is_there;
  for (const record::Environment& environment : journal.environments) {
    const auto portion = portion_among(environment.arguments);
    if (!portion) continue;
    is_there.resize(std::max(is_there.size(), portion->count));
    is_there[portion->index - 1] = true;
  }
  std::vector<std::string> lost;
  for (std::size_t index = 0; index < is_there.size(); ++index) {
    if (!is_there[index]) lost.push_back(fmt::format("{}/{}", index + 1, is_there.size()));
  }
  if (lost.empty()) return unnamed_gap(journal.shards);
  return error_at(Kind::bad_journal, {},
                  fmt::format("the journals lack a part of their run: --shard {}", join(lost, ", ")),
                  "a report of several journals speaks of the whole run",
                  fmt::format("run it alone: {}; then name its journal too",
                              command_of(journal.environments.front().arguments, lost.front())));
}

}  // namespace npu_cts::run
