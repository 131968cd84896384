// SPDX-License-Identifier: Apache-2.0
#include "framework/model/storage.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

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

/// The blocks of FRACTAL_NZ over one matrix: 16 rows of 32 bytes each, down the rows first, then to the right.
struct Blocks {
  std::int64_t columns_of_block = 0;
  std::int64_t down = 0;
  std::int64_t right = 0;

  [[nodiscard]] std::int64_t size() const { return right * down * block_rows * columns_of_block; }
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

/// A part of a tensor that is a matrix in memory: where its first element is, among the values and in the storage, and
/// how far it is from there to the next row and the next column. In elements.
struct Part {
  std::int64_t value = 0, value_row = 0;  // the values' next column is the next element
  std::int64_t place = 0, place_row = 0, place_column = 0;
  std::int64_t rows = 0, columns = 0;
};

/// The last two axes are one part.
std::vector<Part> strided_parts(const TensorType& type, std::span<const std::int64_t> strides, std::int64_t offset) {
  const Matrices view = matrices_of(type.shape);
  const std::size_t rank = type.shape.size();
  Part part{.value_row = view.columns, .place = offset, .rows = view.rows, .columns = view.columns};
  if (rank >= 1) part.place_column = strides[rank - 1];
  if (rank >= 2) part.place_row = strides[rank - 2];
  std::vector<Part> parts(static_cast<std::size_t>(numel(type.shape) == 0 ? 0 : view.count), part);
  Shape index(rank < 2 ? 0 : rank - 2, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].value = static_cast<std::int64_t>(i) * view.rows * view.columns;
    for (std::size_t axis = 0; axis < index.size(); ++axis) parts[i].place += index[axis] * strides[axis];
    for (std::size_t axis = index.size(); axis-- > 0 && ++index[axis] == type.shape[axis];) index[axis] = 0;
  }
  return parts;
}

/// The blocks above each other are one part: its rows of 32 bytes lie one behind the other.
std::vector<Part> fractal_parts(const TensorType& type) {
  const Matrices view = matrices_of(type.shape);
  const Blocks blocks = blocks_of(type);
  const std::int64_t width = blocks.columns_of_block;
  const std::int64_t across = is_transposed(type) ? view.rows : view.columns;
  std::vector<Part> parts;
  for (std::int64_t matrix = 0; matrix < view.count; ++matrix) {
    for (std::int64_t first = 0; first < across; first += width) {
      const std::int64_t count = std::min(width, across - first);
      Part part{.value = matrix * view.rows * view.columns,
                .value_row = view.columns,
                .place = matrix * blocks.size() + first * blocks.down * block_rows};
      if (is_transposed(type)) {
        part.value += first * view.columns;
        part.place_row = 1;
        part.place_column = width;
        part.rows = count;
        part.columns = view.columns;
      } else {
        part.value += first;
        part.place_row = width;
        part.place_column = 1;
        part.rows = view.rows;
        part.columns = count;
      }
      parts.push_back(part);
    }
  }
  return parts;
}

constexpr std::int64_t square = 64;  // of elements copied at a time, so that rows and columns both stay in the cache

/// Calls `copy` for each element of the square whose first is in row `top` and column `left`.
template <std::size_t Width, class Copy>
void for_each_in_square(const Part& part, std::int64_t top, std::int64_t left, Copy copy) {
  constexpr auto width = static_cast<std::int64_t>(Width);
  for (std::int64_t i = top; i < std::min(top + square, part.rows); ++i) {
    for (std::int64_t j = left; j < std::min(left + square, part.columns); ++j) {
      copy((part.value + i * part.value_row + j) * width,
           (part.place + i * part.place_row + j * part.place_column) * width, Width);
    }
  }
}

/// Calls `copy` with where bytes are among the values and in the storage, and how many: an element, or a row that lies
/// alike in both.
template <std::size_t Width, class Copy>
void for_each_run(const Part& part, Copy copy) {
  constexpr auto width = static_cast<std::int64_t>(Width);
  for (std::int64_t i = 0; part.place_column == 1 && i < part.rows; ++i) {
    copy((part.value + i * part.value_row) * width, (part.place + i * part.place_row) * width,
         static_cast<std::size_t>(part.columns) * Width);
  }
  if (part.place_column == 1) return;
  for (std::int64_t top = 0; top < part.rows; top += square) {
    for (std::int64_t left = 0; left < part.columns; left += square) for_each_in_square<Width>(part, top, left, copy);
  }
}

template <class Copy>
void for_each_run(std::span<const Part> parts, std::int64_t width, Copy copy) {
  for (const Part& part : parts) {
    if (width == 1) for_each_run<1>(part, copy);
    if (width == 2) for_each_run<2>(part, copy);
    if (width == 4) for_each_run<4>(part, copy);
    if (width == 8) for_each_run<8>(part, copy);
  }
}

}  // namespace

StoredTensor store(const Tensor& tensor) {
  const TensorType& type = tensor.type;
  const std::int64_t bytes = bytes_of(type.dtype);
  const bool in_blocks = type.format == Format::fractal_nz;
  const Places places = in_blocks ? block_places(type) : places_of(type);
  StoredTensor stored{.type = type, .strides = places.strides, .offset = places.offset, .storage = {}};
  if (tensor.values.empty()) return stored;
  if (!in_blocks && type.layout == Layout::contiguous) {
    stored.storage = tensor.values;
    return stored;
  }
  stored.storage.assign(static_cast<std::size_t>(places.size * bytes), in_blocks ? std::byte{0} : gap_byte);
  const auto parts = in_blocks ? fractal_parts(type) : strided_parts(type, places.strides, places.offset);
  for_each_run(parts, bytes, [&](std::int64_t value, std::int64_t place, std::size_t count) {
    std::memcpy(stored.storage.data() + place, tensor.values.data() + value, count);
  });
  return stored;
}

Tensor load(const StoredTensor& stored) {
  const TensorType& type = stored.type;
  const std::int64_t bytes = bytes_of(type.dtype);
  Tensor tensor{.type = type, .values = {}};
  if (stored.storage.empty()) return tensor;

  const auto parts =
      type.format == Format::fractal_nz ? fractal_parts(type) : strided_parts(type, stored.strides, stored.offset);
  tensor.values.resize(static_cast<std::size_t>(numel(type.shape) * bytes));
  for_each_run(parts, bytes, [&](std::int64_t value, std::int64_t place, std::size_t count) {
    std::memcpy(tensor.values.data() + value, stored.storage.data() + place, count);
  });
  return tensor;
}

Request request_of(const Call& call) {
  const auto in_memory = [](const std::string&, const Tensor& tensor) { return store(tensor); };
  return {.op = call.op, .arguments = map_tensors(call.arguments, in_memory)};
}

}  // namespace npu_cts
