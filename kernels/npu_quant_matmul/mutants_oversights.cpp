// SPDX-License-Identifier: Apache-2.0
// Argument checks of npu_quant_matmul that overlook one way of being wrong.

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/common/mutant_values.h"
#include "kernels/npu_quant_matmul/mutants.h"
#include "kernels/npu_quant_matmul/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

/// Drops the axis of size 1 at the front or back of a tensor of two axes.
void forgive_rank(Request& request, std::string_view key, std::size_t axis) {
  Shape* const shape = shape_in(request, key);
  if (shape != nullptr && shape->size() == 2 && (*shape)[axis] == 1) *shape = {(*shape)[1 - axis]};
}

/// Makes axis `axis` of a bias of three axes right: of those it has, or of those the operands have.
void forgive_bias(Request& request, std::size_t axis) {
  Shape* const bias = shape_in(request, "bias");
  const Shape* const x1 = shape_in(request, "x1");
  const Shape* const x2 = shape_in(request, "x2");
  if (x1 == nullptr || x2 == nullptr || bias == nullptr || bias->size() != 3) return;
  const std::int64_t batch = std::max(x1->size() == 3 ? x1->front() : 1, x2->size() == 3 ? x2->front() : 1);
  (*bias)[axis] = axis == 0 ? batch : axis == 1 ? 1 : columns(request);
}

void forgive_empty(Request& request, std::string_view key, std::size_t from_end) {
  Shape* const shape = shape_in(request, key);
  if (shape == nullptr || shape->size() < from_end) return;
  std::int64_t& size = (*shape)[shape->size() - from_end];
  if (size == 0) size = 1;
}

void forgive_group_size(Request& request, std::size_t place) {
  auto* const sizes = list_in(request, "group_sizes");
  if (sizes != nullptr && place < sizes->size()) (*sizes)[place] = std::max<std::int64_t>((*sizes)[place], 0);
}

/// Gives x2 the k of x1 where its own is `off` from it.
void forgive_k(Request& request, std::int64_t off) {
  const Shape* const x1 = shape_in(request, "x1");
  Shape* const x2 = shape_in(request, "x2");
  if (x1 == nullptr || x2 == nullptr || x1->empty() || x2->size() < 2) return;
  std::int64_t& k = (*x2)[x2->size() - 2];
  if (k == x1->back() + off) k = x1->back();
}

/// Takes a bias of more than three axes with one row for each batch.
void forgive_spread_bias(Request& request) {
  Shape* const bias = shape_in(request, "bias");
  if (bias != nullptr && bias->size() > 3 && bias->back() == columns(request) && (*bias)[bias->size() - 2] == 1)
    *bias = {columns(request)};
}

/// Gives x2 the batch axes of x1 in front of the last.
void forgive_first_batch_axes(Request& request) {
  const Shape* const x1 = shape_in(request, "x1");
  Shape* const x2 = shape_in(request, "x2");
  if (x1 == nullptr || x2 == nullptr || x1->size() != x2->size()) return;
  for (std::size_t axis = 0; axis + 3 < x1->size(); ++axis) (*x2)[axis] = (*x1)[axis];
}

void forgive_no_group_size(Request& request) {
  auto* const sizes = list_in(request, "group_sizes");
  if (sizes != nullptr && sizes->empty()) *sizes = {0, 0, 0};
}

}  // namespace

std::int64_t size_of(const Request& request, std::string_view key, std::size_t from_end) {
  const StoredTensor* const tensor = find_tensor(request, key);
  if (tensor == nullptr || tensor->type.shape.size() < from_end) return -100;
  return tensor->type.shape[tensor->type.shape.size() - from_end];
}

std::int64_t columns(const Request& request) { return size_of(request, "x2", 1); }

std::int64_t rows_of(const Request& request) { return size_of(request, "x1", 2); }

