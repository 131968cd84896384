#include "framework/model/storage.h"

#include <algorithm>
#include <cstdlib>

namespace npu_cts {
namespace {

constexpr std::byte gap_byte{0xA5};
constexpr std::int64_t step = 2;         // a strided view takes every second element of the last axis …
constexpr std::int64_t row_gap = 5;      // … leaves this many elements between rows …
constexpr std::int64_t first_place = 3;  // … and begins here

constexpr std::int64_t block_rows = 16;
constexpr std::int64_t block_row_bytes = 32;

/// Where the elements lie, and how many places the storage has.
struct Places {
  std::vector<std::int64_t> strides;
  std::int64_t offset = 0;
  std::int64_t size = 0;  // in elements
};

std::vector<std::int64_t> contiguous_strides(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t axis = shape.size(); axis-- > 1;) strides[axis - 1] = strides[axis] * shape[axis];
  return strides;
}

Shape swap_last_two(Shape shape) {
  if (shape.size() >= 2) std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  return shape;
}

Places strided_places(const Shape& shape) {
  Places places{.strides = std::vector<std::int64_t>(shape.size(), step), .offset = first_place};
  std::int64_t pitch = shape.empty() ? 1 : shape.back() * step + row_gap;
  for (std::size_t axis = shape.size(); axis-- > 1;) {
    places.strides[axis - 1] = pitch;
    pitch *= shape[axis - 1];
  }
  places.size = places.offset + pitch;
  return places;
}

Places places_of(const TensorType& type) {
  switch (type.layout) {
    case Layout::contiguous:
      return {.strides = contiguous_strides(type.shape), .offset = 0, .size = numel(type.shape)};
    case Layout::strided:
      return strided_places(type.shape);
    case Layout::transposed:
      return {.strides = swap_last_two(contiguous_strides(swap_last_two(type.shape))),
              .offset = 0,
              .size = numel(type.shape)};
  }
  std::abort();  // -Werror=switch proves this is never reached
}

/// Returns the place of each element of `type` in row-major order of its shape.
std::vector<std::int64_t> strided_order(const TensorType& type, const Places& places) {
  std::vector<std::int64_t> order;
  order.reserve(static_cast<std::size_t>(numel(type.shape)));
  Shape index(type.shape.size(), 0);
  for (std::int64_t i = 0; i < numel(type.shape); ++i) {
    std::int64_t place = places.offset;
    for (std::size_t axis = 0; axis < index.size(); ++axis) place += index[axis] * places.strides[axis];
    order.push_back(place);
    for (std::size_t axis = index.size(); axis-- > 0 && ++index[axis] == type.shape[axis];) index[axis] = 0;
  }
  return order;
}

/// The blocks of FRACTAL_NZ over one matrix: 16 rows of 32 bytes each, down the rows first, then to the right.
struct Blocks {
  std::int64_t columns_of_block = 0;
  std::int64_t down = 0;
  std::int64_t right = 0;

  [[nodiscard]] std::int64_t size() const { return right * down * block_rows * columns_of_block; }
  [[nodiscard]] std::int64_t place(std::int64_t row, std::int64_t column) const {
    const std::int64_t block = column / columns_of_block * down + row / block_rows;
    return (block * block_rows + row % block_rows) * columns_of_block + column % columns_of_block;
  }
};

struct Matrices {
  std::int64_t count = 1;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};

Matrices matrices_of(const Shape& shape) {
  Matrices matrices;
  if (!shape.empty()) matrices.columns = shape.back();
  if (shape.size() >= 2) matrices.rows = shape[shape.size() - 2];
  for (std::size_t axis = 0; axis + 2 < shape.size(); ++axis) matrices.count *= shape[axis];
  return matrices;
}

bool is_transposed(const TensorType& type) { return type.layout == Layout::transposed && type.shape.size() >= 2; }

Blocks blocks_of(const TensorType& type) {
  const Matrices stored = matrices_of(is_transposed(type) ? swap_last_two(type.shape) : type.shape);
  const std::int64_t columns = block_row_bytes / bytes_of(type.dtype);
  return {.columns_of_block = columns,
          .down = (stored.rows + block_rows - 1) / block_rows,
          .right = (stored.columns + columns - 1) / columns};
}

Places block_places(const TensorType& type) {
  return {.strides = {}, .offset = 0, .size = matrices_of(type.shape).count * blocks_of(type).size()};
}

std::vector<std::int64_t> fractal_order(const TensorType& type) {
  const Matrices view = matrices_of(type.shape);
  const Blocks blocks = blocks_of(type);
  std::vector<std::int64_t> order;
  order.reserve(static_cast<std::size_t>(numel(type.shape)));
  for (std::int64_t matrix = 0; matrix < view.count; ++matrix) {
    for (std::int64_t i = 0; i < view.rows; ++i) {
      for (std::int64_t j = 0; j < view.columns; ++j) {
        order.push_back(matrix * blocks.size() + (is_transposed(type) ? blocks.place(j, i) : blocks.place(i, j)));
      }
    }
  }
  return order;
}

}  // namespace

StoredTensor store(const Tensor& tensor) {
  const TensorType& type = tensor.type;
  const std::int64_t bytes = bytes_of(type.dtype);
  const bool in_blocks = type.format == Format::fractal_nz;
  const Places places = in_blocks ? block_places(type) : places_of(type);
  StoredTensor stored{.type = type, .strides = places.strides, .offset = places.offset, .storage = {}};
  if (tensor.values.empty()) return stored;

  stored.storage.assign(static_cast<std::size_t>(places.size * bytes), in_blocks ? std::byte{0} : gap_byte);
  const std::vector<std::int64_t> order = in_blocks ? fractal_order(type) : strided_order(type, places);
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::copy_n(tensor.values.data() + static_cast<std::int64_t>(i) * bytes, bytes,
                stored.storage.data() + order[i] * bytes);
  }
  return stored;
}

Tensor load(const StoredTensor& stored) {
  const TensorType& type = stored.type;
  const std::int64_t bytes = bytes_of(type.dtype);
  Tensor tensor{.type = type, .values = {}};
  if (stored.storage.empty()) return tensor;

  const std::vector<std::int64_t> order =
      type.format == Format::fractal_nz
          ? fractal_order(type)
          : strided_order(type, {.strides = stored.strides, .offset = stored.offset, .size = 0});
  tensor.values.resize(order.size() * static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::copy_n(stored.storage.data() + order[i] * bytes, bytes,
                tensor.values.data() + static_cast<std::int64_t>(i) * bytes);
  }
  return tensor;
}

Request request_of(const Call& call) {
  const auto in_memory = [](const std::string&, const Tensor& tensor) { return store(tensor); };
  return {.op = call.op, .arguments = map_tensors(call.arguments, in_memory)};
}

}  // namespace npu_cts
