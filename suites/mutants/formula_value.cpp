// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/formula_value.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>

#include "framework/base/ascii.h"
#include "framework/expression/shapes.h"
#include "framework/model/element.h"

namespace npu_cts::mutants {
namespace {

using Maybe = std::optional<FormulaValue>;

/// Returns the flat place in a tensor of `shape` of the element at flat place `at` of `wide`, to which it is broadcast.
std::size_t place_in(const Shape& shape, const Shape& wide, std::size_t at) {
  std::size_t place = 0;
  std::size_t step = 1;
  for (std::size_t axis = wide.size(); axis-- > 0;) {
    const auto size = static_cast<std::size_t>(wide[axis]);
    const std::size_t index = at % size;
    at /= size;
    const std::size_t missing = wide.size() - shape.size();
    if (axis < missing) continue;
    const auto own = static_cast<std::size_t>(shape[axis - missing]);
    if (own != 1) place += index * step;
    step *= own;
  }
  return place;
}

/// Returns the shape to which both are broadcast.
std::optional<Shape> common(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  const auto shape = broadcast(a, b);
  if (!shape) return std::nullopt;
  return Shape(shape->items().begin(), shape->items().end());
}

/// Returns a float32 parameter as a number that may have lost the low bits of its mantissa on the way to the device.
FormulaValue as_number(FormulaValue value) {
  if (value.dtype != DType::float32) return value;
  constexpr double lost = 1.0 / (1 << 10);
  for (Interval& one : value.elements) one = {one.low - std::abs(one.low) * lost, one.high + std::abs(one.high) * lost};
  return value;
}

/// Returns the bits of a float32 parameter as whole numbers; any other value as it is.
FormulaValue as_bits(FormulaValue value) {
  if (value.dtype != DType::float32) return value;
  for (Interval& one : value.elements) {
    if (!one.is_one()) continue;
    const double bits = std::bit_cast<std::uint32_t>(static_cast<float>(one.low));
    one = {bits, bits};
  }
  return value;
}

Maybe between(std::string_view sign, FormulaValue a, FormulaValue b) {
  const bool is_of_bits = sign == "&" || sign == "|" || sign == "<<";
  a = is_of_bits ? as_bits(std::move(a)) : as_number(std::move(a));
  b = is_of_bits ? as_bits(std::move(b)) : as_number(std::move(b));
  const auto shape = common(a.shape, b.shape);
  if (!shape) return std::nullopt;
  FormulaValue value{.shape = *shape};
  const auto element = [&](const FormulaValue& of, bool is_whole_shape, std::size_t i) {
    return of.elements[is_whole_shape ? i : place_in(of.shape, *shape, i)];
  };
  const Combination combine = combination_of(sign);
  const std::array is_whole_shape{a.shape == *shape, b.shape == *shape};
  value.elements.resize(static_cast<std::size_t>(numel(*shape)));
  for (std::size_t i = 0; i < value.elements.size(); ++i)
    value.elements[i] = combine(element(a, is_whole_shape[0], i), element(b, is_whole_shape[1], i));
  return value;
}

bool are_whole(const FormulaValue& value) { return std::ranges::all_of(value.elements, is_whole); }

/// Returns the sum of `count` products of whole numbers; nothing where a sum on the way may be none that fits.
std::optional<double> whole_sum(const Interval* a, const Interval* b, std::size_t count, std::size_t step) {
  double sum = 0;
  double size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double product = a[i].low * b[i * step].low;
    sum += product;
    size += std::abs(product);
  }
  return size <= largest_whole ? std::optional(sum) : std::nullopt;
}

/// Returns the sum of `count` products: of elements of `a` in a row, and of `b` one below the other.
Interval sum_of_products(const Interval* a, const Interval* b, std::size_t count, std::size_t step) {
  Interval sum{0, 0};
  for (std::size_t i = 0; i < count; ++i) sum = plus(sum, times(a[i], b[i * step]));
  return sum;
}

/// Returns the products of the matrices in `a` and `b`.
Maybe product(FormulaValue a, FormulaValue b) {
  a = as_number(std::move(a));
  b = as_number(std::move(b));
  const bool fits = a.shape.size() > 1 && b.shape.size() > 1;
  if (!fits || a.shape.back() != b.shape[b.shape.size() - 2]) return std::nullopt;
  const auto batch = common(std::span(a.shape).first(a.shape.size() - 2), std::span(b.shape).first(b.shape.size() - 2));
  if (!batch) return std::nullopt;
  const auto m = static_cast<std::size_t>(a.shape[a.shape.size() - 2]);
  const auto k = static_cast<std::size_t>(a.shape.back());
  const auto n = static_cast<std::size_t>(b.shape.back());
  FormulaValue value{.shape = *batch};
  value.shape.insert(value.shape.end(), {a.shape[a.shape.size() - 2], b.shape.back()});
  const auto batches = static_cast<std::size_t>(numel(*batch));
  value.elements.reserve(batches * m * n);
  const bool is_whole_product = are_whole(a) && are_whole(b);
  for (std::size_t at = 0; at < batches * m * n; ++at) {
    const std::size_t left = place_in({a.shape.begin(), a.shape.end() - 2}, *batch, at / (m * n)) * m + at / n % m;
    const std::size_t right = place_in({b.shape.begin(), b.shape.end() - 2}, *batch, at / (m * n)) * k;
    const Interval* const row = a.elements.data() + left * k;
    const Interval* const column = b.elements.data() + right * n + at % n;
    const auto sum = is_whole_product ? whole_sum(row, column, k, n) : std::nullopt;
    value.elements.push_back(sum ? Interval{*sum, *sum} : sum_of_products(row, column, k, n));
  }
  return value;
}

/// Returns the part of `value` from `from` to `to` along `axis`.
FormulaValue part_of(const FormulaValue& value, std::size_t axis, std::int64_t from, std::int64_t to) {
  FormulaValue part = value;
  part.shape[axis] = to - from;
  part.elements.clear();
  std::int64_t inner = 1;
  for (std::size_t i = axis + 1; i < value.shape.size(); ++i) inner *= value.shape[i];
  const std::int64_t size = value.shape[axis];
  for (std::size_t at = 0; at < value.elements.size(); ++at) {
    const std::int64_t place = static_cast<std::int64_t>(at) / inner % size;
    if (from <= place && place < to) part.elements.push_back(value.elements[at]);
  }
  return part;
}

/// The image and the kernels of a convolution, of four axes each.
struct Images {
  const FormulaValue& image;
  const FormulaValue& kernels;
  const Convolution& how;

