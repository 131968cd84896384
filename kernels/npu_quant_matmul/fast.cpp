// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/fast.h"

#include <algorithm>

#include "kernels/common/arguments.h"
#include "kernels/common/elements.h"
#include "kernels/npu_quant_matmul/fast_epilogue.h"
#include "kernels/npu_quant_matmul/fast_operand.h"
#include "kernels/npu_quant_matmul/sizes.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

/// Scales and offsets of groups along k: out = Σ_g scale_g · (x1_g · x2_g - offset_g · Σ x1_g), in float32.
struct Groups {
  std::int64_t size = 0;  ///< along k
  std::vector<float> scale, offset;
};

Groups groups_of(const Request& request, std::int64_t k) {
  const StoredTensor& scale = *find_tensor(request, "scale");
  const std::int64_t count = scale.type.shape[0];
  const auto sizes = find_value<std::vector<std::int64_t>>(request, "group_sizes");
  const bool said = sizes && sizes->size() == 3 && (*sizes)[2] > 0;
  return {.size = said ? (*sizes)[2] : (k + count - 1) / count,
          .scale = gather_floats(scale),
          .offset = gather_floats(*find_tensor(request, "offset"))};
}

std::vector<std::int32_t> row_sums(const Int8Matrix& a) {
  std::vector<std::int32_t> sums(static_cast<std::size_t>(a.rows));
  const std::vector<std::int8_t> ones(static_cast<std::size_t>(a.columns), 1);
  multiply(a, {ones.data(), a.columns, 1, 1, 1}, sums);
  return sums;
}

void write_grouped(const Int8Matrix& a, const Int8Matrix& b, const Groups& groups, const Epilogue& epilogue,
                   std::byte* out) {
  const auto n = static_cast<std::size_t>(b.columns);
  std::vector<float> total(static_cast<std::size_t>(a.rows) * n);
  std::vector<std::int32_t> sums(total.size());
  std::size_t at = 0;
  for (std::int64_t k = 0; k < a.columns && at < groups.scale.size(); k += groups.size, at += n) {
    const std::int64_t size = std::min(groups.size, a.columns - k);
    const Int8Matrix left{a.data + k * a.column_stride, a.rows, size, a.row_stride, a.column_stride};
    const Int8Matrix right{b.data + k * b.row_stride, size, b.columns, b.row_stride, b.column_stride};
    multiply(left, right, sums);
    const auto weights = row_sums(left);
    for (std::size_t i = 0; i < total.size(); ++i) {
      const float shift = groups.offset[at + i % n] * static_cast<float>(weights[i / n]);
      total[i] += (static_cast<float>(sums[i]) - shift) * groups.scale[at + i % n];
    }
  }
  for (std::size_t i = 0; i * n < total.size(); ++i, out += 2 * n) {
    finish_row(std::span(total).subspan(i * n, n), epilogue, i, {}, out);
  }
}

/// Counts `index` on, last axis fastest, within `shape`.
void advance(Shape& index, const Shape& shape) {
  for (std::size_t axis = index.size(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return;
    index[axis] = 0;
  }
}

/// Calls `write(left, right, at)` for every matrix of the result, in order.
template <class Write>
void for_each_product(const Request& request, const Shape& batch, Write write) {
  const Operand left(*find_tensor(request, "x1"));
  const Operand right(*find_tensor(request, "x2"));
  Shape index(batch.size(), 0);
  for (std::size_t at = 0; at < static_cast<std::size_t>(numel(batch)); ++at, advance(index, batch)) {
    write(left.matrix(index), right.matrix(index), at);
  }
}

Shape batch_of(const Request& request) {
  return *batch_of_product(find_tensor(request, "x1")->type.shape, find_tensor(request, "x2")->type.shape);
}

TensorType result_type(const Request& request) {
  TensorType type{.dtype = output_dtype_of(request), .shape = batch_of(request)};
  type.shape.push_back(matrix_sizes(find_tensor(request, "x1")->type).rows);
  type.shape.push_back(matrix_sizes(find_tensor(request, "x2")->type).columns);
  return type;
}

Tensor empty_result(const Request& request) {
  Tensor out{.type = result_type(request)};
  out.values.resize(static_cast<std::size_t>(numel(out.type.shape) * bytes_of(out.type.dtype)));
  return out;
}

void fill_grouped(const Request& request, const Shape& batch, Tensor& out) {
  const Groups groups = groups_of(request, matrix_sizes(find_tensor(request, "x1")->type).columns);
  const Epilogue epilogue{.output = out.type.dtype,
                          .pertoken_scale = gather_floats(*find_tensor(request, "pertoken_scale"))};
  for_each_product(request, batch, [&](const Int8Matrix& left, const Int8Matrix& right, std::size_t at) {
    const std::size_t bytes = static_cast<std::size_t>(left.rows * right.columns) * 2;
    write_grouped(left, right, groups, epilogue, out.values.data() + at * bytes);
  });
}

void fill(const Request& request, const Shape& batch, Tensor& out) {
  const Epilogue epilogue = epilogue_of(request, out.type.shape.back());
  std::vector<std::int32_t> sums;
  for_each_product(request, batch, [&](const Int8Matrix& left, const Int8Matrix& right, std::size_t at) {
    sums.resize(static_cast<std::size_t>(left.rows * right.columns));
    multiply(left, right, sums);
    const std::size_t bytes = sums.size() * static_cast<std::size_t>(bytes_of(out.type.dtype));
    write_matrix(sums, epilogue, at, static_cast<std::size_t>(right.columns), out.values.data() + at * bytes);
  });
}

}  // namespace

std::vector<OutputType> outputs(const Target&, const Request& request) {
  return {{.name = "out", .type = result_type(request), .alias = ""}};
}

std::vector<NamedTensor> run(const Target&, Request& request) {
  const Shape batch = batch_of(request);
  Tensor out = empty_result(request);
  if (find_tensor(request, "scale")->type.shape.size() == 2) {
    fill_grouped(request, batch, out);
  } else {
    fill(request, batch, out);
  }
  return only_output(std::move(out));
}

}  // namespace npu_cts::kernels::npu_quant_matmul
