// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/mutants_operand.h"

#include <algorithm>

#include "framework/model/storage.h"
#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

std::int64_t up_to(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

/// How FRACTAL_NZ was understood.
struct Blocks {
  std::int64_t rows = 16;
  std::int64_t columns = 0;
  Fault fault = Fault::none;
};

std::int64_t place_in_blocks(std::int64_t i, std::int64_t j, std::int64_t rows, std::int64_t columns,
                             const Blocks& blocks) {
  if (blocks.fault == Fault::nz_rows_unpadded) {
    return (j / blocks.columns) * rows * blocks.columns + i * blocks.columns + j % blocks.columns;
  }
  const std::int64_t down = up_to(rows, blocks.rows) / blocks.rows;
  const std::int64_t across = up_to(columns, blocks.columns) / blocks.columns;
  const std::int64_t block = blocks.fault == Fault::nz_columns_first ? (i / blocks.rows) * across + j / blocks.columns
                                                                     : (j / blocks.columns) * down + i / blocks.rows;
  return block * blocks.rows * blocks.columns + (i % blocks.rows) * blocks.columns + j % blocks.columns;
}

/// Reads a FRACTAL_NZ tensor with a wrong idea of its blocks.
Tensor load_blocks(const StoredTensor& stored, Fault fault) {
  Tensor tensor = load(stored);
  const auto bytes = static_cast<std::int64_t>(bytes_of(stored.type.dtype));
  const std::int64_t block = 32 / bytes;
  const bool swaps = stored.type.layout == Layout::transposed && fault != Fault::nz_transposed_as_plain;
  const std::int64_t r = stored.type.shape[stored.type.shape.size() - 2];
  const std::int64_t c = stored.type.shape.back();
  const std::int64_t rows = swaps ? c : r;
  const std::int64_t columns = swaps ? r : c;
  const std::int64_t size = up_to(rows, 16) * up_to(columns, block);
  const Blocks blocks{.rows = 16, .columns = fault == Fault::nz_blocks_16x16 ? block / 2 : block, .fault = fault};
  for (std::int64_t flat = 0; flat < numel(stored.type.shape); ++flat) {
    const std::int64_t i = flat / c % r;
    const std::int64_t j = flat % c;
    const std::int64_t inside =
        swaps ? place_in_blocks(j, i, rows, columns, blocks) : place_in_blocks(i, j, rows, columns, blocks);
    const std::int64_t matrix = fault == Fault::nz_of_batch_0 ? 0 : flat / (r * c);
    const auto from = static_cast<std::size_t>((matrix * size + inside) * bytes);
    if (from >= stored.storage.size()) continue;
    std::copy_n(stored.storage.begin() + static_cast<std::ptrdiff_t>(from), bytes,
                tensor.values.begin() + flat * bytes);
  }
  return tensor;
}

bool is_of_blocks(Fault fault) {
  return fault == Fault::nz_columns_first || fault == Fault::nz_blocks_16x16 || fault == Fault::nz_rows_unpadded ||
         fault == Fault::nz_transposed_as_plain || fault == Fault::nz_of_batch_0;
}

Tensor load_wrongly(const StoredTensor& stored, Fault fault) {
  if (stored.type.format == Format::blocked) {
    return is_of_blocks(fault) ? load_blocks(stored, fault) : load(stored);
  }
  Tensor tensor = load_at(stored, fault == Fault::storage_offsets_ignored);
  const bool as_it_lies = (fault == Fault::transposed_ignored && stored.type.layout == Layout::transposed) ||
                          (fault == Fault::strides_ignored && stored.type.layout == Layout::strided);
  if (as_it_lies) std::copy_n(stored.storage.begin(), tensor.values.size(), tensor.values.begin());
  return tensor;
}

std::int64_t nibble(std::int64_t word, std::int64_t index, Fault fault) {
  if (fault == Fault::nibbles_swapped) index ^= 1;
  if (fault == Fault::nibbles_reversed) index = 7 - index;
  const std::int64_t bits = (word >> (4 * index)) & 0xF;
  return bits >= 8 && fault != Fault::nibbles_unsigned ? bits - 16 : bits;
}

/// Eight elements a word: along the rows of a transposed view, else along the columns.
Operand unpacked(const Operand& packed, Layout layout, Fault fault) {
  Operand wide{.batch = packed.batch, .rows = packed.rows, .columns = packed.columns};
  const bool down = layout == Layout::transposed;
  (down ? wide.rows : wide.columns) *= 8;
  const std::int64_t matrix = wide.rows * wide.columns;
  for (std::int64_t flat = 0; flat < numel(wide.batch) * matrix; ++flat) {
    const std::int64_t i = flat % matrix / wide.columns;
    const std::int64_t j = flat % wide.columns;
    const std::int64_t word = down ? i / 8 * packed.columns + j : i * packed.columns + j / 8;
    const std::int64_t at = flat / matrix * packed.rows * packed.columns + word;
    wide.values.push_back(nibble(packed.values[static_cast<std::size_t>(at)], (down ? i : j) % 8, fault));
  }
  return wide;
}

}  // namespace

Sizes sizes_of(const TensorType& x1, const TensorType& x2) {
  const std::int64_t packed = x1.dtype == DType::int32 ? 8 : 1;
  const std::int64_t k = x1.shape.back() * packed;
  const Shape batch = broadcast({x1.shape.begin(), x1.shape.end() - 2}, {x2.shape.begin(), x2.shape.end() - 2});
  return {.batches = numel(batch),
          .m = x1.shape[x1.shape.size() - 2],
          .n = x2.shape[x2.shape.size() - 2] * x2.shape.back() * packed / k,  // wherever it is packed
          .k = k};
}

Operand read_operand(const StoredTensor& stored, Fault fault) {
  const Tensor tensor = load_wrongly(stored, fault);
  const Shape& shape = tensor.type.shape;
  Operand operand{.batch = Shape(shape.begin(), shape.end() - 2),
                  .rows = shape[shape.size() - 2],
                  .columns = shape.back(),
                  .values = integers_of(tensor)};
  if (tensor.type.dtype == DType::int32) {
    return unpacked(operand, stored.type.layout, fault);
  }
  if (fault == Fault::reads_from_minus_127) operand.values = bytes_of_tensor(tensor, Reading::from_minus_127);
  return operand;
}

std::int64_t batch_of(std::int64_t flat, const Shape& all, const Shape& own) {
  std::int64_t place = 0;
  std::int64_t step = 1;
  for (std::size_t back = 1; back <= own.size(); ++back) {
    const std::int64_t whole = all[all.size() - back];
    const std::int64_t size = own[own.size() - back];
    if (size > 1) place += flat % whole * step;
    flat /= whole;
    step *= size;
  }
  return place;
}

Shape broadcast(const Shape& left, const Shape& right) {
  Shape all(std::max(left.size(), right.size()), 1);
  for (const Shape* shape : {&left, &right}) {
    for (std::size_t back = 1; back <= shape->size(); ++back) {
      auto& size = all[all.size() - back];
      size = std::max(size, (*shape)[shape->size() - back]);
    }
  }
  return all;
}

}  // namespace npu_cts::mutants::npu_quant_matmul
