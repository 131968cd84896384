// SPDX-License-Identifier: Apache-2.0
#include "framework/model/codec.h"

#include <bit>

#include "framework/model/half.h"

namespace npu_cts {

const Codec float16_codec{
    .decode = [](std::uint64_t bits) -> double { return from_float16(static_cast<std::uint16_t>(bits)); },
    .encode = [](double number) -> std::uint64_t { return to_float16(static_cast<float>(number)); }};

const Codec bfloat16_codec{
    .decode = [](std::uint64_t bits) -> double { return from_bfloat16(static_cast<std::uint16_t>(bits)); },
    .encode = [](double number) -> std::uint64_t { return to_bfloat16(static_cast<float>(number)); }};

const Codec float32_codec{
    .decode = [](std::uint64_t bits) -> double { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); },
    .encode = [](double number) -> std::uint64_t { return std::bit_cast<std::uint32_t>(static_cast<float>(number)); }};

const Codec float64_codec{.decode = [](std::uint64_t bits) { return std::bit_cast<double>(bits); },
                          .encode = [](double number) { return std::bit_cast<std::uint64_t>(number); }};

}  // namespace npu_cts
