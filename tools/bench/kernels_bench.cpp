// SPDX-License-Identifier: Apache-2.0
// What packing costs, beside a copy of as many bytes.
#include <benchmark/benchmark.h>

#include <cstring>

#include "framework/model/storage.h"
#include "kernels/kernel.h"

namespace {

using namespace npu_cts;

constexpr const char* packing = "npu_trans_quant_param";

/// Returns a legal call that packs `count` scales, all 1.
Call packing_call(std::int64_t count) {
  Tensor scale{.type = {.dtype = DType::float32, .shape = {count}}};
  const std::vector<float> ones(static_cast<std::size_t>(count), 1.0F);
  scale.values.resize(ones.size() * sizeof(float));
  std::memcpy(scale.values.data(), ones.data(), scale.values.size());
  return {.op = packing,
          .target = {.product = "atlas_a2", .release = "26.1.0", .mode = "eager"},
          .arguments = {{"scale", scale}}};
}

void pack(benchmark::State& state) {
  const Call call = packing_call(state.range(0));
  const auto* kernel = kernels::find_kernel(packing);
  Request request = request_of(call);
  for (auto _ : state) benchmark::DoNotOptimize(kernel->run(call.target, request));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void copy(benchmark::State& state) {
  const std::vector<std::byte> from(static_cast<std::size_t>(state.range(0)) * sizeof(std::int64_t));
  for (auto _ : state) {
    std::vector<std::byte> to(from.size());
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::DoNotOptimize(to.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(pack)->Arg(64)->Arg(4096)->Arg(1'000'000);
BENCHMARK(copy)->Arg(64)->Arg(4096)->Arg(1'000'000);

}  // namespace
