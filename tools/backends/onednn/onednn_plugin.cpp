// SPDX-License-Identifier: Apache-2.0
// oneDNN behind the plugin ABI: a real implementation that this project did not write, for the part of npu_quant_matmul
// that its CPU matmul can compute: int8 matrices in plain layouts, with int32 or bfloat16 results.
// All else it says it does not support; with NPU_CTS_ONEDNN_CLAIM=exact also every call whose results oneDNN may not
// keep exact, and int8 products are asked for only where the processor has VNNI (float32 ones elsewhere).

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <dnnl.hpp>

#include "tools/backends/matmul_call.h"

namespace npu_cts::backends {
namespace {

using Type = dnnl::memory::data_type;
using Desc = dnnl::memory::desc;

/// Returns why this plugin does not compute a call that others here may, or null.
const char* unclaimed_here(const Matmul& matmul) {
  if (matmul.offset != nullptr) return "an offset";
  if (matmul.scale->dtype != NPU_CTS_FLOAT32 && matmul.scale->dtype != NPU_CTS_BFLOAT16) return "a packed scale";
  if (matmul.output_dtype == NPU_CTS_BFLOAT16) return nullptr;
  if (matmul.output_dtype != NPU_CTS_INT32) return "results that are neither int32 nor bfloat16";
  return matmul.pertoken_scale == nullptr ? nullptr : "an int32 result with pertoken_scale";
}

bool claims_exact_alone() {
  const char* claim = std::getenv("NPU_CTS_ONEDNN_CLAIM");
  return claim != nullptr && std::string_view(claim) == "exact";
}

/// Returns whether int8 products are to be made of float32 ones: without VNNI, oneDNN adds pairs of them in 16 bits.
bool multiplies_floats() {
  return claims_exact_alone() && dnnl::get_effective_cpu_isa() < dnnl::cpu_isa::avx512_core_vnni;
}

/// Returns whether oneDNN keeps this call's results exact: sums go through float32 at times, which holds whole numbers
/// up to 2^24; a bias can be beyond that by itself; and of floating results, the sign of zero and subnormal ones get
/// lost.
bool keeps_exact(const Matmul& matmul) {
  const std::int64_t limit = (std::int64_t{1} << 24) / (128 * 128);
  return matmul.output_dtype == NPU_CTS_INT32 && matmul.bias == nullptr && from_end(*matmul.x1, 1) <= limit;
}

/// Returns `tensor` with axes of length 1 in front, up to `rank`.
Desc operand(const npu_cts_tensor& tensor, std::size_t rank) {
  Dims dims(rank, 1);
  Dims strides(rank, 1);
  const auto skipped = static_cast<std::ptrdiff_t>(rank) - tensor.rank;
  std::copy_n(tensor.shape, tensor.rank, dims.begin() + skipped);
  std::copy_n(tensor.strides, tensor.rank, strides.begin() + skipped);
  return {dims, Type::s8, strides};
}

/// Returns the description of a contiguous tensor.
Desc dense(const Dims& dims, Type type) {
  Dims strides(dims.size(), 1);
  for (std::size_t i = dims.size() - 1; i-- > 0;) strides[i] = strides[i + 1] * dims[i + 1];
  return {dims, type, strides};
}

/// What oneDNN is asked for: the descriptions of a call's tensors, and what is done to the sums.
struct Product {
  Desc left, right, bias, result, rows;
  dnnl::primitive_attr attributes;
};

Product describe(const Matmul& matmul) {
  const Dims shape = result_shape(matmul);
  const std::size_t rank = shape.size();
  const bool is_float = matmul.output_dtype == NPU_CTS_BFLOAT16;
  Product product{.left = operand(*matmul.x1, rank),
                  .right = operand(*matmul.x2, rank),
                  .bias = {},
                  .result = dense(shape, is_float ? Type::bf16 : Type::s32),
                  .rows = {},
                  .attributes = {}};
  if (is_float) {
    const auto scale = floats_of(*matmul.scale);
    product.attributes.set_output_scales(scale.size() == 1 ? 0 : 1 << (rank - 1), scale);
  }
  if (matmul.pertoken_scale != nullptr) {
    Dims rows(rank, 1);
    rows[rank - 2] = shape[rank - 2];
    product.rows = dense(rows, Type::f32);
    dnnl::post_ops operations;
    operations.append_binary(dnnl::algorithm::binary_mul, product.rows);
    product.attributes.set_post_ops(operations);
  }
  if (matmul.bias != nullptr) {
    Dims dims(rank, 1);
    dims.back() = shape.back();
    if (matmul.bias->rank == 3) dims.front() = shape.front();
    product.bias = dense(dims, Type::s32);
  }
  return product;
}

/// Returns what `from` holds, as `to` describes it.
dnnl::memory reordered(dnnl::memory from, const Desc& to, dnnl::stream& stream) {
  dnnl::memory result(to, stream.get_engine());
  dnnl::reorder(from, result).execute(stream, from, result);
  return result;
}

/// Multiplies as float32, exact while no sum is beyond 2^24.
void multiply_floats(const Product& product, dnnl::memory left, dnnl::memory right, dnnl::memory& result,
                     dnnl::stream& stream) {
  const Desc a = dense(left.get_desc().dims(), Type::f32);
  const Desc b = dense(right.get_desc().dims(), Type::f32);
  const Desc c = dense(product.result.dims(), Type::f32);
  const auto x = reordered(std::move(left), a, stream);
  const auto y = reordered(std::move(right), b, stream);
  dnnl::memory sums(c, stream.get_engine());
  dnnl::matmul(dnnl::matmul::primitive_desc(dnnl::matmul::desc(a, b, c), stream.get_engine()))
      .execute(stream, {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, y}, {DNNL_ARG_DST, sums}});
  dnnl::reorder(sums, result).execute(stream, sums, result);
  stream.wait();
}

dnnl::matmul::primitive_desc plan_of(const Product& product, bool has_bias, const dnnl::engine& engine) {
  const auto description = has_bias ? dnnl::matmul::desc(product.left, product.right, product.bias, product.result)
                                    : dnnl::matmul::desc(product.left, product.right, product.result);
  return {description, product.attributes, engine};
}

void multiply(const Matmul& matmul, void* result) {
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const Product product = describe(matmul);
  const dnnl::memory left(product.left, engine, first_of(*matmul.x1, 1));
  const dnnl::memory right(product.right, engine, first_of(*matmul.x2, 1));
  dnnl::memory sums(product.result, engine, result);
  if (multiplies_floats()) return multiply_floats(product, left, right, sums, stream);
  std::unordered_map<int, dnnl::memory> arguments{
      {DNNL_ARG_SRC, left}, {DNNL_ARG_WEIGHTS, right}, {DNNL_ARG_DST, sums}};
  if (matmul.bias != nullptr) {
    arguments.emplace(DNNL_ARG_BIAS, dnnl::memory(product.bias, engine, first_of(*matmul.bias, 4)));
  }
  if (matmul.pertoken_scale != nullptr) {
    arguments.emplace(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
                      dnnl::memory(product.rows, engine, first_of(*matmul.pertoken_scale, 4)));
  }
  dnnl::matmul(plan_of(product, matmul.bias != nullptr, engine)).execute(stream, arguments);
  stream.wait();
}

/// Runs `body`; what it throws becomes a status.
template <class Body>
npu_cts_status guard(npu_cts_plan* plan, Body body) {
  try {
    return body();
  } catch (const dnnl::error& error) {
    return refuse(plan, error.status == dnnl_unimplemented ? NPU_CTS_UNSUPPORTED : NPU_CTS_INTERNAL, error.what());
  } catch (const std::exception& error) {
    return refuse(plan, NPU_CTS_INTERNAL, error.what());
  }
}

npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) {
  const Matmul matmul = read_matmul(*call);
  if (const char* why = unclaimed(*call, matmul)) return refuse(plan, NPU_CTS_UNSUPPORTED, why);
  if (const char* why = unclaimed_here(matmul)) return refuse(plan, NPU_CTS_UNSUPPORTED, why);
  if (const char* why = invalid(matmul)) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, why);
  if (claims_exact_alone() && !keeps_exact(matmul)) {
    return refuse(plan, NPU_CTS_UNSUPPORTED, "results that may not be exact");
  }
  return guard(plan, [&] {
    plan_of(describe(matmul), matmul.bias != nullptr, dnnl::engine(dnnl::engine::kind::cpu, 0));
    return declare_result(matmul, plan);
  });
}

npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  return guard(plan, [&] {
    multiply(read_matmul(*call), plan->outputs[0].data);
    return NPU_CTS_OK;
  });
}

constexpr npu_cts_plugin table{.abi = NPU_CTS_ABI,
                               .struct_size = sizeof(npu_cts_plugin),
                               .name = "oneDNN",
                               .version = "1",
                               .prepare = prepare,
                               .run = run,
                               .close = nullptr};

}  // namespace
}  // namespace npu_cts::backends

const npu_cts_plugin* npu_cts_plugin_query(std::uint32_t) { return &npu_cts::backends::table; }
