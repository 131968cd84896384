// SPDX-License-Identifier: Apache-2.0
#include "kernels/npu_quant_matmul/fast_operand.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "kernels/common/elements.h"
#include "kernels/npu_quant_matmul/sizes.h"

namespace npu_cts::kernels::npu_quant_matmul {
namespace {

constexpr std::int64_t block_rows = 16;
constexpr std::int64_t block_bytes = 32;  // of a row of a block

bool is_view_transposed(const TensorType& type) { return type.layout == Layout::transposed; }

/// The matrix as it lies in memory: of a transposed view, the one before the transposition. Sizes in elements.
MatrixSizes stored_sizes(const TensorType& type) {
  const std::size_t rank = type.shape.size();
  const MatrixSizes view{.rows = type.shape[rank - 2], .columns = type.shape[rank - 1]};
  return is_view_transposed(type) ? MatrixSizes{.rows = view.columns, .columns = view.rows} : view;
}

std::int64_t count_of(const TensorType& type) {
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis + 2 < type.shape.size(); ++axis) count *= type.shape[axis];
  return count;
}

std::int64_t blocks_of(std::int64_t length, std::int64_t block) { return (length + block - 1) / block; }

/// Returns the bytes of a stored matrix in blocks.
std::int64_t bytes_in_blocks(const TensorType& type) {
  const MatrixSizes sizes = stored_sizes(type);
  return blocks_of(sizes.rows, block_rows) * block_rows * blocks_of(sizes.columns * bytes_of(type.dtype), block_bytes) *
         block_bytes;
}

/// Returns whether the storage has all that the blocks of FRACTAL_NZ take.
bool has_blocks(const StoredTensor& tensor) {
  return tensor.type.format == Format::blocked &&
         static_cast<std::int64_t>(tensor.storage.size()) >= count_of(tensor.type) * bytes_in_blocks(tensor.type);
}

/// Returns the bytes of the stored matrices without the blocks of FRACTAL_NZ and their padding.
std::vector<std::byte> without_blocks(const StoredTensor& tensor) {
  const MatrixSizes sizes = stored_sizes(tensor.type);
  const std::int64_t row_bytes = sizes.columns * bytes_of(tensor.type.dtype);
  const std::int64_t down = blocks_of(sizes.rows, block_rows) * block_rows;
  const std::int64_t right = blocks_of(row_bytes, block_bytes);
  const std::int64_t count = count_of(tensor.type);
  std::vector<std::byte> plain(static_cast<std::size_t>(count * sizes.rows * row_bytes));
  if (!has_blocks(tensor)) return plain;
  std::byte* to = plain.data();
  for (std::int64_t matrix = 0; matrix < count; ++matrix) {
    const std::byte* from = tensor.storage.data() + matrix * down * right * block_bytes;
    for (std::int64_t i = 0; i < sizes.rows; ++i, to += row_bytes) {
      for (std::int64_t j = 0; j < right; ++j) {
        const std::int64_t bytes = std::min(block_bytes, row_bytes - j * block_bytes);
        std::memcpy(to + j * block_bytes, from + (j * down + i) * block_bytes, static_cast<std::size_t>(bytes));
      }
    }
  }
  return plain;
}

/// Returns the bytes of the stored matrices, row after row. What holds 4-bit values is contiguous or in blocks.
std::vector<std::byte> stored_bytes(const StoredTensor& tensor) {
  if (tensor.type.format == Format::blocked) return without_blocks(tensor);
  const auto first =
      std::min(tensor.storage.size(), static_cast<std::size_t>(tensor.offset * bytes_of(tensor.type.dtype)));
  std::vector<std::byte> plain(static_cast<std::size_t>(numel(tensor.type.shape) * bytes_of(tensor.type.dtype)));
  std::memcpy(plain.data(), tensor.storage.data() + first, std::min(plain.size(), tensor.storage.size() - first));
  return plain;
}

/// Returns the values of `words`, low 4 bits first, as two's complement.
std::vector<std::int8_t> unpack(std::span<const std::byte> words) {
  std::vector<std::int8_t> values;
  values.reserve(words.size() * 2);
  const auto signed_nibble = [](unsigned nibble) {
    return static_cast<std::int8_t>(static_cast<int>(nibble ^ 8U) - 8);
  };
  for (const std::byte word : words) {  // little-endian: the low byte comes first
    const auto bits = std::to_integer<unsigned>(word);
    values.push_back(signed_nibble(bits & 0xFU));
    values.push_back(signed_nibble(bits >> 4));
  }
  return values;
}

/// Copies lines of a matrix in blocks: rows of the matrix as it is stored, which are columns of a transposed view.
void copy_from_blocks(const Int8Matrix& matrix, const Piece& piece, std::int8_t* to) {
  const bool transposed = matrix.row_stride == 1;
  const std::int64_t down = blocks_of(transposed ? matrix.columns : matrix.rows, block_rows) * block_rows;
  const std::int64_t first = transposed ? piece.column : piece.row;
  const std::int64_t lines = transposed ? piece.columns : piece.rows;
  const std::int64_t begin = transposed ? piece.row : piece.column;
  const std::int64_t length = transposed ? piece.rows : piece.columns;
  for (std::int64_t done = 0; done < length;) {
    const std::int64_t place = begin + done;
    const std::int64_t count = std::min(block_bytes - place % block_bytes, length - done);
    const std::int8_t* from = matrix.data + (place / block_bytes * down + first) * block_bytes + place % block_bytes;
    for (std::int64_t i = 0; i < lines; ++i) {
      std::memcpy(to + i * length + done, from + i * block_bytes, static_cast<std::size_t>(count));
    }
    done += count;
  }
}

std::vector<std::int8_t> to_int8(std::span<const std::byte> bytes) {
  std::vector<std::int8_t> values(bytes.size());
  std::ranges::transform(bytes, values.begin(), [](std::byte byte) { return static_cast<std::int8_t>(byte); });
  return values;
}

}  // namespace

