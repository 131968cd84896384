// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/extent.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "framework/judge/compare.h"
#include "framework/model/element.h"

namespace npu_cts::judging {
namespace {

constexpr std::size_t most_shown = 5;
constexpr std::int64_t nearly_every = 90;  ///< percent of the elements, from which on they are not scattered

/// Returns the place of `bits`, a float of `dtype`, among all floats in ascending order: neighbours are 1 ULP apart.
double rank_of(std::uint64_t bits, DType dtype) {
  const std::uint64_t sign = std::uint64_t{1} << (bytes_of(dtype) * 8 - 1);
  const auto magnitude = static_cast<double>(bits & (sign - 1));
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

/// The largest error of some elements; `ulp` is of floats.
struct Error {
  double absolute = 0;
  double ulp = 0;
  bool is_finite = true;  ///< both numbers were, in every element
};

Error largest_error(const Tensor& got, const Tensor& want, const std::vector<std::int64_t>& wrong) {
  const DType dtype = want.type.dtype;
  Error largest;
  for (const std::int64_t index : wrong) {
    const std::uint64_t a = bits_at(got, static_cast<std::size_t>(index));
    const std::uint64_t b = bits_at(want, static_cast<std::size_t>(index));
    if (!is_float(dtype)) {
      const auto distance =
          static_cast<double>(decode_integer(a, dtype)) - static_cast<double>(decode_integer(b, dtype));
      largest.absolute = std::max(largest.absolute, std::abs(distance));
      continue;
    }
    const double distance = std::abs(decode_float(a, dtype) - decode_float(b, dtype));
    if (!std::isfinite(distance)) {
      largest.is_finite = false;
      continue;
    }
    largest.absolute = std::max(largest.absolute, distance);
    largest.ulp = std::max(largest.ulp, std::abs(rank_of(a, dtype) - rank_of(b, dtype)));
  }
  return largest;
}

std::string text_of(const Error& error, DType dtype) {
  std::string text = fmt::format("largest error {}", error.absolute);
  if (is_float(dtype)) text += fmt::format(" ({} ULP)", error.ulp);
  return error.is_finite ? text : text + ", and some are not finite";
}

/// What one axis says of the wrong elements.
struct AxisView {
  std::string name;                  ///< "row"
  std::string names;                 ///< "rows"
  std::set<std::int64_t> seen = {};  ///< the indices on it that are wrong somewhere
  std::int64_t size = 0;
};

AxisView view_of(std::size_t axis, const Shape& shape, const std::vector<std::int64_t>& wrong) {
  AxisView view{.name = fmt::format("index of axis {}", axis),
                .names = fmt::format("indices of axis {}", axis),
                .size = shape[axis]};
  const auto call = [&](std::string_view name, std::string_view names) {
    view.name = name;
    view.names = names;
  };
  if (axis == 0 && shape.size() > 2) call("batch", "batches");
  if (axis + 2 == shape.size()) call("row", "rows");
  if (axis + 1 == shape.size()) call("column", "columns");
  if (shape.size() == 1) call("element", "elements");
  std::int64_t stride = 1;
  for (std::size_t after = axis + 1; after < shape.size(); ++after) stride *= shape[after];
  for (const std::int64_t index : wrong) view.seen.insert(index / stride % view.size);
  return view;
}

/// Returns what the wrong elements share on one axis: one index of many, its end, or whole slices; nothing where the
/// axis does not set them apart.
std::optional<std::string> pattern_of(const AxisView& view, std::int64_t of, std::int64_t wrong) {
  const auto seen = static_cast<std::int64_t>(view.seen.size());
  if (seen == view.size) return std::nullopt;
  if (seen == 1) return fmt::format("{} {}", *view.seen.begin() + 1 == view.size ? "the last" : "one", view.name);
  if (*view.seen.begin() + seen == view.size) return "the tail of the " + view.names;
  const bool is_slice = view.size < of;  // what one index holds is more than an element
  if (is_slice && wrong == of / view.size * seen) return "whole " + view.names;
  return std::nullopt;
}

std::string pattern_of(const Shape& shape, const std::vector<std::int64_t>& wrong) {
  const auto count = static_cast<std::int64_t>(wrong.size());
  if (count == numel(shape)) return "every element";
  if (count == 1) return wrong.front() + 1 == numel(shape) ? "the last element" : "one element";
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (auto pattern = pattern_of(view_of(axis, shape, wrong), numel(shape), count)) return std::move(*pattern);
  }
  return count * 100 >= numel(shape) * nearly_every ? "nearly every element" : "scattered elements";
}

}  // namespace

Extent extent_of(const Tensor& got, const Tensor& want, const std::vector<std::int64_t>& wrong) {
  const Shape& shape = want.type.shape;
  Extent extent{.pattern = pattern_of(shape, wrong)};
  extent.details.push_back(fmt::format("{} of {} elements differ ({}), {}", wrong.size(), numel(shape), extent.pattern,
                                       text_of(largest_error(got, want, wrong), want.type.dtype)));
  for (std::size_t i = 0; i < std::min(wrong.size(), most_shown); ++i) {
    extent.details.push_back(fmt::format("{}: got {}, want {}", to_text(place_of_element(wrong[i], shape)),
                                         element_text(got, wrong[i]), element_text(want, wrong[i])));
  }
  return extent;
}

}  // namespace npu_cts::judging
