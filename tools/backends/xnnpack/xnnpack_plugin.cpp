// XNNPACK behind the plugin ABI: int8 results of its fully connected operator where there is one scale, and of its 1x1
// convolution where each column has its own.

#include <cstdlib>

#include <xnnpack.h>

#include "tools/backends/plain_products.h"

namespace npu_cts::backends {
namespace {

constexpr std::int8_t least = -128;
constexpr std::int8_t most = 127;

/// An operator and how its making or running went.
struct Operator {
  Operator() = default;
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;
  ~Operator() {
    if (made != nullptr) xnn_delete_operator(made);
  }

  xnn_operator_t made = nullptr;
};

xnn_status connect_fully(const PlainProducts& sizes, const PlainProduct& one, const Requantization& requantization,
                         std::int8_t* result) {
  const auto k = static_cast<std::size_t>(sizes.k);
  const auto n = static_cast<std::size_t>(sizes.n);
  Operator product;
  auto status = xnn_create_fully_connected_nc_qs8(k, n, k, n, 0, 1.0F, requantization.scales[0], one.right, one.bias,
                                                  static_cast<std::int8_t>(requantization.offset), 1.0F, least, most,
                                                  XNN_FLAG_TRANSPOSE_WEIGHTS, &product.made);
  if (status != xnn_status_success) return status;
  status = xnn_setup_fully_connected_nc_qs8(product.made, static_cast<std::size_t>(sizes.m), one.left, result, nullptr);
  return status == xnn_status_success ? xnn_run_operator(product.made, nullptr) : status;
}

/// Returns the (n, k) matrix of a (k, n) one: the kernels of a 1x1 convolution.
std::vector<std::int8_t> transposed(const std::int8_t* from, std::size_t k, std::size_t n) {
  std::vector<std::int8_t> to(k * n);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < n; ++j) to[j * k + i] = from[i * n + j];
  }
  return to;
}

xnn_status convolve(const PlainProducts& sizes, const PlainProduct& one, const Requantization& requantization,
                    std::int8_t* result) {
  const auto k = static_cast<std::size_t>(sizes.k);
  const auto n = static_cast<std::size_t>(sizes.n);
  const auto kernels = transposed(one.right, k, n);
  Operator product;
  auto status = xnn_create_convolution2d_nhwc_qc8(
      0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, k, n, k, n, 0, 1.0F, requantization.scales.data(), kernels.data(), one.bias,
      static_cast<std::int8_t>(requantization.offset), 1.0F, least, most, 0, &product.made);
  if (status != xnn_status_success) return status;
  status = xnn_setup_convolution2d_nhwc_qc8(product.made, 1, static_cast<std::size_t>(sizes.m), 1, one.left, result,
                                            nullptr);
  return status == xnn_status_success ? xnn_run_operator(product.made, nullptr) : status;
}

npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) { return prepare_plain(*call, {}, plan); }

npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  if (xnn_initialize(nullptr) != xnn_status_success) return refuse(plan, NPU_CTS_INTERNAL, "it does not start here");
  const Matmul matmul = read_matmul(*call);
  const auto requantization = std::get<Requantization>(requantization_of(*call, matmul));
  const PlainProducts all = plain_products(matmul);
  for (const PlainProduct& one : all.products) {
    std::int8_t* result = static_cast<std::int8_t*>(plan->outputs[0].data) + one.result_at;
    const auto status = requantization.scales.size() == 1 ? connect_fully(all, one, requantization, result)
                                                          : convolve(all, one, requantization, result);
    if (status == xnn_status_unsupported_parameter) return refuse(plan, NPU_CTS_UNSUPPORTED, "it says so itself");
    if (status != xnn_status_success) return refuse(plan, NPU_CTS_INTERNAL, "an operator of it failed");
  }
  return NPU_CTS_OK;
}

constexpr npu_cts_plugin table{.abi = NPU_CTS_ABI,
                               .struct_size = sizeof(npu_cts_plugin),
                               .name = "XNNPACK",
                               .version = "1",
                               .prepare = prepare,
                               .run = run,
                               .close = nullptr};

}  // namespace
}  // namespace npu_cts::backends

const npu_cts_plugin* npu_cts_plugin_query(std::uint32_t) { return &npu_cts::backends::table; }