Operand::Operand(const StoredTensor& tensor) : batch_(tensor.type.shape.begin(), tensor.type.shape.end() - 2) {
  const MatrixSizes sizes = matrix_sizes(tensor.type);
  const std::size_t rank = tensor.type.shape.size();
  if (tensor.type.dtype == DType::int8 && tensor.type.format != Format::blocked) {
    first_ = {reinterpret_cast<const std::int8_t*>(tensor.storage.data()) + tensor.offset, sizes.rows, sizes.columns,
              tensor.strides[rank - 2], tensor.strides[rank - 1]};
    batch_strides_.assign(tensor.strides.begin(), tensor.strides.end() - 2);
    return;
  }
  const bool transposed = is_view_transposed(tensor.type);
  first_ = {.rows = sizes.rows,
            .columns = sizes.columns,
            .row_stride = transposed ? 1 : sizes.columns,
            .column_stride = transposed ? sizes.rows : 1};
  std::int64_t size = sizes.rows * sizes.columns;
  if (tensor.type.dtype == DType::int8 && has_blocks(tensor)) {
    first_.data = reinterpret_cast<const std::int8_t*>(tensor.storage.data());
    first_.copy = copy_from_blocks;
    first_.row_stride = transposed ? 1 : 0;
    first_.column_stride = transposed ? 0 : 1;
    size = bytes_in_blocks(tensor.type);
  } else {
    const auto bytes = stored_bytes(tensor);
    unpacked_ = tensor.type.dtype == DType::int8 ? to_int8(bytes) : unpack(bytes);
    first_.data = unpacked_.data();
  }
  batch_strides_.resize(batch_.size());
  for (std::size_t axis = batch_.size(); axis-- > 0; size *= batch_[axis]) batch_strides_[axis] = size;
}

Int8Matrix Operand::matrix(const Shape& index) const {
  Int8Matrix matrix = first_;
  const std::size_t missing = index.size() - batch_.size();
  for (std::size_t axis = 0; axis < batch_.size(); ++axis) {
    if (batch_[axis] > 1) matrix.data += index[axis + missing] * batch_strides_[axis];
  }
  return matrix;
}

}  // namespace npu_cts::kernels::npu_quant_matmul
