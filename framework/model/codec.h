// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace npu_cts {

/// How a real number lies in the bits of an element.
struct Codec {
  double (*decode)(std::uint64_t bits);    ///< exact
  std::uint64_t (*encode)(double number);  ///< to the nearest, ties to even; of a half, by way of float32
};

extern const Codec float16_codec;
extern const Codec bfloat16_codec;
extern const Codec float32_codec;
extern const Codec float64_codec;

}  // namespace npu_cts
