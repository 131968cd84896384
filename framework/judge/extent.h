// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/model/tensor.h"

namespace npu_cts::judging {

/// How far values are wrong: Mismatch::pattern and Mismatch::details.
struct Extent {
  std::string pattern;
  std::vector<std::string> details = {};
};

/// Returns how `got` differs from `want`, a tensor of the same type, in the elements `wrong` (row-major, ascending, at
/// least one): how many, by how much, where, and the first five.
Extent extent_of(const Tensor& got, const Tensor& want, const std::vector<std::int64_t>& wrong);

}  // namespace npu_cts::judging
