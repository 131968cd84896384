// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace npu_cts {

/// The sizes of a shape; nothing where they are not defined. It refers to them: they are the call's, or are kept by the
/// evaluation that made them. Two plain members, for the reason of MaybeNumber.
class MaybeSizes {
 public:
  constexpr MaybeSizes() = default;
  constexpr MaybeSizes(std::nullopt_t /*nothing*/) {}        // NOLINT(google-explicit-constructor)
  constexpr MaybeSizes(std::span<const std::int64_t> sizes)  // NOLINT(google-explicit-constructor)
      : first_(sizes.data()), count_(sizes.size()) {}

  [[nodiscard]] constexpr explicit operator bool() const { return count_ != unknown; }
  [[nodiscard]] constexpr std::span<const std::int64_t> operator*() const { return {first_, count_}; }

 private:
  static constexpr std::size_t unknown = SIZE_MAX;
  const std::int64_t* first_ = nullptr;
  std::size_t count_ = unknown;
};

/// The sizes that an evaluation makes: they stay where they are until they are dropped. Allocates only for many.
class KeptSizes {
 public:
  /// What is kept at one moment.
  struct Mark {
    std::size_t few = 0;
    std::size_t many = 0;
  };

  std::span<const std::int64_t> keep(std::span<const std::int64_t> sizes) {
    if (sizes.size() > few_.size() - used_) {
      return many_.emplace_back(sizes.begin(), sizes.end());
    }
    const auto kept = std::span(few_).subspan(used_, sizes.size());
    std::ranges::copy(sizes, kept.begin());
    used_ += sizes.size();
    return kept;
  }

  [[nodiscard]] Mark mark() const { return {used_, many_.size()}; }

  /// Drops what was kept since `mark`.
  void drop(Mark mark) {
    used_ = mark.few;
    many_.resize(mark.many);
  }

 private:
  std::array<std::int64_t, 64> few_;             ///< not set to anything first: most evaluations make few sizes
  std::vector<std::vector<std::int64_t>> many_;  ///< moving one of them leaves its sizes in place
  std::size_t used_ = 0;
};

}  // namespace npu_cts
