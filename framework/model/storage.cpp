// SPDX-License-Identifier: Apache-2.0
#include "framework/model/storage.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "framework/ascend/formats.h"

namespace npu_cts {
namespace {

constexpr std::byte gap_byte{0xA5};
constexpr std::int64_t step = 2;         // a strided view takes every second element of the last axis …
constexpr std::int64_t row_gap = 5;      // … leaves this many elements between rows …
constexpr std::int64_t first_place = 3;  // … and begins here

constexpr std::int64_t block_rows = block_format.rows;
constexpr std::int64_t block_row_bytes = block_format.bytes;

/// Where the elements lie, and how many places the storage has.
struct Places {
  std::vector<std::int64_t> strides = {};
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

/// Returns whether rows that lie apart show, as those of a slice of a wider tensor do.
bool has_rows(const Shape& shape) {
  return shape.size() >= 2 && std::any_of(shape.begin(), shape.end() - 1, [](std::int64_t size) { return size > 1; });
}

/// Every other element, from inside a row on; or a slice of the last axis, where the tensor begins inside its storage.
Places strided_places(const TensorType& type) {
  const Shape& shape = type.shape;
  const std::int64_t apart = type.storage_offset != 0 && has_rows(shape) ? 1 : step;
  Places places{.strides = std::vector<std::int64_t>(shape.size(), apart), .offset = first_place};
  std::int64_t pitch = shape.empty() ? 1 : shape.back() * apart + row_gap;
  for (std::size_t axis = shape.size(); axis-- > 1;) {
    places.strides[axis - 1] = pitch;
    pitch *= shape[axis - 1];
  }
  places.size = places.offset + pitch;
  return places;
}

Places layout_places(const TensorType& type) {
  switch (type.layout) {
    case Layout::contiguous:
      return {.strides = contiguous_strides(type.shape), .offset = 0, .size = numel(type.shape)};
    case Layout::strided:
      return strided_places(type);
    case Layout::transposed:
      return {.strides = swap_last_two(contiguous_strides(swap_last_two(type.shape))),
              .offset = 0,
              .size = numel(type.shape)};
  }
  std::abort();  // -Werror=switch proves this is never reached
}

Places places_of(const TensorType& type) {
  Places places = layout_places(type);
  places.offset += type.storage_offset;
  places.size += type.storage_offset;
  return places;
}

/// The blocks of the blocked format over one matrix.
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
  return {.offset = 0, .size = matrices_of(type.shape).count * blocks_of(type).size()};
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

/// The blocks above each other are one part: the rows of a block lie one behind the other.
std::vector<Part> block_parts(const TensorType& type) {
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
constexpr std::int64_t few = 8;      // bytes of a word, turned at a time

/// Swaps the bytes of `high` and `low` that are `bits` apart: those of `low` under `mask`.
void swap_bytes(std::uint64_t& high, std::uint64_t& low, int bits, std::uint64_t mask) {
  const std::uint64_t changed = (high >> bits ^ low) & mask;
  low ^= changed;
  high ^= changed << bits;
}

/// Copies 8 rows of 8 bytes, so that they become columns: byte by byte takes four times as long.
void copy_turned(const std::byte* from, std::int64_t from_row, std::byte* to, std::int64_t to_row) {
  std::array<std::uint64_t, few> words{};
  for (std::size_t i = 0; i < few; ++i) std::memcpy(&words[i], from + static_cast<std::int64_t>(i) * from_row, few);
  for (std::size_t i = 0; i < 4; ++i) swap_bytes(words[i], words[i + 4], 32, 0x00000000FFFFFFFFULL);
  for (const std::size_t i : {0U, 1U, 4U, 5U}) swap_bytes(words[i], words[i + 2], 16, 0x0000FFFF0000FFFFULL);
  for (const std::size_t i : {0U, 2U, 4U, 6U}) swap_bytes(words[i], words[i + 1], 8, 0x00FF00FF00FF00FFULL);
  for (std::size_t i = 0; i < few; ++i) std::memcpy(to + static_cast<std::int64_t>(i) * to_row, &words[i], few);
}

/// Copies the values to where they are stored. Places are counted in bytes.
struct ToStorage {
  const std::byte* values;
  std::byte* storage;

  void copy(std::int64_t value, std::int64_t place, std::size_t count) const {
    std::memcpy(storage + place, values + value, count);
  }
  void turn(const Part& part, std::int64_t value, std::int64_t place) const {
    copy_turned(values + value, part.value_row, storage + place, part.place_column);
  }
};

/// The other way.
struct ToValues {
  std::byte* values;
  const std::byte* storage;

  void copy(std::int64_t value, std::int64_t place, std::size_t count) const {
    std::memcpy(values + value, storage + place, count);
  }
  void turn(const Part& part, std::int64_t value, std::int64_t place) const {
    copy_turned(storage + place, part.place_column, values + value, part.value_row);
  }
};

/// Copies the elements of some rows and columns, each from the first to before the second.
template <std::size_t Width, class Way>
void copy_elements(const Part& part, std::pair<std::int64_t, std::int64_t> rows,
                   std::pair<std::int64_t, std::int64_t> columns, const Way& way) {
  constexpr auto width = static_cast<std::int64_t>(Width);
  for (std::int64_t i = rows.first; i < rows.second; ++i) {
    for (std::int64_t j = columns.first; j < columns.second; ++j) {
      way.copy((part.value + i * part.value_row + j) * width,
               (part.place + i * part.place_row + j * part.place_column) * width, Width);
    }
  }
}

/// Copies the square whose first element is in row `top` and column `left`.
template <std::size_t Width, class Way>
void copy_square(const Part& part, std::int64_t top, std::int64_t left, const Way& way) {
  const std::int64_t bottom = std::min(top + square, part.rows);
  const std::int64_t right = std::min(left + square, part.columns);
  const bool turns = Width == 1 && part.place_row == 1;
  const std::int64_t last = turns ? bottom - (bottom - top) % few : top;       // what is no whole word
  const std::int64_t outermost = turns ? right - (right - left) % few : left;  // is copied by elements
  for (std::int64_t i = top; i < last; i += few) {
    for (std::int64_t j = left; j < outermost; j += few)
      way.turn(part, part.value + i * part.value_row + j, part.place + i + j * part.place_column);
  }
  copy_elements<Width>(part, {top, last}, {outermost, right}, way);
  copy_elements<Width>(part, {last, bottom}, {left, right}, way);
}

/// Copies a part: rows that lie alike in both at once, others by squares.
template <std::size_t Width, class Way>
void copy_part(const Part& part, const Way& way) {
  constexpr auto width = static_cast<std::int64_t>(Width);
  for (std::int64_t i = 0; part.place_column == 1 && i < part.rows; ++i) {
    way.copy((part.value + i * part.value_row) * width, (part.place + i * part.place_row) * width,
             static_cast<std::size_t>(part.columns) * Width);
  }
  if (part.place_column == 1) return;
  for (std::int64_t top = 0; top < part.rows; top += square) {
    for (std::int64_t left = 0; left < part.columns; left += square) copy_square<Width>(part, top, left, way);
  }
}

template <class Way>
void copy_parts(std::span<const Part> parts, std::int64_t width, const Way& way) {
  for (const Part& part : parts) {
    if (width == 1) copy_part<1>(part, way);
    if (width == 2) copy_part<2>(part, way);
    if (width == 4) copy_part<4>(part, way);
    if (width == 8) copy_part<8>(part, way);
  }
}

bool is_in_blocks(const TensorType& type) { return type.format == Format::blocked; }

Places all_places(const TensorType& type) { return is_in_blocks(type) ? block_places(type) : places_of(type); }

}  // namespace

bool lies_as_contiguous(const TensorType& type) {
  if (type.layout == Layout::contiguous) return true;
  if (is_in_blocks(type)) return false;
  const std::size_t axes = type.shape.size();
  if (numel(type.shape) <= 1) return true;
  if (type.layout == Layout::strided) return false;
  return axes == 1 || type.shape[axes - 2] == 1 || type.shape[axes - 1] == 1;
}

bool is_plain(const TensorType& type) {
  return !is_in_blocks(type) && type.layout == Layout::contiguous && type.storage_offset == 0;
}

StoredTensor store(const Tensor& tensor) {
  const TensorType& type = tensor.type;
  const std::int64_t bytes = bytes_of(type.dtype);
  const bool in_blocks = is_in_blocks(type);
  const Places places = all_places(type);
  StoredTensor stored{.type = type, .strides = places.strides, .offset = places.offset};
  if (tensor.values.empty()) return stored;
  if (is_plain(type)) {
    stored.storage = tensor.values;
    return stored;
  }
  stored.storage.assign(static_cast<std::size_t>(places.size * bytes), in_blocks ? std::byte{0} : gap_byte);
  const auto parts = in_blocks ? block_parts(type) : strided_parts(type, places.strides, places.offset);
  copy_parts(parts, bytes, ToStorage{.values = tensor.values.data(), .storage = stored.storage.data()});
  return stored;
}

bool has_form_of(const Tensor& tensor, const StoredTensor& stored) {
  const TensorType& type = tensor.type;
  const Places places = all_places(type);
  const std::int64_t bytes = tensor.values.empty() ? 0 : places.size * bytes_of(type.dtype);
  return stored.type == type && stored.strides == places.strides && stored.offset == places.offset &&
         stored.storage.size() == static_cast<std::size_t>(bytes);
}

Tensor load(const StoredTensor& stored) {
  const TensorType& type = stored.type;
  const std::int64_t bytes = bytes_of(type.dtype);
  Tensor tensor{.type = type};
  if (stored.storage.empty()) return tensor;

  const auto parts = is_in_blocks(type) ? block_parts(type) : strided_parts(type, stored.strides, stored.offset);
  tensor.values.resize(static_cast<std::size_t>(numel(type.shape) * bytes));
  copy_parts(parts, bytes, ToValues{.values = tensor.values.data(), .storage = stored.storage.data()});
  return tensor;
}

Request request_of(const Call& call) {
  const auto in_memory = [](const std::string&, const Tensor& tensor) { return store(tensor); };
  return {.op = call.op, .arguments = map_tensors(call.arguments, in_memory)};
}

}  // namespace npu_cts
