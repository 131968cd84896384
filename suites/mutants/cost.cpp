#include "suites/mutants/cost.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include "suites/mutants/matmul_operand.h"

namespace npu_cts::mutants {
namespace {

const TensorType* find_type(const Call& call, std::string_view key) {
  const auto it = call.arguments.find(key);
  const auto* tensor = it == call.arguments.end() ? nullptr : std::get_if<Tensor>(&it->second);
  return tensor == nullptr ? nullptr : &tensor->type;
}

std::int64_t matmul_cost(const TensorType& x1, const TensorType& x2) {
  const std::int64_t packed = x1.dtype == DType::int32 ? 8 : 1;
  const std::int64_t k = x1.shape.back() * packed;
  const std::int64_t n = x2.shape[x2.shape.size() - 2] * x2.shape.back() * packed / k;  // wherever it is packed
  const Shape batch = broadcast({x1.shape.begin(), x1.shape.end() - 2}, {x2.shape.begin(), x2.shape.end() - 2});
  return numel(batch) * x1.shape[x1.shape.size() - 2] * n * k;
}

/// Entry `axis` of a pair argument; a single integer stands for both.
std::int64_t entry_of(const Call& call, std::string_view key, std::size_t axis, std::int64_t fallback) {
  const auto it = call.arguments.find(key);
  if (it == call.arguments.end()) return fallback;
  if (const auto* both = std::get_if<std::vector<std::int64_t>>(&it->second)) return (*both)[axis];
  const auto* one = std::get_if<std::int64_t>(&it->second);
  return one == nullptr ? fallback : *one;
}

std::int64_t conv_cost(const Call& call, const TensorType& image, const TensorType& weight) {
  std::int64_t places = image.shape[0];
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t reach = entry_of(call, "dilation", d, 1) * (weight.shape[2 + d] - 1) + 1;
    const std::int64_t padded = image.shape[2 + d] + 2 * entry_of(call, "padding", d, 0);
    places *= (padded - reach) / entry_of(call, "stride", d, 1) + 1;
  }
  return places * numel(weight.shape);
}

}  // namespace

std::int64_t cost_of(const Call& call) {
  std::int64_t cost = 0;
  for (const auto& [key, value] : call.arguments) {
    if (const auto* tensor = std::get_if<Tensor>(&value)) cost = std::max(cost, numel(tensor->type.shape));
  }
  const TensorType* x1 = find_type(call, "x1");
  const TensorType* x2 = find_type(call, "x2");
  if (x1 != nullptr && x2 != nullptr) cost = std::max(cost, matmul_cost(*x1, *x2));
  const TensorType* image = find_type(call, "quant_conv2d_input");
  const TensorType* weight = find_type(call, "weight");
  if (image != nullptr && weight != nullptr) cost = std::max(cost, conv_cost(call, *image, *weight));
  return cost;
}

}  // namespace npu_cts::mutants
