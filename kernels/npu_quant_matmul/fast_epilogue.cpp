// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/fast_epilogue.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "framework/base/wide_loop.h"
#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/common/packed_word.h"
#include "kernels/npu_quant_matmul/sizes.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

/// Adding and taking away 1.5·2^23 rounds a float of magnitude below 2^22 half to even, without a library call.
constexpr float rounder = 0x1.8p23F;

template <class T>
std::vector<T> stretch(std::vector<T> values, std::int64_t n) {
  if (values.size() == 1) values.resize(static_cast<std::size_t>(n), values[0]);
  return values;
}

float fp19(float scale) {
  return std::bit_cast<float>(fp19_bits(std::bit_cast<std::uint32_t>(scale), ScaleRounding::truncate));
}

/// Returns the 9-bit offset in a packed word.
float offset_in(std::uint64_t word) {
  return static_cast<float>(static_cast<std::int32_t>(((word >> 37) & 0x1FFU) ^ 0x100U) - 0x100);
}

float scale_in(std::uint64_t word) { return fp19(std::bit_cast<float>(static_cast<std::uint32_t>(word))); }

/// Returns the words of `scale`: as given, or packed here with `offset`, which then is part of them.
std::vector<std::uint64_t> packed_words(const StoredTensor& scale, const StoredTensor* offset, std::int64_t n) {
  if (scale.type.dtype == DType::int64) return stretch(gather<std::uint64_t>(scale), n);
  const auto scales = stretch(gather<float>(scale), n);
  std::vector<std::uint64_t> words;
  for (const float value : scales) words.push_back(packed_scale(value, ScaleRounding::truncate));
  if (offset == nullptr) return words;
  const auto offsets = stretch(gather<float>(*offset), n);
  for (std::size_t j = 0; j < words.size(); ++j) words[j] |= packed_offset(offsets[j]);
  return words;
}

/// Returns whether a lone float32 scale goes through the hardware's scalar register, which holds an FP19.
bool is_scalar_scale(const StoredTensor& scale, const StoredTensor* bias) {
  const bool float_bias =
      bias != nullptr && (bias->type.dtype == DType::bfloat16 || bias->type.dtype == DType::float32);
  return scale.type.dtype == DType::float32 && scale.type.shape == Shape{1} && !float_bias;
}

void set_scale(Epilogue& epilogue, const Request& request, std::int64_t n) {
  const StoredTensor& scale = *find_tensor(request, "scale");
  const bool vector_unit = epilogue.output == DType::bfloat16 || is_given(request, "pertoken_scale");
  if (vector_unit) {
    epilogue.scale = stretch(gather_floats(scale), n);
    if (is_scalar_scale(scale, find_tensor(request, "bias")))
      std::ranges::transform(epilogue.scale, epilogue.scale.begin(), fp19);
    return;
  }
  for (const std::uint64_t word : packed_words(scale, find_tensor(request, "offset"), n)) {
    epilogue.scale.push_back(scale_in(word));
    epilogue.offset.push_back(offset_in(word));
  }
}

/// Returns the part of a bias that belongs to matrix `index`: all of it, unless there is one per matrix.
template <class T>
std::span<const T> part_of(const std::vector<T>& bias, std::size_t index, std::size_t n) {
  return std::span(bias).subspan(bias.size() > n ? index * n : 0, std::min(n, bias.size()));
}

void add_integers(std::span<std::int32_t> row, std::span<const std::int32_t> bias) {
  for (std::size_t j = 0; j < bias.size(); ++j) {
    row[j] = static_cast<std::int32_t>(static_cast<std::uint32_t>(row[j]) + static_cast<std::uint32_t>(bias[j]));
  }
}

void requantize_row(std::span<const std::int32_t> sums, const Epilogue& epilogue, std::byte* out) {
  run_wide([&]() NPU_CTS_INLINED {
    const float* scale = epilogue.scale.data();
    const float* offset = epilogue.offset.data();
    const std::int32_t* sum = sums.data();
    const std::size_t count = sums.size();  // a byte that is written might be part of it
    std::byte* const to = out;
    for (std::size_t j = 0; j < count; ++j) {
      float steps = static_cast<float>(sum[j]) * scale[j];
      steps = steps == steps ? steps : 0.0F;
      steps = steps < 255.0F ? steps : 255.0F;
      steps = steps > -256.0F ? steps : -256.0F;
      steps = (steps + rounder) - rounder + offset[j];
      steps = steps < 127.0F ? steps : 127.0F;
      steps = steps > -128.0F ? steps : -128.0F;
      to[j] = static_cast<std::byte>(static_cast<std::int32_t>(steps));
    }
  });
}

template <class Narrow>
void store_halves(std::span<const float> row, std::byte* out, Narrow narrow) {
  run_wide([&]() NPU_CTS_INLINED {
    const float* value = row.data();
    const std::size_t count = row.size();
    std::byte* const to = out;
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint16_t half = narrow(value[j]);
      std::memcpy(to + 2 * j, &half, 2);
    }
  });
}

/// Writes a row of floats as float16 or bfloat16.
void store_row(std::span<const float> row, DType output, std::byte* out) {
  if (output == DType::float16) {
    return store_halves(row, out, [](float value) NPU_CTS_INLINED { return float16_of(value); });
  }
  store_halves(row, out, [](float value) NPU_CTS_INLINED { return bfloat16_of(value); });
}

}  // namespace

Epilogue epilogue_of(const Request& request, std::int64_t n) {
  Epilogue epilogue{.output = output_dtype_of(request)};
  if (const StoredTensor* bias = find_tensor(request, "bias")) {
    if (bias->type.dtype == DType::int32) {
      epilogue.integer_bias = gather<std::int32_t>(*bias);
    } else {
      epilogue.bias = gather_floats(*bias);
    }
  }
  if (epilogue.output == DType::int32) return epilogue;  // the scale is not read
  if (const StoredTensor* pertoken = find_tensor(request, "pertoken_scale")) {
    epilogue.pertoken_scale = gather_floats(*pertoken);
  }
  set_scale(epilogue, request, n);
  return epilogue;
}

void finish_row(std::span<float> row, const Epilogue& epilogue, std::size_t i, std::span<const float> bias,
                std::byte* out) {
  if (!epilogue.pertoken_scale.empty()) {
    for (float& value : row) value *= epilogue.pertoken_scale[i];
  }
  for (std::size_t j = 0; j < bias.size(); ++j) row[j] += bias[j];
  store_row(row, epilogue.output, out);
}

void write_matrix(std::span<std::int32_t> sums, const Epilogue& epilogue, std::size_t index, std::size_t n,
                  std::byte* out) {
  std::vector<float> scaled(n);
  const auto integer_bias = part_of(epilogue.integer_bias, index, n);
  const auto bias = part_of(epilogue.bias, index, n);
  const auto row_bytes = n * static_cast<std::size_t>(bytes_of(epilogue.output));
  for (std::size_t i = 0; i * n < sums.size(); ++i, out += row_bytes) {
    const auto row = sums.subspan(i * n, n);
    add_integers(row, integer_bias);
    if (epilogue.output == DType::int32) {
      std::memcpy(out, row.data(), row_bytes);
    } else if (epilogue.output == DType::int8) {
      requantize_row(row, epilogue, out);
    } else {
      for (std::size_t j = 0; j < n; ++j) scaled[j] = static_cast<float>(row[j]) * epilogue.scale[j];
      finish_row(scaled, epilogue, i, bias, out);
    }
  }
}

}  // namespace npu_cts::kernels::npu_quant_matmul
