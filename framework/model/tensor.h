// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/ascend/formats.h"
#include "framework/base/names.h"
#include "framework/model/dtype.h"

namespace npu_cts {

/// Sizes of the axes, outermost first, in elements.
using Shape = std::vector<std::int64_t>;

/// How the elements lie in memory. `strided` is every other element, or a slice of the last axis where the tensor
/// begins inside its storage. `transposed` is a view of a contiguous tensor with its last two axes swapped; the shape
/// is always the view's.
enum class Layout : std::uint8_t { contiguous, strided, transposed };

/// The storage format. `blocked` is the one of framework/ascend/formats.h. It keeps the logical shape; its blocks are a
/// matter of storage.
enum class Format : std::uint8_t { nd, nchw, blocked };

constexpr auto names_of(Layout) { return name_list("contiguous", "strided", "transposed"); }
constexpr auto names_of(Format) { return name_list("ND", "NCHW", block_format.name); }

/// What a tensor that begins inside its storage is called, beside layouts and formats.
inline constexpr std::string_view inside_storage = "inside";

/// Returns the product of the sizes: 1 for a scalar.
std::int64_t numel(const Shape& shape);

/// Returns where element `index` stands, row-major. An axis of size 0 counts as one of size 1.
Shape place_of_element(std::int64_t index, const Shape& shape);

/// Returns "[2, 3]".
std::string to_text(const Shape& shape);

/// What a call says of a tensor before any value is known.
struct TensorType {
  DType dtype = DType::int8;
  Shape shape = {};
  Layout layout = Layout::contiguous;
  Format format = Format::nd;
  std::int64_t storage_offset = 0;  ///< in elements: what the storage holds before the tensor's place; never of blocks

  friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Returns where it lies: "transposed, ND", and how far inside its storage.
std::string placing_text(const TensorType& type);

/// A tensor with its logical values: row-major over `type.shape`, whatever layout and format the storage will have.
/// `values` is empty where only the type matters; otherwise it holds numel × bytes_of(dtype) bytes, little-endian.
struct Tensor {
  TensorType type;
  std::vector<std::byte> values = {};

  friend bool operator==(const Tensor&, const Tensor&) = default;
};

}  // namespace npu_cts
