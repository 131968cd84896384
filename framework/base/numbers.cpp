// SPDX-License-Identifier: Apache-2.0
#include "framework/base/numbers.h"

#include <charconv>

namespace npu_cts {
namespace {

constexpr std::string_view decimal_digits = "0123456789";

/// Returns `text` without the digits it begins with; nothing where it begins with none.
std::optional<std::string_view> after_digits(std::string_view text) {
  const auto end = text.find_first_not_of(decimal_digits);
  if (end == 0 || text.empty()) return std::nullopt;
  return end == std::string_view::npos ? std::string_view{} : text.substr(end);
}

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.size() > 1 && text[0] == '0' && decimal_digits.find(text[1]) != std::string_view::npos) return false;
  auto rest = after_digits(text);
  if (rest && rest->starts_with('.')) rest = after_digits(rest->substr(1));
  if (!rest || rest->empty()) return rest.has_value();
  if (!rest->starts_with('e')) return false;
  rest = after_digits(rest->substr(rest->starts_with("e-") ? 2 : 1));
  return rest && rest->empty();
}

}  // namespace

std::optional<double> parse_real(std::string_view text) {
  if (!is_decimal(text)) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_bits(std::string_view text) {
  if (!text.starts_with("0x") || text.size() == 2 || text.size() > 18) return std::nullopt;
  text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace npu_cts
