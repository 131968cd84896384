// SPDX-License-Identifier: Apache-2.0
// XNNPACK behind the plugin ABI: int8 results of its fully connected operator where there is one scale, and of its 1x1
// convolution where each column has its own. It has one offset for all: columns with another are another call.

#include <algorithm>
#include <functional>
#include <map>

#include <xnnpack.h>

#include "tools/backends/plain_products.h"

namespace npu_cts::backends {
namespace {

constexpr std::int8_t least = -128;
constexpr std::int8_t most = 127;

/// An operator, deleted at the end.
struct Operator {
  Operator() = default;
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;
  ~Operator() {
    if (made != nullptr) xnn_delete_operator(made);
  }

  xnn_operator_t made = nullptr;
};

/// What one operator computes: some columns with one offset, a scale each.
struct Part {
  const PlainProducts& sizes;
  const std::int8_t* left;
  const Columns& columns;
  std::vector<float> scales;
  std::int8_t offset;
};

xnn_status connect_fully(const Part& part, std::int8_t* result) {
  const auto k = static_cast<std::size_t>(part.sizes.k);
  const auto n = part.columns.at.size();
  const std::int32_t* bias = part.columns.bias.empty() ? nullptr : part.columns.bias.data();
  Operator product;
  auto status =
      xnn_create_fully_connected_nc_qs8(k, n, k, n, 0, 1.0F, part.scales[0], part.columns.right.data(), bias,
                                        part.offset, 1.0F, least, most, XNN_FLAG_TRANSPOSE_WEIGHTS, &product.made);
  if (status != xnn_status_success) return status;
  status = xnn_setup_fully_connected_nc_qs8(product.made, static_cast<std::size_t>(part.sizes.m), part.left, result,
                                            nullptr);
  return status == xnn_status_success ? xnn_run_operator(product.made, nullptr) : status;
}

/// Returns the (n, k) matrix of a (k, n) one: the kernels of a 1x1 convolution.
std::vector<std::int8_t> transposed(const std::vector<std::int8_t>& from, std::size_t k, std::size_t n) {
  std::vector<std::int8_t> to(k * n);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < n; ++j) to[j * k + i] = from[i * n + j];
  }
  return to;
}

xnn_status convolve(const Part& part, std::int8_t* result) {
  const auto k = static_cast<std::size_t>(part.sizes.k);
  const auto n = part.columns.at.size();
  const std::int32_t* bias = part.columns.bias.empty() ? nullptr : part.columns.bias.data();
  const auto kernels = transposed(part.columns.right, k, n);
  Operator product;
  auto status =
      xnn_create_convolution2d_nhwc_qc8(0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, k, n, k, n, 0, 1.0F, part.scales.data(),
                                        kernels.data(), bias, part.offset, 1.0F, least, most, 0, &product.made);
  if (status != xnn_status_success) return status;
  status = xnn_setup_convolution2d_nhwc_qc8(product.made, 1, static_cast<std::size_t>(part.sizes.m), 1, part.left,
                                            result, nullptr);
  return status == xnn_status_success ? xnn_run_operator(product.made, nullptr) : status;
}

xnn_status multiply(const PlainProducts& sizes, const PlainProduct& one,
                    const std::vector<Requantization>& requantization, std::int8_t* result) {
  std::map<std::int8_t, std::vector<std::int64_t>> groups;
  for (std::size_t i = 0; i < requantization.size(); ++i) {
    groups[requantization[i].offset].push_back(static_cast<std::int64_t>(i));
  }
  for (const auto& [offset, at] : groups) {
    const Columns columns = columns_of(sizes, one, at);
    Part part{.sizes = sizes, .left = one.left, .columns = columns, .offset = offset};
    for (const std::int64_t column : at) part.scales.push_back(requantization[static_cast<std::size_t>(column)].scale);
    const bool is_one = std::ranges::adjacent_find(part.scales, std::not_equal_to{}) == part.scales.end();
    std::vector<std::int8_t> values(static_cast<std::size_t>(sizes.m * columns.count()));
    const auto status = is_one ? connect_fully(part, values.data()) : convolve(part, values.data());
    if (status != xnn_status_success) return status;
    put_columns(sizes, columns, values, result);
  }
  return xnn_status_success;
}

npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) { return prepare_plain(*call, {}, plan); }

npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  if (xnn_initialize(nullptr) != xnn_status_success) return refuse(plan, NPU_CTS_INTERNAL, "it does not start here");
  const Matmul matmul = read_matmul(*call);
  const auto requantization = std::get<std::vector<Requantization>>(requantization_of(*call, matmul));
  const PlainProducts all = plain_products(matmul);
  for (const PlainProduct& one : all.products) {
    const auto status =
        multiply(all, one, requantization, static_cast<std::int8_t*>(plan->outputs[0].data) + one.result_at);
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
