// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/traits.h"

namespace npu_cts::reports {

/// Something that is true of all wrong cases.
struct CommonTrait {
  TraitOf kind = TraitOf::call;
  std::string of;                                   ///< what it is about: two of a condition are of different things
  std::string says;                                 ///< "axis != -2"; empty: no condition has it
  std::optional<std::int64_t> from = std::nullopt;  ///< of a size that is at least this
  bool is_of_blocks = false;                        ///< a size is no multiple of that of a block
  bool is_plain = true;                             ///< a value or none: not a range, nor all values but one
};

/// At most so many are made: the first ones.
inline constexpr std::size_t most_common = 256;
using CommonSet = std::bitset<most_common>;

/// What is true of all wrong cases.
struct CommonTraits {
  std::vector<CommonTrait> all = {};
  std::vector<CommonSet> true_by = {};  ///< by number of a trait: those that it makes true

  /// Returns those that are true of a case with `traits`, which are numbers.
  [[nodiscard]] CommonSet of(const std::vector<std::size_t>& traits) const;
};

/// Returns what is true of all of `wrong` cases. `wrong_with` counts those with each of `traits`, which right cases
/// have too: that "axis" is "== 1", or is one of several values, and so is "!= -2" or ">= 0"; that a size is as large
/// or no multiple of 32. The claim behind one of a size from `from` on is that it is at least half of that.
CommonTraits common_traits_of(const std::vector<Trait>& traits, const std::vector<std::size_t>& wrong_with,
                              std::size_t wrong);

}  // namespace npu_cts::reports
