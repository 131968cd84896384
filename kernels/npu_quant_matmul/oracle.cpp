// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/oracle.h"

#include <algorithm>
#include <cmath>

#include "kernels/npu_quant_matmul/oracle_operands.h"
#include "kernels/npu_quant_matmul/oracle_product.h"
#include "kernels/npu_quant_matmul/oracle_scales.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

DType output_dtype(const Call& call) {
  const auto found = call.arguments.find("output_dtype");
  const auto* const dtype = found == call.arguments.end() ? nullptr : std::get_if<DType>(&found->second);
  return dtype == nullptr ? DType::int8 : *dtype;
}

// ---- the sum in integers

struct IntegerBias {
  const Tensor* tensor = nullptr;
  std::vector<std::int64_t> values;
};

/// Returns `sum`, plus the int32 bias where there is one; the addition wraps.
std::int64_t with_bias(std::int64_t sum, const IntegerBias& bias, const Place& place) {
  if (bias.tensor == nullptr) return sum;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum + bias.values[bias_place(*bias.tensor, place)]));
}

struct Operands {
  SmallMatrices left;
  SmallMatrices right;
  Shape batch;
  std::vector<std::int64_t> sums;  ///< of every element of the result, row-major; empty where k is summed in groups
};

// ---- a scale of each group along k

/// Rows of one value or one per column, one row per group; a single row serves every group.
struct PerGroup {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::vector<float> values;

  [[nodiscard]] float at(std::int64_t group, std::int64_t column) const {
    const std::int64_t row = rows == 1 ? 0 : group;
    return values[static_cast<std::size_t>(row * columns + (columns == 1 ? 0 : column))];
  }
};

PerGroup per_group(const Tensor* tensor) {
  if (tensor == nullptr) return {.rows = 1, .columns = 1, .values = {0.0F}};
  const Shape& shape = tensor->type.shape;
  return {.rows = shape.size() == 2 ? shape.front() : 1, .columns = shape.back(), .values = floats_of(*tensor)};
}

bool is_grouped(const Call& call) {
  const Tensor* const offset = find_tensor(call, "offset");
  return tensor_of(call, "scale").type.shape.size() == 2 || (offset != nullptr && offset->type.dtype == DType::float16);
}

std::int64_t group_size(const Call& call, std::int64_t k, std::int64_t groups) {
  const auto found = call.arguments.find("group_sizes");
  const auto* const sizes =
      found == call.arguments.end() ? nullptr : std::get_if<std::vector<std::int64_t>>(&found->second);
  if (sizes != nullptr && sizes->size() == 3 && sizes->at(2) > 0) return sizes->at(2);
  return (k + groups - 1) / groups;
}

/// Adds up in T the groups of one row: Σ_g scale_g · (sum_g - offset_g · Σ x1_g), times pertoken_scale; where the
/// offset is added instead: Σ_g (scale_g · sum_g + offset_g).
template <class T>
std::vector<float> grouped_row(const Call& call, const Operands& operands, const RowPlace& place,
                               std::string_view offset_goes) {
  const SmallMatrices& left = operands.left;
  const SmallMatrices& right = operands.right;
  const PerGroup scale = per_group(&tensor_of(call, "scale"));
  const PerGroup offset = per_group(find_tensor(call, "offset"));
  const Tensor* const pertoken = find_tensor(call, "pertoken_scale");
  const std::int64_t groups = std::max(scale.rows, offset.rows);
  const std::int64_t size = group_size(call, left.columns, groups);
  const SmallMatrices ones{.rows = left.columns,
                           .columns = 1,
                           .values = std::vector<std::int8_t>(static_cast<std::size_t>(left.columns), 1)};

  std::vector<T> totals(static_cast<std::size_t>(right.columns));
  for (std::int64_t group = 0; group < groups; ++group) {
    const Span part{.begin = group * size, .end = std::min((group + 1) * size, left.columns)};
    const std::vector<std::int64_t> sums = row_product(left, right, place, part);
    const auto x1_sum = static_cast<double>(
        row_product(left, ones, {.left_matrix = place.left_matrix, .right_matrix = 0, .row = place.row}, part).front());
    for (std::int64_t j = 0; j < right.columns; ++j) {
      const auto column = static_cast<std::size_t>(j);
      const float step = offset_goes == "truncated" ? std::trunc(offset.at(group, j)) : offset.at(group, j);
      const bool is_added = offset_goes == "added";
      const double shifted = static_cast<double>(sums[column]) - (is_added ? 0 : x1_sum * step);  // exact
      totals[column] += static_cast<T>(shifted) * static_cast<T>(scale.at(group, j));
      if (is_added) totals[column] += static_cast<T>(step);
    }
  }
  const T factor =
      pertoken == nullptr ? T{1} : static_cast<T>(floats_of(*pertoken)[static_cast<std::size_t>(place.row)]);
  std::vector<float> row;
  for (const T total : totals) row.push_back(static_cast<float>(total * factor));
  return row;
}

// ---- the whole result