  [[nodiscard]] std::int64_t size(std::size_t axis) const {
    const std::int64_t reach =
        image.shape[axis + 2] + 2 * how.padding[axis] - how.dilation[axis] * (kernels.shape[axis + 2] - 1) - 1;
    return reach / how.stride[axis] + 1;
  }

  /// Returns the number of the padded image that row or column `at` of the kernel meets, or -1 in the padding.
  [[nodiscard]] std::int64_t meets(std::size_t axis, std::int64_t out, std::int64_t at) const {
    const std::int64_t place = out * how.stride[axis] + at * how.dilation[axis] - how.padding[axis];
    return place < image.shape[axis + 2] ? std::max<std::int64_t>(place, -1) : -1;
  }

  [[nodiscard]] double sum(std::int64_t b, std::int64_t o, std::int64_t y, std::int64_t x) const {
    double sum = 0;
    const std::int64_t inside = kernels.shape[1] * kernels.shape[2] * kernels.shape[3];
    for (std::int64_t at = 0; at < inside; ++at) {
      const std::int64_t channel = at / (kernels.shape[2] * kernels.shape[3]);
      const std::int64_t row = meets(0, y, at / kernels.shape[3] % kernels.shape[2]);
      const std::int64_t column = meets(1, x, at % kernels.shape[3]);
      const std::int64_t place = ((b * image.shape[1] + channel) * image.shape[2] + row) * image.shape[3] + column;
      const double number =
          row < 0 || column < 0 ? how.padding_value : image.elements[static_cast<std::size_t>(place)].low;
      sum += number * kernels.elements[static_cast<std::size_t>(o * inside + at)].low;
    }
    return sum;
  }
};

Maybe convolved(const FormulaValue& image, const FormulaValue& kernels, const Convolution& how) {
  const bool fits = image.dtype == DType::int8 && kernels.dtype == DType::int8 && image.shape.size() == 4 &&
                    kernels.shape.size() == 4;
  if (!fits || image.shape[1] != kernels.shape[1]) return std::nullopt;
  const Images both{image, kernels, how};
  FormulaValue value{.shape = {image.shape[0], kernels.shape[0], both.size(0), both.size(1)}};
  const auto& shape = value.shape;
  for (std::int64_t at = 0; at < numel(shape); ++at) {
    const double sum = both.sum(at / (shape[1] * shape[2] * shape[3]), at / (shape[2] * shape[3]) % shape[1],
                                at / shape[3] % shape[2], at % shape[3]);
    value.elements.push_back({sum, sum});
  }
  return value;
}

template <class Map>
FormulaValue mapped(FormulaValue value, const Map& map) {
  value.dtype.reset();
  for (Interval& one : value.elements) one = {map(one.low), map(one.high)};
  return value;
}

/// Returns `value` with the low bits that `dtype` keeps; all of its numbers where it is not known which.
FormulaValue wrapped(FormulaValue value, DType dtype) {
  const double half = std::ldexp(1, bytes_of(dtype) * 8 - 1);
  value.dtype.reset();
  for (Interval& one : value.elements) {
    if (!is_whole(one)) one = {-half, half - 1};
    const double low = one.low - 2 * half * std::floor((one.low + half) / (2 * half));
    if (is_whole(one)) one = {low, low};
  }
  return value;
}

/// Reads an expression and computes it on the way.
class Calculator {
 public:
  Calculator(std::string_view text, const FormulaNames& names, const Convolution& convolution)
      : text_(text), names_(names), convolution_(convolution) {}

