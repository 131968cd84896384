// SPDX-License-Identifier: Apache-2.0
#include "framework/base/nearest_word.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/ascii.h"

namespace npu_cts {
namespace {

/// Returns the optimal string alignment distance: insertions, deletions, changes and swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

std::string_view last_digits(std::string_view word) {
  const std::size_t last = word.find_last_not_of("0123456789");
  return last == std::string_view::npos ? word : word.substr(last + 1);
}

/// Returns whether `word` is short for `known`: its beginning, a part of it as "a2" of "blue_a2", or its first letter
/// and last digits with others between as "fp32" of "float32".
bool is_short_for(std::string_view word, std::string_view known) {
  if (word.size() < 2 || known.starts_with(word)) return word.size() >= 2;
  for (std::size_t at = known.find(word); at != std::string_view::npos; at = known.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (!is_ascii_alphanumeric(known[at - 1]) && (end == known.size() || !is_ascii_alphanumeric(known[end])))
      return true;
  }
  const std::string_view digits = last_digits(word);
  return !digits.empty() && digits != word && word.front() == known.front() && digits == last_digits(known);
}

/// Returns the known word that `word` is short for, where there is one and no other.
std::optional<std::string> only_long_form(std::string_view word, std::span<const std::string> known) {
  std::optional<std::string> found;
  for (const std::string& candidate : known) {
    if (candidate.empty() || !is_short_for(word, to_lower(candidate)) || candidate == found) continue;
    if (found) return std::nullopt;
    found = candidate;
  }
  return found;
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view said, std::span<const std::string> known) {
  constexpr std::size_t longest = 256;  // nothing is mistyped by more; the search is quadratic
  if (said.size() > longest) return std::nullopt;
  const std::string word = to_lower(said);
  if (word.size() < 3) {  // two letters say more as a part of a word than as another two
    if (auto found = only_long_form(word, known)) return found;
  }
  const std::size_t allowed = std::max<std::size_t>(1, word.size() / 3);
  std::optional<std::string> best;
  std::size_t best_distance = allowed + 1;
  for (const std::string& candidate : known) {
    if (candidate.size() > word.size() + allowed || word.size() > candidate.size() + allowed) continue;
    const std::size_t d = distance(word, to_lower(candidate));
    if (d < best_distance) {
      best_distance = d;
      best = candidate;
    }
  }
  if (best && best_distance <= 1) return best;
  auto whole = only_long_form(word, known);
  return whole ? whole : best;
}

std::string did_you_mean(const std::optional<std::string>& near, std::string otherwise) {
  return near ? fmt::format("did you mean '{}'?", *near) : std::move(otherwise);
}

}  // namespace npu_cts
