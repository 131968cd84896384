// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace npu_cts {

/// A truth (0, 1), integer, dtype or word; nothing where it is not defined. It is what std::optional is, in two plain
/// members: those pass between functions in registers, which the union in std::optional does not with GCC 12.
class MaybeNumber {
 public:
  constexpr MaybeNumber() = default;
  constexpr MaybeNumber(std::nullopt_t /*nothing*/) {}                           // NOLINT(google-explicit-constructor)
  constexpr MaybeNumber(std::int64_t value) : value_(value), is_known_(true) {}  // NOLINT(google-explicit-constructor)
  constexpr MaybeNumber(const std::optional<std::int64_t>& value)                // NOLINT(google-explicit-constructor)
      : value_(value.value_or(0)), is_known_(value.has_value()) {}

  [[nodiscard]] constexpr explicit operator bool() const { return is_known_; }
  [[nodiscard]] constexpr bool has_value() const { return is_known_; }
  [[nodiscard]] constexpr std::int64_t operator*() const { return value_; }

  [[nodiscard]] constexpr std::optional<std::int64_t> to_optional() const {
    return is_known_ ? std::optional(value_) : std::nullopt;
  }

  friend constexpr bool operator==(const MaybeNumber&, const MaybeNumber&) = default;

 private:
  std::int64_t value_ = 0;  ///< 0 where it is not defined
  bool is_known_ = false;
};

}  // namespace npu_cts
