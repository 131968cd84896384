// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include <dnnl.hpp>

#include "kernels/common/gemm.h"

namespace {

using npu_cts::kernels::Int8Matrix;
using npu_cts::kernels::multiply;

/// A batch of products; b lies as (k, n) or, transposed, as (n, k).
struct Product {
  std::int64_t batch, m, k, n, transposed;

  explicit Product(const benchmark::State& state)
      : batch(state.range(0)), m(state.range(1)), k(state.range(2)), n(state.range(3)), transposed(state.range(4)) {}
  [[nodiscard]] std::int64_t row_stride() const { return transposed != 0 ? 1 : n; }
  [[nodiscard]] std::int64_t column_stride() const { return transposed != 0 ? k : 1; }
};

/// Returns the high bytes of a linear congruence: random enough for a product, and made in no time.
std::vector<std::int8_t> bytes(std::int64_t count, std::uint32_t seed) {
  std::vector<std::int8_t> values(static_cast<std::size_t>(count));
  for (auto& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<std::int8_t>(static_cast<std::uint8_t>(seed >> 24U));
  }
  return values;
}

void count(benchmark::State& state, const Product& p) {
  state.counters["MAC/s"] =
      benchmark::Counter(static_cast<double>(p.batch * p.m * p.k * p.n), benchmark::Counter::kIsIterationInvariantRate);
}

void exact(benchmark::State& state) {
  const Product p(state);
  const auto a = bytes(p.batch * p.m * p.k, 1);
  const auto b = bytes(p.batch * p.k * p.n, 2);
  std::vector<std::int32_t> out(static_cast<std::size_t>(p.m * p.n));
  for (auto _ : state) {
    for (std::int64_t i = 0; i < p.batch; ++i) {
      const Int8Matrix left{a.data() + i * p.m * p.k, p.m, p.k, p.k, 1};
      const Int8Matrix right{b.data() + i * p.k * p.n, p.k, p.n, p.row_stride(), p.column_stride()};
      multiply(left, right, out);
      benchmark::DoNotOptimize(out.data());
    }
  }
  count(state, p);
}

void one_dnn(benchmark::State& state) {
  const Product p(state);
  auto a = bytes(p.batch * p.m * p.k, 1);
  auto b = bytes(p.batch * p.k * p.n, 2);
  std::vector<std::int32_t> out(static_cast<std::size_t>(p.batch * p.m * p.n));
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  using Desc = dnnl::memory::desc;
  using Dims = dnnl::memory::dims;
  const Desc left({p.batch, p.m, p.k}, dnnl::memory::data_type::s8, Dims{p.m * p.k, p.k, 1});
  const Desc right({p.batch, p.k, p.n}, dnnl::memory::data_type::s8,
                   Dims{p.k * p.n, p.row_stride(), p.column_stride()});
  const Desc result({p.batch, p.m, p.n}, dnnl::memory::data_type::s32, Dims{p.m * p.n, p.n, 1});
  const dnnl::matmul product(dnnl::matmul::primitive_desc(dnnl::matmul::desc(left, right, result), engine));
  const dnnl::memory x(left, engine, a.data());
  const dnnl::memory w(right, engine, b.data());
  const dnnl::memory y(result, engine, out.data());
  for (auto _ : state) {
    product.execute(stream, {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DST, y}});
    stream.wait();
  }
  count(state, p);
}

void shapes(benchmark::internal::Benchmark* suite) {
  suite->ArgNames({"batch", "m", "k", "n", "transposed"})->Unit(benchmark::kMillisecond);
  for (const std::int64_t transposed : {0, 1}) {
    suite->Args({1, 1024, 1024, 1024, transposed});
    suite->Args({1, 15, 11264, 6912, transposed});
    suite->Args({15, 1, 512, 128, transposed});
  }
}

BENCHMARK(exact)->Apply(shapes);
BENCHMARK(one_dnn)->Apply(shapes);

}  // namespace
