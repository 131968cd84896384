// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/symbolic_call.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "framework/base/find.h"

namespace npu_cts::findings::prove {
namespace {

/// Bits that a size takes, rounded up at a few steps: what bounds the elements of a tensor in linear terms.
constexpr std::array<std::pair<int, int>, 6> size_bits{{{1, 0}, {2, 1}, {16, 4}, {256, 8}, {4096, 12}, {65536, 16}}};
constexpr int most_bits = 62;

std::int64_t last_code(ParameterKind kind, const Box& box) {
  switch (kind) {
    case ParameterKind::tensor:
    case ParameterKind::dtype:
      return static_cast<std::int64_t>(dtype_table.size()) - 1;
    case ParameterKind::boolean:
      return 1;
    case ParameterKind::word:
      return static_cast<std::int64_t>(box.words.size()) - 1;
    case ParameterKind::integer:
    case ParameterKind::integer_list:
    case ParameterKind::integer_pair:
      return box.most_number;
  }
  std::abort();
}

std::int64_t read(const z3::model& model, const z3::expr& term) {
  std::int64_t value = 0;
  const z3::expr found = model.eval(term, true);
  if (found.is_bool()) return found.is_true() ? 1 : 0;
  found.is_numeral_i64(value);
  return value;
}

}  // namespace

SymbolicCall::SymbolicCall(const Terms& terms, const OpSpec& op, Box box)
    : terms_(terms), box_(std::move(box)), in_box_(terms.truth(1)) {
  for (const Parameter& parameter : op.parameters) arguments_.push_back(argument(parameter));
}

z3::expr SymbolicCall::integer(const std::string& name, std::int64_t low, std::int64_t high) {
  z3::expr variable = terms_.context().int_const(name.c_str());
  in_box_ = in_box_ && terms_.number(low) <= variable && variable <= terms_.number(high);
  return variable;
}

SymbolicArgument SymbolicCall::argument(const Parameter& parameter) {
  const std::string& key = parameter.key;
  const z3::expr given = integer(key + ".given", 0, 1) == 1;
  SymbolicArgument made{.parameter = &parameter,
                        .given = given,
                        .code = terms_.undefined(),
                        .sizes = terms_.no_sizes(),
                        .layout = terms_.undefined(),
                        .format = terms_.undefined()};
  if (parameter.kind == ParameterKind::integer_list || parameter.kind == ParameterKind::integer_pair) {
    add_list(made, key);
  } else {
    const std::int64_t last = last_code(parameter.kind, box_);
    const std::int64_t first = parameter.kind == ParameterKind::integer ? -last : 0;
    made.code = {integer(key, first, last), given, static_cast<double>(last)};
    if (parameter.kind == ParameterKind::tensor) add_tensor(made, key);
  }
  return made;
}

void SymbolicCall::add_list(SymbolicArgument& argument, const std::string& key) {
  argument.sizes = {argument.given, integer(key + ".length", 0, box_.most_elements), {}};
  for (std::int64_t i = 0; i < box_.most_elements; ++i) {
    const z3::expr element = integer(key + "." + std::to_string(i), -box_.most_number, box_.most_number);
    argument.sizes.items.push_back({element, terms_.truth(1), static_cast<double>(box_.most_number)});
  }
}

void SymbolicCall::add_tensor(SymbolicArgument& argument, const std::string& key) {
  argument.sizes = {argument.given, integer(key + ".rank", 0, box_.most_rank), {}};
  z3::expr bits = terms_.number(0);
  for (std::int64_t axis = 0; axis < box_.most_rank; ++axis) {
    const z3::expr size = integer(key + "." + std::to_string(axis), 0, box_.most_size);
    argument.sizes.items.push_back({size, terms_.truth(1), static_cast<double>(box_.most_size)});
    z3::expr its_bits = terms_.number(static_cast<std::int64_t>(std::ceil(std::log2(box_.most_size))));
    for (auto step = size_bits.rbegin(); step != size_bits.rend(); ++step) {
      its_bits = z3::ite(size <= step->first, terms_.number(step->second), its_bits);
    }
    bits = bits + z3::ite(terms_.number(axis) < argument.sizes.length, its_bits, terms_.number(0));
  }
  in_box_ = in_box_ && bits <= most_bits;
  const Number layout{integer(key + ".layout", 0, 2), argument.given, 2};
  const Number format{integer(key + ".format", 0, 2), argument.given, 2};
  argument.layout = layout;
  argument.format = format;
}

const SymbolicArgument* SymbolicCall::find(std::string_view key) const {
  return find_where(arguments_, [&](const auto& one) { return one.parameter->key == key; });
}

std::optional<std::int64_t> SymbolicCall::code_of(std::string_view word) const {
  const auto it = std::ranges::find(box_.words, word);
  if (it == box_.words.end()) return std::nullopt;
  return it - box_.words.begin();
}

Call SymbolicCall::call_of(const z3::model& model, const Target& target) const {
  Call call{.target = target};
  for (const SymbolicArgument& one : arguments_) {
    const Parameter& parameter = *one.parameter;
    if (read(model, one.given) == 0) {
      if (!parameter.defaults.empty()) call.arguments[parameter.key] = None{};
      continue;
    }
    Shape sizes;
    for (std::int64_t i = 0; i < read(model, one.sizes.length); ++i) {
      sizes.push_back(read(model, one.sizes.items[static_cast<std::size_t>(i)].value));
    }
    const std::int64_t code = read(model, one.code.value);
    Value value = code;
    if (parameter.kind == ParameterKind::tensor) {
      value = Tensor{.type = {.dtype = static_cast<DType>(code),
                              .shape = sizes,
                              .layout = static_cast<Layout>(read(model, one.layout.value)),
                              .format = static_cast<Format>(read(model, one.format.value))}};
    } else if (parameter.kind == ParameterKind::dtype) {
      value = static_cast<DType>(code);
    } else if (parameter.kind == ParameterKind::boolean) {
      value = code != 0;
    } else if (parameter.kind == ParameterKind::word) {
      value = box_.words[static_cast<std::size_t>(code)];
    } else if (parameter.kind != ParameterKind::integer) {
      value = sizes;
    }
    call.arguments[parameter.key] = std::move(value);
  }
  return call;
}

}  // namespace npu_cts::findings::prove
