// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/formula_call.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/find.h"
#include "framework/model/element.h"

namespace npu_cts::mutants {
namespace {

constexpr std::int64_t packed = 8;  ///< numbers of four bits in an int32, the first in the lowest bits

/// Returns whether `value` says enough of a result to be compared with it.
bool is_known(const FormulaValue& value) {
  return std::ranges::any_of(value.elements, [](const Interval& one) { return std::isfinite(one.low); });
}

/// Returns the axis of the result, counted from its end, that the vector `parameter` lies along, by the names of sizes.
std::size_t axis_from_end(const BoundSpec& bound, const Parameter& parameter) {
  const auto* const out = bound.current(bound.op().outputs.front().shape);
  if (out == nullptr || out->value->kind != ExprKind::shape) return 0;
  const auto& axes = out->value->children;
  for (const ShapeAlternative& one : parameter.shapes) {
    if (one.shape->kind != ExprKind::shape || one.shape->children.size() != 1) continue;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (!axes[i]->name.empty() && axes[i]->name == one.shape->children.front()->name) return axes.size() - 1 - i;
    }
  }
  return 0;
}

/// Returns the number of four bits at place `i` of `word`, in two's complement.
double narrow_at(std::int64_t word, std::int64_t i) {
  const auto bits = static_cast<std::uint32_t>(word) >> (4 * i) & 0xFU;
  return bits < 8 ? bits : static_cast<double>(bits) - 16;
}

/// Returns the numbers in the int32 words of `tensor`, which lie along `axis`.
FormulaValue unpacked(const Tensor& tensor, std::size_t axis) {
  FormulaValue value{.shape = tensor.type.shape, .dtype = DType::int8};
  value.shape[axis] *= packed;
  std::int64_t inner = 1;
  for (std::size_t i = axis + 1; i < value.shape.size(); ++i) inner *= value.shape[i];
  const std::int64_t count = numel(value.shape);
  value.elements.reserve(static_cast<std::size_t>(count));
  for (std::int64_t at = 0; at < count; ++at) {
    const std::int64_t place = at / inner % value.shape[axis];
    const std::int64_t before = at / inner / value.shape[axis];
    const std::int64_t word = (before * tensor.type.shape[axis] + place / packed) * inner + at % inner;
    const double number = narrow_at(integer_at(tensor, static_cast<std::size_t>(word)), place % packed);
    value.elements.push_back({number, number});
  }
  return value;
}

/// Returns the numbers in `tensor`; one that is not finite may be any.
FormulaValue numbers_of(const Tensor& tensor) {
  FormulaValue value{.shape = tensor.type.shape, .dtype = tensor.type.dtype};
  const auto count = static_cast<std::size_t>(numel(value.shape));
  value.elements.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double number = number_at(tensor, i);
    value.elements.push_back(std::isfinite(number) ? Interval{number, number} : Interval{-HUGE_VAL, HUGE_VAL});
  }
  return value;
}

/// Returns how many low bits of `name` formulas leave out: those of a mask, as in "(x & 0xFFFFE000)". 0: no mask.
int masked_bits(const BoundSpec& bound, const std::string& name) {
  const std::string head = fmt::format("({} & ", name);
  for (const auto& one : bound.formulas()) {
    const std::size_t at = one.written->formula.find(head);
    if (at == std::string::npos) continue;
    const std::uint64_t mask = std::strtoull(one.written->formula.c_str() + at + head.size(), nullptr, 0);
    return mask == 0 ? 0 : std::countr_zero(mask);
  }
  return 0;
}

/// Returns `number` without its `dropped` low bits, rounded to the nearest, ties to even.
double without_bits(double number, int dropped) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
  const std::uint32_t odd = bits >> dropped & 1U;
  const std::uint32_t half = (1U << dropped >> 1U) - 1U + odd;
  return static_cast<double>(std::bit_cast<float>((bits + half) >> dropped << dropped));
}

}  // namespace

FormulaCall::FormulaCall(const BoundSpec& bound, const Call& call, const std::vector<NamedTensor>& outputs)
    : bound_(bound), call_(call), outputs_(outputs), slots_(bound, call.arguments) {
  find_operands();
  find_convolution();
}

void FormulaCall::compute(const std::string& formula) {
  const std::size_t sign = formula.find('=');
  const std::string name = formula.substr(0, formula.find(' '));
  const std::string right = formula.substr(sign + 1);
  const bool rounds_bits = right == fmt::format(" round({})", name);
  const auto names = [&](std::string_view one) {
    const bool is_own = one == name || known_.contains(one);  // no formula begins with what it is to give
    return is_own || bound_.find_parameter(one) != nullptr ? value_of(one) : value_of_output(one);
  };
  auto value = rounds_bits ? rounded_bits(name) : value_of_formula(right, names, convolution_);
  if (value && right.starts_with(" clip(")) value->has_ends = HasEnds::yes;
  known_.insert_or_assign(name, std::move(value));
}