RowPlace row_place(const Operands& operands, std::int64_t matrix, std::int64_t row) {
  return {.left_matrix = matrix_for(operands.left.batch, operands.batch, matrix),
          .right_matrix = matrix_for(operands.right.batch, operands.batch, matrix),
          .row = row};
}

std::vector<std::int64_t> all_sums(const Operands& operands) {
  std::vector<std::int64_t> sums;
  for (std::int64_t matrix = 0; matrix < numel(operands.batch); ++matrix) {
    const auto part = matrix_product(operands.left, operands.right, row_place(operands, matrix, 0));
    sums.insert(sums.end(), part.begin(), part.end());
  }
  return sums;
}

Operands operands_of(const Call& call) {
  Operands operands;
  operands.left = read_left(tensor_of(call, "x1"));
  operands.right = read_right(tensor_of(call, "x2"), operands.left.columns);
  operands.batch = broadcast_batch(operands.left.batch, operands.right.batch);
  if (!is_grouped(call)) operands.sums = all_sums(operands);
  return operands;
}

/// Calls `use(sum, place)` for every element of the result, row-major, with the sum in integers.
template <class Use>
void for_each_sum(const Call& call, const Operands& operands, Use use) {
  IntegerBias bias;
  bias.tensor = find_tensor(call, "bias");
  if (bias.tensor != nullptr && bias.tensor->type.dtype != DType::int32) bias.tensor = nullptr;
  if (bias.tensor != nullptr) bias.values = integers_of(*bias.tensor);
  auto sum = operands.sums.begin();
  for (std::int64_t matrix = 0; matrix < numel(operands.batch); ++matrix) {
    for (std::int64_t row = 0; row < operands.left.rows; ++row) {
      for (std::int64_t column = 0; column < operands.right.columns; ++column, ++sum) {
        const Place place{.matrix = matrix, .row = row, .column = column};
        use(with_bias(*sum, bias, place), place);
      }
    }
  }
}

std::vector<std::int64_t> integer_result(const Call& call, const Operands& operands, const VariantChoice& variants) {
  std::vector<std::int64_t> out;
  out.reserve(operands.sums.size());
  if (output_dtype(call) == DType::int32) {
    for_each_sum(call, operands, [&](std::int64_t sum, const Place&) { out.push_back(sum); });
    return out;
  }
  const std::vector<Packed> packed = packed_parameters(call, variants);
  const Requantization how(variants);
  for_each_sum(call, operands, [&](std::int64_t sum, const Place& place) {
    out.push_back(requantize(static_cast<float>(sum), for_column(packed, place.column), how));
  });
  return out;
}

std::vector<float> grouped_result(const Call& call, const Operands& operands, const VariantChoice& variants) {
  const bool wide = variant_of(variants, matmul_group_sum) == "float64";
  const std::string_view offset_goes = variant_of(variants, matmul_group_offset);
  std::vector<float> out;
  for (std::int64_t matrix = 0; matrix < numel(operands.batch); ++matrix) {
    for (std::int64_t row = 0; row < operands.left.rows; ++row) {
      const RowPlace place = row_place(operands, matrix, row);
      const std::vector<float> values = wide ? grouped_row<double>(call, operands, place, offset_goes)
                                             : grouped_row<float>(call, operands, place, offset_goes);
      out.insert(out.end(), values.begin(), values.end());
    }
  }
  return out;
}

std::vector<float> float_result(const Call& call, const Operands& operands, const VariantChoice& variants) {
  if (is_grouped(call)) return grouped_result(call, operands, variants);
  std::vector<float> out;
  out.reserve(operands.sums.size());
  if (output_dtype(call) == DType::float16 && find_tensor(call, "pertoken_scale") == nullptr) {
    const std::vector<Packed> packed = packed_parameters(call, variants);
    for_each_sum(call, operands, [&](std::int64_t sum, const Place& place) {
      out.push_back(static_cast<float>(sum) * for_column(packed, place.column).scale);
    });
    return out;
  }
  const FloatParameters parameters = float_parameters(call, variants);
  for_each_sum(call, operands, [&](std::int64_t sum, const Place& place) {
    out.push_back(dequantize(static_cast<float>(sum), parameters, place));
  });
  return out;
}

std::vector<NamedTensor> result_under(const Call& call, const Operands& operands, const VariantChoice& variants) {
  Shape shape = operands.batch;
  shape.push_back(operands.left.rows);
  shape.push_back(operands.right.columns);
  const DType dtype = output_dtype(call);
  if (!is_float(dtype)) {
    return {{.name = "out", .tensor = make_integers(dtype, shape, integer_result(call, operands, variants))}};
  }
  std::vector<float> values = float_result(call, operands, variants);
  if (dtype == DType::float16 && variant_of(variants, matmul_float16_overflow) == "saturate") {
    values = within_float16(std::move(values));
  }
  return {{.name = "out", .tensor = make_floats(dtype, shape, values)}};
}

}  // namespace

std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants) {
  return result_under(call, operands_of(call), variants);
}

std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices) {
  const Operands operands = operands_of(call);
  std::vector<std::vector<NamedTensor>> results;
  for (const VariantChoice& variants : choices) results.push_back(result_under(call, operands, variants));
  return results;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
