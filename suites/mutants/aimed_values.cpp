// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/aimed_values.h"

#include <array>
#include <cstddef>
#include <variant>

#include "framework/expand/fill.h"

namespace npu_cts::mutants {
namespace {

/// Cycles of different lengths, which meet in every combination.
const std::array<std::vector<double>, 5> cancelling{
    {{3, -3, 6},
     {1, -1, 2, 0, 127},
     {1.0 / 6, -1.0 / 6, 1.0 / 3, 0.1, 1.0 / 12, 1.5, 3e4},
     {-0.5, 0.5, 1, -1.5, 2, -3, 0.1, -0.3, 4.5, -6, 1.0 / 3},
     {1, 1.0 / 3, 7, 0.7, 1e-3, -1.0 / 9, 3, 1.1, 0.9, 2, -5, 13, 1e-2}}};

/// The numbers of what meets in one product and of what is added to it, place by place.
struct LoneProduct {
  std::vector<double> factors;  ///< times one
  std::vector<double> scale;    ///< of the factors
  std::vector<double> rest;     ///< of every other tensor
};

/// 3 times the float32 number 5/6 is 2.5 when it is rounded, and a little more before.
const std::array<LoneProduct, 3> lone_products{{
    {{100, -100}, {3}, {0}},
    {{3, -3, 15, -15}, {5.0 / 6}, {-2.5, 2.5, -12.5, 12.5}},
    {{3, -3, 15, -15}, {5.0 / 6}, {-2, 2, -12, 12}},
}};

std::size_t elements(const Call& call, const std::string& key) {
  return static_cast<std::size_t>(numel(std::get<Tensor>(call.arguments.find(key)->second).type.shape));
}

Call filled(const BoundSpec& bound, const Call& call, const AimedNumbers& numbers) {
  std::map<std::string, Fill, std::less<>> fills;
  for (const auto& [key, own] : numbers) fills[key] = {.kind = FillKind::cycle, .numbers = own};
  return expand::fill(bound, call, "aimed", [&](const std::string& key) -> const Fill* {
    const auto found = fills.find(key);
    return found == fills.end() ? nullptr : &found->second;
  });
}

/// Returns the tensors of `call` that have no numbers yet, and of these those with `least` axes or more. Words of int64
/// hold packed fields, not numbers: they keep their own.
std::vector<std::string> tensors_of(const Call& call, const AimedNumbers& aimed, std::size_t least) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : call.arguments) {
    const auto* const tensor = std::get_if<Tensor>(&value);
    if (tensor != nullptr && tensor->type.dtype != DType::int64 && !aimed.contains(key) &&
        tensor->type.shape.size() >= least)
      keys.push_back(key);
  }
  return keys;
}

}  // namespace

Call with_cancelling_values(const BoundSpec& bound, const Call& call, const AimedNumbers& aimed) {
  AimedNumbers numbers;
  for (const auto& [key, value] : call.arguments) {
    if (!std::holds_alternative<Tensor>(value)) continue;
    const auto own = aimed.find(key);
    numbers[key] = own == aimed.end() ? cancelling[numbers.size() % cancelling.size()] : own->second;
  }
  return filled(bound, call, numbers);
}

std::vector<Call> with_lone_products(const BoundSpec& bound, const Call& call, const AimedNumbers& aimed) {
  std::vector<Call> calls;
  const std::vector<std::string> matrices = tensors_of(call, aimed, 2);
  const std::vector<std::string> all = tensors_of(call, aimed, 0);
  const auto add = [&](const std::string& one, const std::string& other, const std::string& scale) {
    std::vector<double> lone(elements(call, one));
    lone.front() = 1;
    for (const LoneProduct& product : lone_products) {
      AimedNumbers numbers = aimed;
      for (const std::string& key : all) numbers[key] = product.rest;
      numbers[scale] = product.scale;
      numbers[one] = lone;
      numbers[other] = product.factors;
      calls.push_back(filled(bound, call, numbers));
    }
  };
  for (const std::string& one : matrices) {
    for (const std::string& other : matrices) {
      for (const std::string& scale : all) {
        if (one != other && scale != one && scale != other && elements(call, one) > 0) add(one, other, scale);
      }
    }
  }
  return calls;
}

}  // namespace npu_cts::mutants
