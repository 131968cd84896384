// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/model/op_spec.h"

namespace npu_cts::findings::prove {

/// The calls that the solver looks at: every presence, dtype, layout and format, sizes up to twice the largest limit
/// that the spec states, and integers of more than 32 bits.
struct Box {
  std::int64_t most_size = 0;      ///< of an axis
  std::int64_t most_number = 0;    ///< the magnitude of an integer that a call gives: more than 32 bits hold
  std::int64_t most_rank = 0;      ///< of a tensor
  std::int64_t most_elements = 0;  ///< of a list
  std::vector<std::string> words;  ///< those that the spec speaks of, sorted, and one that it does not

  friend bool operator==(const Box&, const Box&) = default;
};

/// Returns the box of `op`: limits are the integers that its rules (on anything but data) and shapes compare with.
Box box_of(const OpSpec& op);

}  // namespace npu_cts::findings::prove