const FormulaValue* FormulaCall::result(std::string_view output) const {
  const auto it = known_.find(output);
  if (it == known_.end() || !it->second || !is_known(*it->second)) return nullptr;
  const auto& outputs = bound_.op().outputs;
  const bool all = std::ranges::all_of(known_, [&](const auto& one) {
    return one.second.has_value() || find_by(outputs, one.first, &Output::name) != nullptr;
  });
  return all ? &*it->second : nullptr;
}

std::optional<FormulaValue> FormulaCall::value_of(std::string_view name) const {
  if (const auto it = known_.find(name); it != known_.end()) return it->second;
  const BoundParameter* const parameter = bound_.find_parameter(name);
  if (parameter == nullptr || parameter->written->kind != ParameterKind::tensor) return std::nullopt;
  const auto it = call_.arguments.find(name);
  const auto* const tensor = it == call_.arguments.end() ? nullptr : std::get_if<Tensor>(&it->second);
  if (tensor == nullptr) return FormulaValue{.elements = {{0, 0}}};  // what is left out counts as zero
  if (tensor->type.dtype == DType::int64) return std::nullopt;
  const std::size_t rank = tensor->type.shape.size();
  const bool is_left = left_.contains(name);
  const bool is_operand = rank > 1 && (is_left || right_.contains(name));
  if (is_operand && tensor->type.dtype == DType::int32) {
    const bool is_along_last = is_left || tensor->type.layout != Layout::transposed;
    FormulaValue value = unpacked(*tensor, is_along_last ? rank - 1 : rank - 2);
    value.summed_axis = is_left ? rank - 1 : rank - 2;
    return value;
  }
  FormulaValue value = numbers_of(*tensor);
  if (is_operand) value.summed_axis = is_left ? rank - 1 : rank - 2;
  if (rank == 1) value.shape.insert(value.shape.end(), axis_from_end(bound_, *parameter->written), 1);
  return value;
}

/// An output that lies along the leading axes of the first one is repeated along the others of it.
std::optional<FormulaValue> FormulaCall::value_of_output(std::string_view name) const {
  const auto it = std::ranges::find(outputs_, name, &NamedTensor::name);
  if (it == outputs_.end() || it->tensor.type.dtype == DType::int64) return std::nullopt;
  FormulaValue value = numbers_of(it->tensor);
  const auto first = std::ranges::find(outputs_, bound_.op().outputs.front().name, &NamedTensor::name);
  if (first == outputs_.end()) return value;
  const Shape& whole = first->tensor.type.shape;
  const bool leads =
      value.shape.size() < whole.size() && std::ranges::equal(value.shape, std::span(whole).first(value.shape.size()));
  if (leads) value.shape.resize(whole.size(), 1);
  return value;
}

/// A rounding of bits: of a float32 parameter, to the bits that a formula keeps of it.
std::optional<FormulaValue> FormulaCall::rounded_bits(const std::string& name) const {
  const int dropped = masked_bits(bound_, name);
  std::optional<FormulaValue> value = value_of(name);
  if (dropped == 0 || !value || value->dtype != DType::float32) return std::nullopt;
  for (Interval& one : value->elements) {
    if (!one.is_one()) continue;
    const double rounded = without_bits(one.low, dropped);
    one = {rounded, rounded};
  }
  return value;
}

void FormulaCall::find_operands() {
  for (const auto& one : bound_.formulas()) add_operands(one.written->formula);
  for (const auto& one : bound_.implementation_defined()) {
    for (const Variant& variant : one.written->variants) add_operands(variant.formula);
  }
}

void FormulaCall::add_operands(std::string_view formula) {
  for (std::size_t at = formula.find(" @ "); at != std::string_view::npos; at = formula.find(" @ ", at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && is_name_character(formula[begin - 1])) --begin;
    left_.emplace(formula.substr(begin, at - begin));
    begin = at + 3;
    if (begin < formula.size() && formula[begin] == '(') ++begin;
    std::size_t end = begin;
    while (end < formula.size() && is_name_character(formula[end])) ++end;
    right_.emplace(formula.substr(begin, end - begin));
  }
}

void FormulaCall::find_convolution() {
  const auto pair = [&](std::string_view key, const std::array<std::int64_t, 2>& usual) {
    const auto sizes = slots_.list(bound_.place_of(key));
    return sizes && (*sizes).size() == 2 ? std::array{(*sizes).front(), (*sizes).back()} : usual;
  };
  convolution_.stride = pair("stride", convolution_.stride);
  convolution_.padding = pair("padding", convolution_.padding);
  convolution_.dilation = pair("dilation", convolution_.dilation);
  const MaybeNumber number = slots_.argument(bound_.place_of("offset_x")).number;
  if (number) convolution_.padding_value = static_cast<double>(*number);
}

}  // namespace npu_cts::mutants
