// SPDX-License-Identifier: Apache-2.0
#include "kernels/common/gemm_choice.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/nearest_word.h"
#include "framework/base/text.h"

namespace npu_cts::kernels {
namespace {

constexpr const char* variable = "NPU_CTS_CPU";
constexpr int exit_usage = 3;

Diagnostic cannot_use(std::string what, std::string why) {
  return {.kind = Kind::wrong_usage,
          .what = std::move(what),
          .why = std::move(why),
          .hint = fmt::format("unset {}: the fastest that works is taken", variable)};
}

Diagnostic unknown_target(std::string_view name) {
  std::vector<std::string> known;
  for (const GemmTarget* target : gemm_targets()) known.emplace_back(target->name);
  Diagnostic diagnostic = cannot_use(fmt::format("{} names no instruction set: '{}'", variable, escape_control(name)),
                                     fmt::format("kernels are written for {}", join(known, ", ")));
  if (const auto near = nearest_word(name, known)) diagnostic.hint = fmt::format("write '{}={}'", variable, *near);
  return diagnostic;
}

/// A small matrix of extremes: whole rows, or whole columns, of one of them meet each other and mixed ones.
std::vector<std::int8_t> extremes(std::size_t lines, std::size_t length, std::size_t period) {
  constexpr std::array<std::int8_t, 4> values{-128, 127, -1, -128};
  std::vector<std::int8_t> all(lines * length);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t line = i / length;
    all[i] = values[line < 3 ? line : (i % length + line) % period % 4];
  }
  return all;
}

/// Returns whether `target` multiplies `m` rows of extremes exactly, by columns and by rows that lie side by side.
bool is_exact_for(const GemmTarget& target, std::size_t m) {
  constexpr std::size_t k = 67;
  constexpr std::size_t n = 19;
  const auto a = extremes(m, k, 5);
  const auto b = extremes(n, k, 7);  // column after column
  std::vector<std::int8_t> rows(b.size());
  std::vector<std::int32_t> want(m * n);
  for (std::size_t p = 0; p < k; ++p) {
    for (std::size_t j = 0; j < n; ++j) {
      rows[p * n + j] = b[j * k + p];
      for (std::size_t i = 0; i < m; ++i) want[i * n + j] += a[i * k + p] * b[j * k + p];
    }
  }
  std::vector<std::int32_t> by_columns(m * n);
  std::vector<std::int32_t> by_rows(m * n);
  const Int8Matrix left{a.data(), static_cast<std::int64_t>(m), k, k, 1};
  multiply_by(target, left, {b.data(), k, n, 1, k}, by_columns);
  multiply_by(target, left, {rows.data(), k, n, n, 1}, by_rows);
  return by_columns == want && by_rows == want;
}

}  // namespace

bool is_exact(const GemmTarget& target) {
  constexpr std::array rows{5, 13, 37};  // few, some, and more than a pair of tiles has: each by a way of its own
  return std::ranges::all_of(rows, [&](int m) { return is_exact_for(target, static_cast<std::size_t>(m)); });
}

Result<const GemmTarget*> find_gemm(std::string_view name) {
  const auto targets = gemm_targets();
  const auto works = [](const GemmTarget* target) { return target->runs_here() && is_exact(*target); };
  if (name.empty()) {
    const auto first = std::ranges::find_if(targets, works);
    if (first != targets.end()) return *first;
    return cannot_use("this processor does not multiply integers exactly",
                      "not even plain C++ gave the sums of a test");
  }
  const auto named = std::ranges::find(targets, name, &GemmTarget::name);
  if (named == targets.end()) return unknown_target(name);
  if (works(*named)) return *named;
  return cannot_use(
      fmt::format("{} names '{}', which does not work here", variable, name),
      (*named)->runs_here() ? "its products are not exact on this processor" : "this processor lacks its instructions");
}

Result<const GemmTarget*> find_chosen_gemm() {
  const char* name = std::getenv(variable);
  return find_gemm(name == nullptr ? "" : name);
}

const GemmTarget& chosen_gemm() {
  static const GemmTarget& chosen = []() -> const GemmTarget& {
    const auto found = find_chosen_gemm();
    if (found) return **found;
    for (const Diagnostic& diagnostic : found.diagnostics()) std::fputs(to_text(diagnostic).c_str(), stderr);
    std::exit(exit_usage);
  }();
  return chosen;
}

void multiply(const Int8Matrix& a, const Int8Matrix& b, std::span<std::int32_t> out) {
  multiply_by(chosen_gemm(), a, b, out);
}

}  // namespace npu_cts::kernels
