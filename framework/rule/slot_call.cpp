// SPDX-License-Identifier: Apache-2.0
#include "framework/rule/slot_call.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "framework/rule/evaluator.h"

namespace npu_cts {
namespace {

template <class T>
MaybeNumber number_in(const Value& value) {
  const T* const held = std::get_if<T>(&value);
  return held == nullptr ? MaybeNumber() : MaybeNumber(static_cast<std::int64_t>(*held));
}

}  // namespace

SlotArguments to_slots(const BoundSpec& bound, const Arguments& arguments) {
  SlotArguments by_slot(bound.parameters().size());
  for (const auto& [key, value] : arguments) {
    const std::size_t slot = bound.names().parameter(key);
    if (slot != no_slot) by_slot[slot] = value;
  }
  return by_slot;
}

Call to_call(const BoundSpec& bound, SlotArguments arguments) {
  Call call{.op = bound.op().name, .target = bound.target()};
  const auto given = std::ranges::count_if(arguments, [](const auto& argument) { return argument.has_value(); });
  call.arguments.reserve(static_cast<std::size_t>(given));
  for (const std::size_t slot : bound.names().by_key()) {
    if (arguments[slot]) call.arguments.try_emplace(bound.parameters()[slot].written->key, *std::move(arguments[slot]));
  }
  return call;
}

SlotCall::SlotCall(const BoundSpec& bound) : bound_(&bound), arguments_(bound.parameters().size()) {
  symbols_.resize(bound.names().symbol_count());
  for (std::size_t slot = 0; slot < arguments_.size(); ++slot) set(slot, nullptr);
}

SlotCall::SlotCall(const BoundSpec& bound, const Arguments& arguments) : SlotCall(bound) {
  auto it = arguments.begin();
  for (const std::size_t slot : bound.names().by_key()) {
    const std::string& key = bound.parameters()[slot].written->key;
    while (it != arguments.end() && it->first < key) ++it;
    if (it != arguments.end() && it->first == key) set(slot, &it->second);
  }
}

SlotCall::SlotCall(const BoundSpec& bound, const SlotArguments& arguments) : SlotCall(bound) {
  for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
    if (arguments[slot]) set(slot, &*arguments[slot]);
  }
}

std::int64_t SlotCall::word_of(std::size_t slot, std::string_view text) const {
  const std::int64_t word = bound_->names().word(text);
  if (word != SlotNames::no_word) return word;
  for (std::size_t other = 0; other < slot; ++other) {  // a word that no expression has equals only itself
    const Value* const value = arguments_[other].value;
    const auto* const held = value == nullptr ? nullptr : std::get_if<std::string>(value);
    if (held != nullptr && *held == text) return *arguments_[other].number;
  }
  return SlotNames::no_word - 1 - static_cast<std::int64_t>(slot);
}

const std::string& SlotCall::text_of_word(std::int64_t word) const {
  if (word > SlotNames::no_word) return bound_->names().text_of_word(word);
  return std::get<std::string>(*arguments_[static_cast<std::size_t>(SlotNames::no_word - 1 - word)].value);
}

void SlotCall::set(std::size_t slot, const Value* value) {
  SlotArgument& argument = arguments_[slot];
  const BoundParameter& parameter = bound_->parameters()[slot];
  if (value == nullptr) value = parameter.default_value;
  argument.value = value;  // member by member: a whole one is copied through memory, which takes ten times as long
  argument.tensor = nullptr;
  argument.number = {};
  argument.stands_for_pair = false;
  argument.state = AspectTest::left_out;
  if (value == nullptr) return;
  argument.state = argument.is_given() ? AspectTest::no_value : AspectTest::left_out;
  switch (parameter.written->kind) {
    case ParameterKind::tensor:
      argument.tensor = std::get_if<Tensor>(value);
      return;
    case ParameterKind::integer:
      argument.number = number_in<std::int64_t>(*value);
      return;
    case ParameterKind::boolean:
      argument.number = number_in<bool>(*value);
      return;
    case ParameterKind::dtype:
      argument.number = number_in<DType>(*value);
      if (argument.number) argument.state = static_cast<std::uint8_t>(*argument.number);
      return;
    case ParameterKind::word:
      if (const auto* const word = std::get_if<std::string>(value)) argument.number = word_of(slot, *word);
      return;
    case ParameterKind::integer_list:
      return;
    case ParameterKind::integer_pair:
      if (const auto scalar = number_in<std::int64_t>(*value)) {
        argument.pair = {*scalar, *scalar};
        argument.stands_for_pair = true;
      }
      return;
  }
  std::abort();
}

MaybeSizes SlotCall::list(std::size_t slot) const {
  const SlotArgument& held = argument(slot);
  if (held.stands_for_pair) return std::span<const std::int64_t>(held.pair);
  const auto* const elements = held.value == nullptr ? nullptr : std::get_if<Shape>(held.value);
  return elements == nullptr ? MaybeSizes() : std::span<const std::int64_t>(*elements);
}

void SlotCall::give_symbol(std::size_t slot, const std::optional<Value>& value) {
  SymbolValue& symbol = symbols_[slot];
  symbol.state = value ? SymbolValue::State::given : SymbolValue::State::unknown;
  if (!value) return;
  const auto* const sizes = std::get_if<Shape>(&*value);
  symbol.has_sizes = sizes != nullptr;
  symbol.number = {};
  if (sizes != nullptr) {
    symbol.type = Type::shape;
    symbol.sizes = *sizes;
  } else if (const auto* const word = std::get_if<std::string>(&*value)) {
    symbol.type = Type::word;
    symbol.number = bound_->names().word(*word);
  } else if (std::holds_alternative<DType>(*value)) {
    symbol.type = Type::dtype;
    symbol.number = number_in<DType>(*value);
  } else if (std::holds_alternative<bool>(*value)) {
    symbol.type = Type::boolean;
    symbol.number = number_in<bool>(*value);
  } else {
    symbol.type = Type::integer;
    symbol.number = number_in<std::int64_t>(*value);
  }
}

void SlotCall::forget() {
  for (SymbolValue& symbol : symbols_) {
    if (symbol.state == SymbolValue::State::evaluated) symbol.state = SymbolValue::State::unknown;
  }
}

void SlotCall::evaluate_symbol(std::size_t slot) const {
  SymbolValue& symbol = symbols_[slot];
  symbol.state = SymbolValue::State::evaluated;
  symbol.number = {};
  symbol.has_sizes = false;
  if (slot >= bound_->symbols().size()) return;  // one of the hints' own, which nothing defines
  const BoundNode& definition = bound_->symbols()[slot];
  symbol.type = definition.type == Type::list ? Type::shape : definition.type;
  Evaluator evaluator(*this);
  if (symbol.type != Type::shape) {
    symbol.number = evaluator.number(definition);
  } else if (const auto sizes = evaluator.sizes(definition)) {
    symbol.has_sizes = true;
    symbol.sizes.assign((*sizes).begin(), (*sizes).end());
  }
}

}  // namespace npu_cts
