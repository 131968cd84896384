// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace npu_cts {

/// What the cases of a plan are there for: the part of an id behind the target. In the order of the names.
enum class Family : std::uint8_t {
  arguments,
  boundary,
  data,
  examples,
  foreign_dtypes,
  fuzz,  ///< drawn calls, which no plan has
  illegal_dtypes,
  negative,
  pairs,
  reserved,
  rows,
  shapes,
  size_pairs,
  sizes,
  storage,
  support,
  triples,
  users,
};

inline constexpr std::array all_families{
    Family::arguments,      Family::boundary, Family::data,    Family::examples, Family::foreign_dtypes, Family::fuzz,
    Family::illegal_dtypes, Family::negative, Family::pairs,   Family::reserved, Family::rows,           Family::shapes,
    Family::size_pairs,     Family::sizes,    Family::storage, Family::support,  Family::triples,        Family::users};
std::string_view name_of(Family family);
std::optional<Family> find_family(std::string_view name);

}  // namespace npu_cts