// NOLINTNEXTLINE(readability-function-size): a table
std::vector<Oversight> oversights() {
  std::vector<Oversight> all{
      {"ScaleRow", "takes a scale of one row", [](Request& r) { forgive_rank(r, "scale", 0); }},
      {"ScaleColumn", "takes a scale of one column", [](Request& r) { forgive_rank(r, "scale", 1); }},
      {"ScaleShort", "takes one scale too few", [](Request& r) { forgive_size(r, "scale", columns(r), -1); }},
      {"ScaleLong", "takes one scale too many", [](Request& r) { forgive_size(r, "scale", columns(r), 1); }},
      {"OffsetRow", "takes an offset of one row", [](Request& r) { forgive_rank(r, "offset", 0); }},
      {"OffsetShort", "takes one offset too few", [](Request& r) { forgive_size(r, "offset", columns(r), -1); }},
      {"OffsetLong", "takes one offset too many", [](Request& r) { forgive_size(r, "offset", columns(r), 1); }},
      {"PerTokenRow", "takes a pertoken_scale of one row", [](Request& r) { forgive_rank(r, "pertoken_scale", 0); }},
      {"PerTokenColumn", "takes a pertoken_scale of one column",
       [](Request& r) { forgive_rank(r, "pertoken_scale", 1); }},
      {"PerTokenShort", "takes one pertoken_scale too few",
       [](Request& r) { forgive_size(r, "pertoken_scale", rows_of(r), -1); }},
      {"PerTokenLong", "takes one pertoken_scale too many",
       [](Request& r) { forgive_size(r, "pertoken_scale", rows_of(r), 1); }},
      {"PerTokenOne", "takes one pertoken_scale for all rows",
       [](Request& r) { forgive_size(r, "pertoken_scale", rows_of(r), 1 - rows_of(r)); }},
      {"BiasRow", "takes a bias of one row", [](Request& r) { forgive_rank(r, "bias", 0); }},
      {"BiasColumn", "takes a bias of one column", [](Request& r) { forgive_rank(r, "bias", 1); }},
      {"BiasShort", "takes one bias too few", [](Request& r) { forgive_size(r, "bias", columns(r), -1); }},
      {"BiasLong", "takes one bias too many", [](Request& r) { forgive_size(r, "bias", columns(r), 1); }},
      {"BiasOne", "takes one bias for all columns",
       [](Request& r) { forgive_size(r, "bias", columns(r), 1 - columns(r)); }},
      {"BiasOfBatch", "takes a bias of another batch", [](Request& r) { forgive_bias(r, 0); }},
      {"BiasOfRows", "takes a bias for each row of each batch", [](Request& r) { forgive_bias(r, 1); }},
      {"BiasOfColumns", "takes a bias of three axes and another n", [](Request& r) { forgive_bias(r, 2); }},
      {"BiasOfManyBatches", "takes a bias with a row for each matrix of several batch axes", &forgive_spread_bias},
      {"BiasOfBatchAxisOfOne", "takes a bias of three axes beside one more batch axis, of size 1",
       [](Request& r) {
         if (shape_in(r, "bias") != nullptr && shape_in(r, "bias")->size() == 3) drop_axis_of_one(r, "x1", 4, 0);
       }},
      {"SevenAxes", "takes an x1 of seven axes, the first of size 1",
       [](Request& r) { drop_axis_of_one(r, "x1", 7, 0); }},
      {"OtherFirstBatchAxes", "compares only the last of as many batch axes", &forgive_first_batch_axes},
      {"NoGroupSize", "takes group_sizes without entries", &forgive_no_group_size},
      {"EmptyM", "takes an x1 without rows", [](Request& r) { forgive_empty(r, "x1", 2); }},
      {"EmptyBatch", "takes an x1 without matrices", [](Request& r) { forgive_empty(r, "x1", 3); }},
      {"EmptyK", "takes operands without k",
       [](Request& r) {
         forgive_empty(r, "x1", 1);
         forgive_empty(r, "x2", 2);
       }},
      {"KShort", "takes an x2 with one row too few", [](Request& r) { forgive_k(r, -1); }},
      {"KLong", "takes an x2 with one row too many", [](Request& r) { forgive_k(r, 1); }},
      {"GroupSizeM", "takes a negative first group size", [](Request& r) { forgive_group_size(r, 0); }},
      {"GroupSizeN", "takes a negative second group size", [](Request& r) { forgive_group_size(r, 1); }},
      {"GroupSizeK", "takes a negative third group size", [](Request& r) { forgive_group_size(r, 2); }},
      {"PackedTransposed", "takes a transposed packed x1",
       [](Request& r) { forgive_layout(r, "x1", Layout::transposed); }},
      {"PackedStrided", "takes a strided packed x1", [](Request& r) { forgive_layout(r, "x1", Layout::strided); }},
  };
  return with_limits(with_meetings(std::move(all), meeting_oversights()), limit_oversights());
}

}  // namespace npu_cts::mutants::npu_quant_matmul
