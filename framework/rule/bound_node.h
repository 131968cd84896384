// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/op_spec.h"
#include "framework/rule/maybe_number.h"

namespace npu_cts {

/// The slot of a name that nothing has: its value is not defined.
inline constexpr std::uint32_t no_slot = UINT32_MAX;

/// What of one argument a node may ask for alone.
enum class Aspect : std::uint8_t { nothing, presence, dtype, layout, format, rank };

/// What a node says that depends on one aspect of one argument alone: a bit for each state of it, and for the two
/// states without one. Where neither bit is set, the node is not defined.
struct AspectTest {
  std::uint32_t slot = 0;           ///< of the parameter
  Aspect aspect = Aspect::nothing;  ///< nothing: the node is no such test
  std::uint64_t yes = 0;
  std::uint64_t no = 0;

  static constexpr std::uint8_t most_axes = 61;  ///< the state of every rank from here on
  static constexpr std::uint8_t no_value = 62;   ///< of an argument that has no such aspect
  static constexpr std::uint8_t left_out = 63;   ///< of one that is left out, or given as none
  static_assert(dtype_table.size() <= no_value && every<Layout>.size() + every<Format>.size() <= no_value);

  [[nodiscard]] bool is_test() const { return aspect != Aspect::nothing; }
  [[nodiscard]] MaybeNumber of(unsigned state) const {
    if (((yes >> state) & 1U) != 0) return 1;
    return ((no >> state) & 1U) != 0 ? MaybeNumber(0) : MaybeNumber();
  }
};

/// A node of an expression whose names are resolved: what evaluation walks. It fills a line of the cache.
struct BoundNode {
  ExprKind kind = ExprKind::boolean;
  Type type = Type::boolean;
  /// Of a parameter or symbol; of a variable, its position on the stack of variables; of a quantifier, the vector of
  /// whose entries its body reads one, and nothing else of its variable.
  std::uint32_t slot = no_slot;
  std::int64_t number = 0;  ///< of an integer, boolean, dtype or word
  std::vector<BoundNode> children = {};
  AspectTest test = {};  ///< what it says, where that is so simple
};
static_assert(sizeof(BoundNode) == 64);

/// Calls `visit` with every expression of `op` but the claims that its documents reject; those that may be left out may
/// be null.
void for_each_expression(const OpSpec& op, const std::function<void(const ExpressionPtr&)>& visit);

/// The names of one operator as numbers: parameters and symbols by slot, words by their place in a list.
class SlotNames {
 public:
  SlotNames() = default;

  /// Collects the names of `op`: a symbol's slot is its position among the operator's symbols, then come the symbols
  /// that only the hints have. Words are those of every expression of `op`, layouts and formats first.
  explicit SlotNames(const OpSpec& op);

  /// Returns `expression`, one of the operator's, over slots; `symbols_known` is how many of the first symbols it may
  /// use. A name or word that the operator does not have is not defined, or equal to nothing.
  [[nodiscard]] BoundNode bind(const Expression& expression, std::size_t symbols_known = no_slot) const;

  [[nodiscard]] std::size_t parameter(std::string_view key) const;  ///< or no_slot
  [[nodiscard]] std::size_t symbol(std::string_view name) const;    ///< or no_slot
  [[nodiscard]] std::size_t parameter_count() const { return parameters_.size(); }
  [[nodiscard]] std::size_t symbol_count() const { return symbols_.size(); }
  /// Returns the slots of the parameters, sorted by key as the arguments of a call are.
  [[nodiscard]] const std::vector<std::size_t>& by_key() const { return by_key_; }

  [[nodiscard]] std::int64_t word(std::string_view text) const;  ///< or no_word
  [[nodiscard]] const std::string& text_of_word(std::int64_t word) const {
    return words_[static_cast<std::size_t>(word)];
  }

  static constexpr std::int64_t no_word = -1;
  static std::int64_t word_of(Layout layout) { return static_cast<std::int64_t>(layout); }
  static std::int64_t word_of(Format format) { return first_format + static_cast<std::int64_t>(format); }

 private:
  static constexpr std::int64_t first_format = 3;

  void add_words(const Expression* expression);

  std::vector<std::string> parameters_;
  std::vector<std::string> symbols_;
  std::vector<std::string> words_;
  std::vector<std::size_t> by_key_;
};

}  // namespace npu_cts
