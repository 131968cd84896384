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

/// Returns the bytes of the stored matrices without the blocks of FRACTAL_NZ and their padding.
std::vector<std::byte> without_blocks(const StoredTensor& tensor) {
  const MatrixSizes sizes = stored_sizes(tensor.type);
  const std::int64_t row_bytes = sizes.columns * bytes_of(tensor.type.dtype);
  const std::int64_t down = (sizes.rows + block_rows - 1) / block_rows * block_rows;
  const std::int64_t right = (row_bytes + block_bytes - 1) / block_bytes;
  const std::int64_t count = count_of(tensor.type);
  std::vector<std::byte> plain(static_cast<std::size_t>(count * sizes.rows * row_bytes));
  if (static_cast<std::int64_t>(tensor.storage.size()) < count * down * right * block_bytes) return plain;
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
  if (tensor.type.format == Format::fractal_nz) return without_blocks(tensor);
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

std::vector<std::int8_t> to_int8(std::span<const std::byte> bytes) {
  std::vector<std::int8_t> values(bytes.size());
  std::ranges::transform(bytes, values.begin(), [](std::byte byte) { return static_cast<std::int8_t>(byte); });
  return values;
}

}  // namespace

Operand::Operand(const StoredTensor& tensor) : batch_(tensor.type.shape.begin(), tensor.type.shape.end() - 2) {
  const MatrixSizes sizes = matrix_sizes(tensor.type);
  const std::size_t rank = tensor.type.shape.size();
  if (tensor.type.dtype == DType::int8 && tensor.type.format != Format::fractal_nz) {
    first_ = {reinterpret_cast<const std::int8_t*>(tensor.storage.data()) + tensor.offset, sizes.rows, sizes.columns,
              tensor.strides[rank - 2], tensor.strides[rank - 1]};
    batch_strides_.assign(tensor.strides.begin(), tensor.strides.end() - 2);
    return;
  }
  const auto bytes = stored_bytes(tensor);
  unpacked_ = tensor.type.dtype == DType::int8 ? to_int8(bytes) : unpack(bytes);
  const bool transposed = is_view_transposed(tensor.type);
  first_ = {unpacked_.data(), sizes.rows, sizes.columns, transposed ? 1 : sizes.columns, transposed ? sizes.rows : 1};
  batch_strides_.resize(batch_.size());
  std::int64_t stride = sizes.rows * sizes.columns;
  for (std::size_t axis = batch_.size(); axis-- > 0; stride *= batch_[axis]) batch_strides_[axis] = stride;
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
