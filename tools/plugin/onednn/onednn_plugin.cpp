// oneDNN behind the plugin ABI: a real implementation that this project did not write, for the part of npu_quant_matmul
// that its CPU matmul can compute: int8 matrices in plain layouts, with int32 or bfloat16 results.
// All else it says it does not support; with NPU_CTS_ONEDNN_CLAIM=exact also every call whose results oneDNN may not
// keep exact, and int8 products are asked for only where the processor has VNNI (float32 ones elsewhere).

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <dnnl.hpp>

#include "tools/plugin/npu_cts_plugin.h"

namespace {

using Dims = dnnl::memory::dims;
using Type = dnnl::memory::data_type;
using Desc = dnnl::memory::desc;

constexpr std::array<std::string_view, 5> releases{"7.1.0", "7.2.0", "7.3.0", "26.0.0", "26.1.0"};

/// The tensors and words of a call; a tensor that is not given is null.
struct Matmul {
  const npu_cts_tensor* x1 = nullptr;
  const npu_cts_tensor* x2 = nullptr;
  const npu_cts_tensor* scale = nullptr;
  const npu_cts_tensor* pertoken_scale = nullptr;
  const npu_cts_tensor* bias = nullptr;
  std::int64_t output_dtype = NPU_CTS_INT8;
  bool has_more = false;  ///< an argument that is none of these
};

Matmul read(const npu_cts_call& call) {
  Matmul matmul;
  for (std::uint64_t i = 0; i < call.count; ++i) {
    const npu_cts_argument& argument = call.arguments[i];
    const std::string_view name = argument.name;
    const npu_cts_tensor* tensor = argument.kind == NPU_CTS_TENSOR ? &argument.tensor : nullptr;
    if (argument.kind == NPU_CTS_NONE) continue;
    if (name == "x1" && tensor != nullptr) {
      matmul.x1 = tensor;
    } else if (name == "x2" && tensor != nullptr) {
      matmul.x2 = tensor;
    } else if (name == "scale" && tensor != nullptr) {
      matmul.scale = tensor;
    } else if (name == "pertoken_scale" && tensor != nullptr) {
      matmul.pertoken_scale = tensor;
    } else if (name == "bias" && tensor != nullptr) {
      matmul.bias = tensor;
    } else if (name == "output_dtype" && argument.kind == NPU_CTS_DTYPE) {
      matmul.output_dtype = argument.integer;
    } else {
      matmul.has_more = true;
    }
  }
  return matmul;
}

std::int64_t from_end(const npu_cts_tensor& tensor, int back) { return tensor.shape[tensor.rank - back]; }

bool is_empty(const npu_cts_tensor& tensor) {
  return std::any_of(tensor.shape, tensor.shape + tensor.rank, [](std::int64_t length) { return length == 0; });
}

/// Returns the axes of x1 and x2 before the last two, broadcast; empty and false where they do not broadcast.
std::pair<Dims, bool> batch_of(const npu_cts_tensor& a, const npu_cts_tensor& b) {
  Dims batch(static_cast<std::size_t>(std::max(a.rank, b.rank) - 2), 1);
  for (const auto* tensor : {&a, &b}) {
    const std::size_t skipped = batch.size() + 2 - static_cast<std::size_t>(tensor->rank);
    for (std::size_t i = skipped; i < batch.size(); ++i) {
      const std::int64_t length = tensor->shape[i - skipped];
      if (length == 1 || length == batch[i]) continue;
      if (batch[i] != 1) return {{}, false};
      batch[i] = length;
    }
  }
  return {batch, true};
}

bool is_plain(const npu_cts_tensor* tensor) {
  return tensor == nullptr || (tensor->format == NPU_CTS_ND && tensor->layout == NPU_CTS_CONTIGUOUS);
}

/// Returns why the call is none of those that this plugin computes, or null.
const char* unclaimed(const npu_cts_call& call, const Matmul& matmul) {
  const std::string_view product = call.product;
  if (std::string_view(call.op) != "npu_quant_matmul") return "another operator";
  if (product != "atlas_a2" && product != "atlas_a3") return "another product";
  if (std::ranges::find(releases, call.release) == releases.end()) return "another release";
  if (matmul.x1 == nullptr || matmul.x2 == nullptr || matmul.scale == nullptr) return "a call without its tensors";
  if (matmul.has_more) return "an argument besides x1, x2, scale, pertoken_scale, bias and output_dtype";
  if (matmul.x1->dtype != NPU_CTS_INT8 || matmul.x2->dtype != NPU_CTS_INT8) return "operands that are not int8";
  if (matmul.x1->format != NPU_CTS_ND || matmul.x2->format != NPU_CTS_ND) return "operands in blocks";
  if (matmul.scale->dtype != NPU_CTS_FLOAT32 && matmul.scale->dtype != NPU_CTS_BFLOAT16) return "a packed scale";
  if (matmul.output_dtype != NPU_CTS_INT32 && matmul.output_dtype != NPU_CTS_BFLOAT16) {
    return "results that are neither int32 nor bfloat16";
  }
  if (!is_plain(matmul.scale) || !is_plain(matmul.pertoken_scale) || !is_plain(matmul.bias)) {
    return "vectors that are not contiguous";
  }
  const bool is_float = matmul.output_dtype == NPU_CTS_BFLOAT16;
  if (!is_float && matmul.pertoken_scale != nullptr) return "an int32 result with pertoken_scale";
  if (matmul.bias != nullptr && matmul.bias->dtype != NPU_CTS_INT32) return "a floating bias";
  return nullptr;
}

/// Returns what is wrong with a call of the claimed kind, or null.
const char* invalid(const Matmul& matmul) {
  const npu_cts_tensor& x1 = *matmul.x1;
  const npu_cts_tensor& x2 = *matmul.x2;
  if (x1.rank < 2 || x1.rank > 6 || x2.rank < 2 || x2.rank > 6) return "x1 and x2 have 2 to 6 axes";
  if (is_empty(x1) || is_empty(x2)) return "x1 and x2 have elements";
  if (from_end(x1, 1) > 65535 || from_end(x2, 1) > 65535) return "last axes are no longer than 65535";
  if (from_end(x1, 1) != from_end(x2, 2)) return "x1 and x2 have the same k";
  const auto [batch, broadcasts] = batch_of(x1, x2);
  if (!broadcasts) return "the batch axes of x1 and x2 broadcast";
  const std::int64_t m = from_end(x1, 2);
  const std::int64_t n = from_end(x2, 1);
  const npu_cts_tensor& scale = *matmul.scale;
  if (scale.rank != 1 || (scale.shape[0] != 1 && scale.shape[0] != n)) return "scale has one element or n";
  const npu_cts_tensor* pertoken = matmul.pertoken_scale;
  if (pertoken != nullptr && (pertoken->dtype != NPU_CTS_FLOAT32 || pertoken->rank != 1 || pertoken->shape[0] != m)) {
    return "pertoken_scale has m float32 elements";
  }
  if (matmul.bias == nullptr) return nullptr;
  const npu_cts_tensor& bias = *matmul.bias;
  if (bias.rank == 1 && bias.shape[0] == n) return nullptr;
  if (bias.rank == 3 && batch.size() == 1 && bias.shape[0] == batch[0] && bias.shape[1] == 1 && bias.shape[2] == n) {
    return nullptr;
  }
  return "bias has n elements, or is (batch, 1, n) beside a result of 3 axes";
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

std::vector<float> floats_of(const npu_cts_tensor& tensor) {
  std::vector<float> values(static_cast<std::size_t>(tensor.shape[0]));
  const char* data = static_cast<const char*>(tensor.data);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t at = static_cast<std::size_t>(tensor.offset) + i;
    std::uint32_t bits = 0;
    if (tensor.dtype == NPU_CTS_BFLOAT16) {
      std::uint16_t half = 0;
      std::memcpy(&half, data + 2 * at, 2);
      bits = static_cast<std::uint32_t>(half) << 16;
    } else {
      std::memcpy(&bits, data + 4 * at, 4);
    }
    std::memcpy(&values[i], &bits, 4);
  }
  return values;
}

void* first_of(const npu_cts_tensor& tensor, std::int64_t size) {
  return static_cast<char*>(tensor.data) + size * tensor.offset;
}

/// Returns the axes of the result.
Dims result_shape(const Matmul& matmul) {
  Dims shape = batch_of(*matmul.x1, *matmul.x2).first;
  shape.insert(shape.end(), {from_end(*matmul.x1, 2), from_end(*matmul.x2, 1)});
  return shape;
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

npu_cts_status refuse(npu_cts_plan* plan, npu_cts_status status, const char* why) {
  std::snprintf(plan->message, sizeof plan->message, "%s", why);
  return status;
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

npu_cts_status prepare_matmul(const Matmul& matmul, npu_cts_plan* plan) {
  plan_of(describe(matmul), matmul.bias != nullptr, dnnl::engine(dnnl::engine::kind::cpu, 0));
  const Dims shape = result_shape(matmul);
  npu_cts_output& out = plan->outputs[plan->output_count++];
  std::snprintf(out.name, sizeof out.name, "out");
  out.dtype = static_cast<std::int32_t>(matmul.output_dtype);
  out.rank = static_cast<std::int32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), out.shape);
  return NPU_CTS_OK;
}

npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) {
  const Matmul matmul = read(*call);
  if (const char* why = unclaimed(*call, matmul)) return refuse(plan, NPU_CTS_UNSUPPORTED, why);
  if (const char* why = invalid(matmul)) return refuse(plan, NPU_CTS_INVALID_ARGUMENT, why);
  if (claims_exact_alone() && !keeps_exact(matmul)) {
    return refuse(plan, NPU_CTS_UNSUPPORTED, "results that may not be exact");
  }
  return guard(plan, [&] { return prepare_matmul(matmul, plan); });
}

npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  return guard(plan, [&] {
    multiply(read(*call), plan->outputs[0].data);
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

const npu_cts_plugin* npu_cts_plugin_query(std::uint32_t) { return &table; }
