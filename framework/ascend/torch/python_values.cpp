// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/torch/snippet.h"

#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "framework/ascend/formats.h"
#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/model/element.h"

namespace npu_cts::ascend {
namespace {

std::string torch_dtype(DType dtype) { return fmt::format("torch.{}", name_of(dtype)); }

std::string tuple_of(const std::vector<std::int64_t>& sizes) {
  return fmt::format("({}{})", fmt::join(sizes, ", "), sizes.size() == 1 ? "," : "");
}

std::string randint(std::int64_t low, std::int64_t high, const Shape& shape, DType dtype) {
  const DTypeKind kind = info_of(dtype).kind;
  const bool is_drawn = kind == DTypeKind::boolean || kind == DTypeKind::signed_integer;
  const DType drawn = is_drawn ? dtype : DType::int64;  // an unsigned dtype has the low bits of what is drawn
  const std::string text =
      fmt::format("torch.randint({}, {}, {}, dtype={})", low, high + 1, tuple_of(shape), torch_dtype(drawn));
  return drawn == dtype ? text : fmt::format("{}.to({})", text, torch_dtype(dtype));
}

std::string uniform(double low, double high, const Shape& shape, DType dtype) {
  const std::string text = fmt::format("torch.empty({}).uniform_({}, {})", tuple_of(shape), low, high);
  return dtype == DType::float32 ? text : fmt::format("{}.to({})", text, torch_dtype(dtype));
}

/// Returns `numbers` in turn until the tensor is full.
std::string in_turn(const std::vector<std::string>& numbers, const Shape& shape, DType dtype) {
  if (numbers.size() == 1)
    return fmt::format("torch.full({}, {}, dtype={})", tuple_of(shape), numbers.front(), torch_dtype(dtype));
  const std::int64_t count = numel(shape);
  const auto period = static_cast<std::int64_t>(numbers.size());
  return fmt::format("torch.tensor([{}], dtype={}).repeat({})[:{}].reshape({})", join(numbers, ", "),
                     torch_dtype(dtype), (count + period - 1) / period, count, tuple_of(shape));
}

/// Python has no literals for what is not finite.
template <class Real>
std::string literal(Real real) {
  return std::isfinite(real) ? fmt::format("{}", real) : fmt::format("float('{}')", real);
}

/// Returns `text` in single quotes.
std::string in_quotes(std::string_view text) {
  std::string literal = "'";
  for (const char c : escape_control(text)) {
    if (c == '\'' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + "'";
}

std::string number_of(std::uint64_t bits, DType dtype) {
  if (!is_float(dtype)) return integer_text(bits, dtype);
  const double number = decode_float(bits, dtype);
  return info_of(dtype).bits > 32 ? literal(number) : literal(static_cast<float>(number));
}

std::pair<std::int64_t, std::int64_t> bounds_of(const Fill& fill, const SlotCall& call) {
  if (fill.bounds.size() != 2) return {0, 0};
  const Computed low = evaluate(*fill.bounds[0], call);
  const Computed high = evaluate(*fill.bounds[1], call);
  const auto* a = std::get_if<std::int64_t>(&low);
  const auto* b = std::get_if<std::int64_t>(&high);
  if (a == nullptr || b == nullptr || *a > *b) return {0, 0};
  return {*a, *b};
}

std::string plain(const Shape& shape, DType dtype) {
  const expand::PlainRange range = expand::plain_range(dtype);
  return is_float(dtype) ? uniform(static_cast<double>(range.low), static_cast<double>(range.high), shape, dtype)
                         : randint(range.low, range.high, shape, dtype);
}

std::string values(const Shape& shape, DType dtype, const Fill& fill, const SlotCall& call);

/// One fill for each entry of the last axis in turn; a vector takes the last of them.
std::string columns(const Shape& shape, DType dtype, const Fill& fill, const SlotCall& call) {
  if (shape.size() < 2) return values(shape, dtype, fill.columns.back(), call);
  const Shape column(shape.begin(), shape.end() - 1);
  std::vector<std::string> parts;
  for (std::int64_t i = 0; i < shape.back(); ++i) {
    parts.push_back(values(column, dtype, fill.columns[static_cast<std::size_t>(i) % fill.columns.size()], call));
  }
  if (parts.empty()) return fmt::format("torch.empty({}, dtype={})", tuple_of(shape), torch_dtype(dtype));
  return fmt::format("torch.stack([{}], dim=-1)", join(parts, ", "));
}

/// Numbers of a range, each once as far as it has enough of them.
std::string distinct(const Shape& shape, DType dtype, const Fill& fill, const SlotCall& call) {
  const auto [low, high] = bounds_of(fill, call);
  const std::int64_t count = high - low + 1;
  if (numel(shape) > count) return randint(low, high, shape, dtype);
  return fmt::format("(torch.randperm({})[:{}] + {}).reshape({}).to({})", count, numel(shape), low, tuple_of(shape),
                     torch_dtype(dtype));
}

std::string values(const Shape& shape, DType dtype, const Fill& fill, const SlotCall& call) {
  std::vector<std::string> numbers;
  switch (fill.kind) {
    case FillKind::columns:
      return columns(shape, dtype, fill, call);
    case FillKind::cycle:
      for (const double number : fill.numbers) numbers.push_back(fmt::format("{}", number));
      return in_turn(numbers, shape, dtype);
    case FillKind::bits:
      for (const std::uint64_t pattern : fill.patterns) numbers.push_back(number_of(pattern, dtype));
      return in_turn(numbers, shape, dtype);
    case FillKind::reals:
      return uniform(fill.numbers[0], fill.numbers[1], shape, dtype);
    case FillKind::distinct:
      return distinct(shape, dtype, fill, call);
    case FillKind::uniform: {
      const auto [low, high] = bounds_of(fill, call);
      return randint(low, high, shape, dtype);
    }
  }
  std::abort();
}

/// Returns whether an element's value depends on its place: in memory it must not be another than in the tensor.
bool has_order(const Fill& fill) {
  return fill.kind == FillKind::cycle || fill.kind == FillKind::bits || fill.kind == FillKind::columns;
}

}  // namespace

std::string to_python(const Value& value, ParameterKind kind) {
  if (std::holds_alternative<None>(value)) return "None";
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "True" : "False";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* word = std::get_if<std::string>(&value)) return in_quotes(*word);
  if (const auto* dtype = std::get_if<DType>(&value)) return torch_dtype(*dtype);
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    return kind == ParameterKind::integer_pair ? tuple_of(*list) : fmt::format("[{}]", fmt::join(*list, ", "));
  }
  std::abort();  // a tensor has its own form
}

std::string to_python(const TensorType& type, const Fill* fill, const SlotCall& call) {
  Shape stored = type.shape;
  const bool transposed = type.layout == Layout::transposed && stored.size() >= 2;
  const bool is_relaid = transposed && fill != nullptr && has_order(*fill);
  if (transposed && !is_relaid) std::swap(stored[stored.size() - 1], stored[stored.size() - 2]);
  std::string text = fill != nullptr ? values(stored, type.dtype, *fill, call) : plain(stored, type.dtype);
  text += ".npu()";
  if (is_relaid) text += ".transpose(-1, -2).contiguous()";
  const bool is_inside = type.storage_offset != 0;
  if (is_inside && type.layout != Layout::strided)
    text = fmt::format("(lambda x: torch.cat([x.new_empty({0}), x.flatten()])[{0}:].view(x.shape))({1})",
                       type.storage_offset, text);
  if (transposed) text += ".transpose(-1, -2)";
  if (type.layout == Layout::strided && is_inside && type.shape.size() >= 2)
    text = fmt::format("torch.cat([{}] * 2, dim=-1)[..., {}:]", text, type.shape.back());
  else if (type.layout == Layout::strided)
    text = fmt::format("torch.stack([{}] * 2, dim=-1)[..., {}]", text, is_inside ? 1 : 0);
  if (type.format == Format::blocked) text = fmt::format("torch_npu.npu_format_cast({}, {})", text, block_format.code);
  return text;
}

}  // namespace npu_cts::ascend
