// SPDX-License-Identifier: Apache-2.0
#include "framework/model/tensor.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/ascend/formats.h"
#include "framework/base/names.h"

namespace npu_cts {

std::int64_t numel(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>{});
}

Shape place_of_element(std::int64_t index, const Shape& shape) {
  Shape position(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const std::int64_t size = std::max<std::int64_t>(shape[axis], 1);
    position[axis] = index % size;
    index /= size;
  }
  return position;
}

std::string to_text(const Shape& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

std::string placing_text(const TensorType& type) {
  std::string text = fmt::format("{}, {}", name_of(type.layout), name_of(type.format));
  if (type.storage_offset != 0) text += fmt::format(", storage_offset {}", type.storage_offset);
  return text;
}

}  // namespace npu_cts
