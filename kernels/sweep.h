#pragma once

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "framework/model/storage.h"
#include "kernels/kernel.h"
#include "kernels/testing.h"

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
Tensor random_floats(Random& random, DType dtype, Shape shape, float size);

struct Pair {
  std::vector<NamedTensor> fast, oracle;
};

/// Returns what both say to `call`, which the check must accept.
Pair both(const Call& call);

}  // namespace npu_cts::kernels::testing