  Maybe run() { return expression(0); }

 private:
  /// From the loosest binding.
  static constexpr std::array<std::array<std::string_view, 3>, 5> levels{
      {{"|", "", ""}, {"&", "", ""}, {"<<", "", ""}, {"+", "-", ""}, {"*", "/", "@"}}};

  Maybe expression(std::size_t level) {
    if (level == levels.size()) return operand();
    Maybe left = expression(level + 1);
    for (std::string_view sign = take_sign(level); !sign.empty(); sign = take_sign(level)) {
      Maybe right = expression(level + 1);
      if (!left || !right) {
        left.reset();
      } else {
        left = sign == "@" ? product(*std::move(left), *std::move(right))
                           : between(sign, *std::move(left), *std::move(right));
      }
    }
    return left;
  }

  std::string_view take_sign(std::size_t level) {
    for (const std::string_view sign : levels[level]) {
      if (!sign.empty() && take(sign)) return sign;
    }
    return {};
  }

  Maybe operand() {
    if (take("-")) {
      const Maybe value = operand();
      return value ? between("-", {.elements = {{0, 0}}}, *value) : value;
    }
    if (take("(")) {
      Maybe value = expression(0);
      take(")");
      return value;
    }
    const std::string_view word = take_word();
    if (!word.empty() && is_ascii_digit(word.front())) return number(word);
    return take("(") ? call(word) : names_(word);
  }

  static Maybe number(std::string_view word) {
    const double value = std::strtod(std::string(word).c_str(), nullptr);  // hexadecimal, too
    return FormulaValue{.elements = {{value, value}}};
  }

  Maybe call(std::string_view function) {
    const std::size_t begin = at_;
    std::vector<Maybe> given{expression(0)};
    if (function == "sum") {
      const Maybe sum = sum_of_groups(text_.substr(begin, at_ - begin));
      take(")");
      return sum;
    }
    while (take(",")) given.push_back(expression(0));
    take(")");
    if (std::ranges::any_of(given, [](const Maybe& one) { return !one; })) return std::nullopt;
    if (function == "conv") return convolved(*given[0], *given[1], convolution_);
    if (function == "flat") return given[0]->along_one_axis();
    if (function == "round") return mapped(*given[0], [](double x) { return std::nearbyint(x); });
    if (function == "trunc") return mapped(*given[0], [](double x) { return std::trunc(x); });
    if (function == "clip") {
      const double low = given[1]->elements.front().low;
      const double high = given[2]->elements.front().low;
      return mapped(*given[0], [&](double x) { return std::min(std::max(x, low), high); });
    }
    const auto dtype = find_named<DType>(function);
    if (!dtype) return std::nullopt;
    return is_float(*dtype) ? mapped(*given[0], [&](double x) { return decode_float(encode(x, *dtype), *dtype); })
                            : wrapped(*given[0], *dtype);
  }

  /// Returns the sum over all groups of what `inner` gives for each.
  Maybe sum_of_groups(std::string_view inner) {
    std::int64_t groups = 0;  // as many as a matrix that is no operand has rows
    const FormulaNames count = [&](std::string_view name) {
      Maybe value = names_(name);
      if (value && !value->summed_axis && value->shape.size() == 2) groups = value->shape.front();
      return value;
    };
    static_cast<void>(Calculator(inner, count, convolution_).run());
    Maybe sum;
    for (std::int64_t group = 0; group < groups; ++group) {
      const FormulaNames of_group = [&](std::string_view name) { return group_of(names_(name), group, groups); };
      Maybe one = Calculator(inner, of_group, convolution_).run();
      if (one && sum) one = between("+", *std::move(sum), *std::move(one));
      if (!one) return std::nullopt;
      sum = std::move(one);
    }
    return sum;
  }

  /// Returns what of `value` is of the group `group` of `groups`; all but the last are of one size.
  static Maybe group_of(Maybe value, std::int64_t group, std::int64_t groups) {
    if (!value) return value;
    if (!value->summed_axis) return value->shape.size() == 2 ? part_of(*value, 0, group, group + 1) : value;
    const std::int64_t all = value->shape[*value->summed_axis];
    const std::int64_t size = (all + groups - 1) / groups;
    return part_of(*value, *value->summed_axis, std::min(all, group * size), std::min(all, (group + 1) * size));
  }

  bool take(std::string_view sign) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  std::string_view take_word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_name_character(text_[at_]) || text_[at_] == '.')) ++at_;
    return text_.substr(start, at_ - start);
  }

  std::string_view text_;
  const FormulaNames& names_;
  const Convolution& convolution_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<FormulaValue> value_of_formula(std::string_view expression, const FormulaNames& names,
                                             const Convolution& convolution) {
  return Calculator(expression, names, convolution).run();
}

}  // namespace npu_cts::mutants
