// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/call.h"
#include "framework/rule/bound_spec.h"
#include "framework/rule/sizes.h"

namespace npu_cts {

/// The arguments of a call by slot; nothing where one is left out.
using SlotArguments = std::vector<std::optional<Value>>;

/// Returns `arguments` by slot, without those that no parameter is called.
SlotArguments to_slots(const BoundSpec& bound, const Arguments& arguments);

/// Returns the call at the target of `bound` with `arguments`, one for each of its parameters.
Call to_call(const BoundSpec& bound, SlotArguments arguments);

/// Returns the state that an AspectTest asks for.
inline unsigned state_of(const TensorType& type, Aspect aspect) {
  if (aspect <= Aspect::dtype) return static_cast<unsigned>(type.dtype);
  if (aspect == Aspect::layout) return static_cast<unsigned>(SlotNames::word_of(type.layout));
  if (aspect == Aspect::format) return static_cast<unsigned>(SlotNames::word_of(type.format));
  return static_cast<unsigned>(std::min<std::size_t>(type.shape.size(), AspectTest::most_axes));
}

/// An argument in the form that evaluation reads.
struct SlotArgument {
  const Value* value = nullptr;               ///< null: left out, and no default holds
  const Tensor* tensor = nullptr;             ///< where it is one
  MaybeNumber number = {};                    ///< of a truth, integer, dtype or word that fits the parameter
  bool stands_for_pair = false;               ///< a scalar that does
  std::array<std::int64_t, 2> pair = {};      ///< of a scalar that stands for a pair
  std::uint8_t state = AspectTest::left_out;  ///< what an AspectTest asks of it where it is no tensor

  [[nodiscard]] bool is_given() const { return value != nullptr && !std::holds_alternative<None>(*value); }
};

/// The value of a symbol in a call.
struct SymbolValue {
  enum class State : std::uint8_t { unknown, evaluated, given };
  State state = State::unknown;
  Type type = Type::boolean;
  MaybeNumber number = {};
  bool has_sizes = false;
  Shape sizes = {};
};

/// A call over the slots of a bound spec: its arguments, with defaults where it leaves them out, and the values of the
/// symbols that were asked for. Refers to the bound spec and to the values, which must outlive it. Remembers symbols,
/// so it is not for several threads at once, and `forget` follows every change of a value that it refers to.
class SlotCall {
 public:
  /// A call without arguments: each parameter has its default.
  explicit SlotCall(const BoundSpec& bound);

  /// The call of `arguments`; what no parameter is called is passed over.
  SlotCall(const BoundSpec& bound, const Arguments& arguments);
  SlotCall(const BoundSpec& bound, Arguments&& arguments) = delete;

  /// The call of `arguments`, one for each parameter.
  SlotCall(const BoundSpec& bound, const SlotArguments& arguments);
  SlotCall(const BoundSpec& bound, SlotArguments&& arguments) = delete;

  [[nodiscard]] const BoundSpec& bound() const { return *bound_; }

  /// Gives the parameter at `slot` a value, or leaves it out (null).
  void set(std::size_t slot, const Value* value);

  /// Sets a symbol from outside instead of by its definition (nothing: by that again): how the generator builds a call.
  void give_symbol(std::size_t slot, const std::optional<Value>& value);

  /// Forgets the symbols that were evaluated.
  void forget();

  [[nodiscard]] const SlotArgument& argument(std::size_t slot) const {
    return slot < arguments_.size() ? arguments_[slot] : absent_;
  }

  /// Returns what `test` says of its argument.
  [[nodiscard]] MaybeNumber asked(const AspectTest& test) const {
    const SlotArgument& of = arguments_[test.slot];
    return test.of(of.tensor != nullptr ? state_of(of.tensor->type, test.aspect) : of.state);
  }

  /// Returns the elements of a list argument; a scalar that stands for a pair is replicated.
  [[nodiscard]] MaybeSizes list(std::size_t slot) const;

  /// Returns the text of a word, of the operator or of an argument.
  [[nodiscard]] const std::string& text_of_word(std::int64_t word) const;

  /// Returns the value of the symbol at `slot`, evaluated when it is first asked for.
  [[nodiscard]] const SymbolValue& symbol(std::size_t slot) const {
    if (symbols_[slot].state == SymbolValue::State::unknown) evaluate_symbol(slot);
    return symbols_[slot];
  }

 private:
  void evaluate_symbol(std::size_t slot) const;
  [[nodiscard]] std::int64_t word_of(std::size_t slot, std::string_view text) const;

  static inline const SlotArgument absent_{};
  const BoundSpec* bound_;
  std::vector<SlotArgument> arguments_;
  mutable std::vector<SymbolValue> symbols_;
};

}  // namespace npu_cts
