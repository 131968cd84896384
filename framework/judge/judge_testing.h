// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/model/tensor.h"

// What the tests of this folder share. Not part of the library.
namespace npu_cts::judging {

/// An int8 tensor of one axis.
inline Tensor bytes(const std::vector<int>& values) {
  Tensor tensor{.type = {.dtype = DType::int8, .shape = {static_cast<std::int64_t>(values.size())}}};
  for (const int value : values) tensor.values.push_back(static_cast<std::byte>(value));
  return tensor;
}

}  // namespace npu_cts::judging
