// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/base/names.h"

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

constexpr auto names_of(Family) {
  return name_list("arguments", "boundary", "data", "examples", "foreign-dtypes", "fuzz", "illegal-dtypes", "negative",
                   "pairs", "reserved", "rows", "shapes", "size-pairs", "sizes", "storage", "support", "triples",
                   "users");
}

}  // namespace npu_cts
