// SPDX-License-Identifier: Apache-2.0
// What a scatter costs beside a copy of the bytes it must move, and a convolution beside a product of as many
// multiplications.
#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "framework/model/storage.h"
#include "kernels/common/gemm.h"
#include "kernels/kernel.h"
#include "tools/bench/calls.h"

namespace npu_cts {
namespace {

constexpr std::int64_t batch = 24;
constexpr std::int64_t rows = 4096;
constexpr std::int64_t columns = 128;

/// Returns a call that quantizes and writes `updated` rows of each batch.
Call scatter_call(std::int64_t updated) {
  Call call = bench::filled_call("npu_quant_scatter_", "eager",
                                 {{"input", bench::tensor(DType::int8, {batch, rows, columns})},
                                  {"indices", bench::tensor(DType::int32, {batch})},
                                  {"updates", bench::tensor(DType::bfloat16, {batch, updated, columns})},
                                  {"quant_scales", bench::tensor(DType::bfloat16, {1, 1, columns})},
                                  {"quant_zero_points", bench::tensor(DType::bfloat16, {1, 1, columns})},
                                  {"axis", std::int64_t{-2}},
                                  {"quant_axis", std::int64_t{-1}},
                                  {"reduce", std::string("update")}});
  auto& indices = std::get<Tensor>(call.arguments["indices"]).values;
  indices.assign(batch * sizeof(std::int32_t), std::byte{0});
  return call;
}

void scatter(benchmark::State& state) {
  const Call call = scatter_call(state.range(0));
  const auto* kernel = kernels::find_kernel(call.op);
  Request request = request_of(call);
  if (kernel->check(call.target, request)) return state.SkipWithError("the call is refused");
  for (auto _ : state) benchmark::DoNotOptimize(kernel->run(call.target, request));
}

/// The updates read, the rows they become written, and the result, which is the whole input, handed out.
void moved(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(batch * state.range(0) * columns);
  const std::vector<std::byte> updates(count * 2);
  std::vector<std::byte> read(updates.size());
  std::vector<std::byte> input(static_cast<std::size_t>(batch * rows * columns));
  for (auto _ : state) {
    std::memcpy(read.data(), updates.data(), updates.size());
    std::memcpy(input.data(), read.data(), count);
    benchmark::DoNotOptimize(std::vector<std::byte>(input));
  }
}

constexpr std::int64_t side = 56;
constexpr std::int64_t kernel_side = 3;

void convolution(benchmark::State& state) {
  const std::int64_t channels = state.range(0);
  const Call call =
      bench::filled_call("QuantConv2d", "graph_static",
                         {{"in_channels", channels},
                          {"out_channels", channels},
                          {"kernel_size", std::vector<std::int64_t>{kernel_side, kernel_side}},
                          {"padding", std::int64_t{1}},
                          {"output_dtype", DType::float16},
                          {"weight", bench::tensor(DType::int8, {channels, channels, kernel_side, kernel_side})},
                          {"scale", bench::tensor(DType::float32, {channels})},
                          {"bias_values", bench::tensor(DType::int32, {channels})},
                          {"quant_conv2d_input", bench::tensor(DType::int8, {1, channels, side, side})}});
  const auto* kernel = kernels::find_kernel(call.op);
  Request request = request_of(call);
  if (const auto refusal = kernel->check(call.target, request)) return state.SkipWithError(refusal->reason.c_str());
  for (auto _ : state) benchmark::DoNotOptimize(kernel->run(call.target, request));
}

/// One plain product of the same multiplications, its operands already unrolled.
void unrolled(benchmark::State& state) {
  const std::int64_t channels = state.range(0);
  const std::int64_t k = channels * kernel_side * kernel_side;
  const std::int64_t n = side * side;
  const std::vector<std::int8_t> weight(static_cast<std::size_t>(channels * k), 3);
  const std::vector<std::int8_t> patches(static_cast<std::size_t>(k * n), 5);
  std::vector<std::int32_t> out(static_cast<std::size_t>(channels * n));
  for (auto _ : state) {
    kernels::multiply({weight.data(), channels, k, k, 1}, {patches.data(), k, n, n, 1}, out);
    benchmark::DoNotOptimize(out.data());
  }
}

BENCHMARK(scatter)->Arg(1)->Arg(1024)->Unit(benchmark::kMicrosecond);
BENCHMARK(moved)->Arg(1)->Arg(1024)->Unit(benchmark::kMicrosecond);
BENCHMARK(convolution)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(unrolled)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace npu_cts
