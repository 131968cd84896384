// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/oracle.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "framework/base/wide_loop.h"
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
NPU_CTS_INLINED inline std::int64_t with_bias(std::int64_t sum, const IntegerBias& bias, const Place& place) {
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

/// The sums of one row over each group of k: of every column, and of x1 alone.
struct GroupSums {
  std::size_t columns = 0;
  std::vector<std::vector<std::int64_t>> products = {};
  std::vector<double> x1 = {};
};

GroupSums group_sums(const Operands& operands, const RowPlace& place, std::int64_t groups, std::int64_t size) {
  const SmallMatrices& left = operands.left;
  const auto row = left.values.begin() + (place.left_matrix * left.rows + place.row) * left.columns;
  GroupSums sums{.columns = static_cast<std::size_t>(operands.right.columns)};
  for (std::int64_t group = 0; group < groups; ++group) {
    const Span part{.begin = std::min(group * size, left.columns), .end = std::min((group + 1) * size, left.columns)};
    sums.products.push_back(row_product(left, operands.right, place, part));
    sums.x1.push_back(static_cast<double>(std::accumulate(row + part.begin, row + part.end, std::int64_t{0})));
  }
  return sums;
}

/// What the groups of a call are scaled and shifted by.
struct Groups {
  explicit Groups(const Call& call)
      : scale(per_group(&tensor_of(call, "scale"))),
        offset(per_group(find_tensor(call, "offset"))),
        count(std::max(scale.rows, offset.rows)) {
    if (const Tensor* const given = find_tensor(call, "pertoken_scale")) pertoken = floats_of(*given);
  }

  PerGroup scale, offset;
  std::int64_t count;
  std::vector<float> pertoken;  ///< of each row; empty: none
};

/// Adds up in T the groups of one row: Σ_g scale_g · (sum_g - offset_g · Σ x1_g), times pertoken_scale; where the
/// offset is added instead: Σ_g (scale_g · sum_g + offset_g).
template <class T>
std::vector<float> grouped_row(const Groups& groups, const GroupSums& sums, std::int64_t row,
                               std::string_view offset_goes) {
  std::vector<T> totals(sums.columns);
  for (std::int64_t group = 0; group < groups.count; ++group) {
    const auto place = static_cast<std::size_t>(group);
    for (std::size_t j = 0; j < totals.size(); ++j) {
      const auto column = static_cast<std::int64_t>(j);
      const float given = groups.offset.at(group, column);
      const float step = offset_goes == "truncated" ? std::trunc(given) : given;
      const bool is_added = offset_goes == "added";
      const double shifted =
          static_cast<double>(sums.products[place][j]) - (is_added ? 0 : sums.x1[place] * step);  // exact
      totals[j] += static_cast<T>(shifted) * static_cast<T>(groups.scale.at(group, column));
      if (is_added) totals[j] += static_cast<T>(step);
    }
  }
  const T factor = groups.pertoken.empty() ? T{1} : static_cast<T>(groups.pertoken[static_cast<std::size_t>(row)]);
  std::vector<float> values;
  for (const T total : totals) values.push_back(static_cast<float>(total * factor));
  return values;
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

Shape shape_of_result(const Operands& operands) {
  Shape shape = operands.batch;
  shape.push_back(operands.left.rows);
  shape.push_back(operands.right.columns);
  return shape;
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
NPU_CTS_INLINED inline void for_each_sum(const Call& call, const Operands& operands, Use use) {
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
  run_wide([&]() NPU_CTS_INLINED {
    for_each_sum(call, operands, [&](std::int64_t sum, const Place& place) NPU_CTS_INLINED {
      out.push_back(requantize(static_cast<float>(sum), for_column(packed, place.column), how));
    });
  });
  return out;
}

/// Returns the results under each of `choices`, as their groups add up.
std::vector<std::vector<float>> grouped_results(const Call& call, const Operands& operands,
                                                std::span<const VariantChoice> choices) {
  const Groups groups(call);
  const std::int64_t size = group_size(call, operands.left.columns, groups.count);
  std::vector<std::vector<float>> results(choices.size());
  for (std::int64_t matrix = 0; matrix < numel(operands.batch); ++matrix) {
    for (std::int64_t row = 0; row < operands.left.rows; ++row) {
      const GroupSums sums = group_sums(operands, row_place(operands, matrix, row), groups.count, size);
      for (std::size_t i = 0; i < choices.size(); ++i) {
        const bool is_wide = variant_of(choices[i], matmul_group_sum) == "float64";
        const std::string_view offset_goes = variant_of(choices[i], matmul_group_offset);
        const std::vector<float> values = is_wide ? grouped_row<double>(groups, sums, row, offset_goes)
                                                  : grouped_row<float>(groups, sums, row, offset_goes);
        results[i].insert(results[i].end(), values.begin(), values.end());
      }
    }
  }
  return results;
}

std::vector<float> float_result(const Call& call, const Operands& operands, const VariantChoice& variants) {
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

/// Returns the values under each of `choices`, before they are narrowed.
std::vector<std::vector<float>> float_results(const Call& call, const Operands& operands,
                                              std::span<const VariantChoice> choices) {
  if (is_grouped(call)) return grouped_results(call, operands, choices);
  std::vector<std::vector<float>> results;
  for (const VariantChoice& variants : choices) results.push_back(float_result(call, operands, variants));
  return results;
}

/// Returns the result under each of `choices`.
std::vector<Tensor> results_of(const Call& call, std::span<const VariantChoice> choices) {
  const Operands operands = operands_of(call);
  const DType dtype = output_dtype(call);
  const Shape shape = shape_of_result(operands);
  std::vector<Tensor> results;
  if (!is_float(dtype)) {
    for (const VariantChoice& variants : choices)
      results.push_back(make_integers(dtype, shape, integer_result(call, operands, variants)));
    return results;
  }
  std::vector<std::vector<float>> values = float_results(call, operands, choices);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const bool stops = dtype == DType::float16 && variant_of(choices[i], matmul_float16_overflow) == "saturate";
    if (stops) values[i] = within_float16(std::move(values[i]));
    results.push_back(make_floats(dtype, shape, values[i]));
  }
  return results;
}

}  // namespace

std::vector<NamedTensor> oracle(const Call& call, const VariantChoice& variants) {
  return oracles(call, std::span(&variants, 1)).front();
}

std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices) {
  std::vector<std::vector<NamedTensor>> results;
  for (Tensor& out : results_of(call, choices)) results.push_back({{.name = "out", .tensor = std::move(out)}});
  return results;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
