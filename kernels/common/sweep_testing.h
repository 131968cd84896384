// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "framework/model/storage.h"
#include "kernels/common/elements.h"
#include "kernels/common/gemm_choice.h"
#include "kernels/common/packed_word.h"
#include "kernels/common/testing.h"
#include "kernels/kernel.h"
#include "kernels/oracle.h"

/// What the equality tests share: random calls, and the fast kernel beside the oracle. Included by tests alone.
namespace npu_cts::kernels::testing {

using Random = std::mt19937;

/// Returns an integer in [low, high].
inline std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
  const auto width = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<std::int64_t>(random() % width);
}

/// Returns one of `choices`.
template <class T>
T one_of(Random& random, const std::vector<T>& choices) {
  return choices[static_cast<std::size_t>(between(random, 0, static_cast<std::int64_t>(choices.size()) - 1))];
}

/// Fills an integer tensor with any bits, or with values in [low, high] where given.
template <class T>
Tensor random_integers(Random& random, DType dtype, Shape shape, std::int64_t low, std::int64_t high) {
  std::vector<T> values(static_cast<std::size_t>(numel(shape)));
  for (auto& value : values) value = static_cast<T>(between(random, low, high));
  return tensor_of(dtype, std::move(shape), values);
}

/// Fills a float tensor (float32, float16, bfloat16) with reals of ordinary size, and now and then an odd one.
inline Tensor random_floats(Random& random, DType dtype, Shape shape, float size) {
  std::vector<float> values(static_cast<std::size_t>(numel(shape)));
  for (auto& value : values) {
    value = static_cast<float>(between(random, -1000000, 1000000)) * 1e-6F * size;
    if (random() % 8 == 0) value = std::nearbyint(value * 2.0F) / 2.0F;  // ties
  }
  if (dtype == DType::float32) return tensor_of(dtype, std::move(shape), values);
  std::vector<std::uint16_t> halves;
  for (const float value : values) halves.push_back(dtype == DType::float16 ? float16_of(value) : bfloat16_of(value));
  return tensor_of(dtype, std::move(shape), halves);
}

/// Returns one scale or `n`: floats, or words of a scale and an offset where `dtype` is int64.
inline Tensor random_scale(Random& random, DType dtype, std::int64_t n) {
  const Shape shape{random() % 3 == 0 ? 1 : n};
  if (dtype != DType::int64) return random_floats(random, dtype, shape, 0.02F);
  const auto scales = values_of<float>(random_floats(random, DType::float32, shape, 0.02F));
  const auto offsets = values_of<float>(random_floats(random, DType::float32, shape, 300.0F));
  std::vector<std::uint64_t> words;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    words.push_back(packed_scale(scales[i], ScaleRounding::truncate) | packed_offset(offsets[i]));
  }
  return tensor_of(dtype, shape, words);
}

/// Returns a bias of int32 or of a float dtype.
inline Tensor random_bias(Random& random, DType dtype, Shape shape) {
  if (dtype == DType::int32) return random_integers<std::int32_t>(random, dtype, std::move(shape), -40000, 40000);
  return random_floats(random, dtype, std::move(shape), 900.0F);
}

inline Layout any_layout(Random& random) {
  return one_of<Layout>(random, {Layout::contiguous, Layout::strided, Layout::transposed});
}

/// Lays `tensor` out as `layout`, some elements inside its storage: as many as its size says.
inline Tensor with_layout(Tensor tensor, Layout layout) {
  tensor.type.layout = layout;
  tensor.type.storage_offset = numel(tensor.type.shape) % 3;
  return tensor;
}

/// Makes a random call that the operator's check accepts.
using MakeCall = Call (*)(Random&);

/// Returns what the fast kernel makes of `call`, which the check must accept.
inline std::vector<NamedTensor> fast_outputs(const Call& call) {
  const Kernel* kernel = find_kernel(call.op);
  Request request = request_of(call);
  const auto refusal = kernel->check(call.target, request);
  EXPECT_FALSE(refusal) << refusal->parameter << ": " << refusal->reason;
  return refusal ? std::vector<NamedTensor>{} : kernel->run(call.target, request);
}

/// Returns what the oracle makes of `call` under `variants`.
inline std::vector<NamedTensor> oracle_outputs(const Call& call, const VariantChoice& variants) {
  return find_oracle(call.op)->answer(call, std::span(&variants, 1)).front();
}

/// Expects the fast kernel and the oracle to agree on `count` calls of `make`.
inline void expect_equal(MakeCall make, unsigned seed, int count) {
  chosen_gemm();  // ends with 3 where the processor lacks what NPU_CTS_CPU names
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const Call call = make(random);
    const auto fast = fast_outputs(call);
    const auto oracle = oracle_outputs(call, {});
    ASSERT_FALSE(fast.empty());
    ASSERT_EQ(fast.size(), oracle.size());
    for (std::size_t k = 0; k < fast.size(); ++k) {
      ASSERT_EQ(fast[k].name, oracle[k].name);
      ASSERT_EQ(fast[k].tensor.type, oracle[k].tensor.type);
      ASSERT_EQ(fast[k].tensor.values, oracle[k].tensor.values);
    }
  }
}

/// A variant that the fast kernel does not compute, and the random calls that must show it.
struct OtherVariant {
  MakeCall make;
  std::string behaviour, variant;
};

/// Expects one of 2000 calls to tell the fast kernel from the oracle under each of `variants`: without this, a sweep of
/// calls that show nothing would pass.
inline void expect_seen_to_differ(const std::vector<OtherVariant>& variants) {
  for (const OtherVariant& other : variants) {
    Random random(7);
    bool differs = false;
    for (int i = 0; i < 2000 && !differs; ++i) {
      const Call call = other.make(random);
      differs = fast_outputs(call) != oracle_outputs(call, {{other.behaviour, other.variant}});
    }
    EXPECT_TRUE(differs) << other.behaviour << " " << other.variant;
  }
}

}  // namespace npu_cts::kernels::testing
