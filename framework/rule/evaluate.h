#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/model/spec.h"

namespace npu_cts {

/// A set of integers.
struct IntegerSet {
  std::vector<std::int64_t> members;  ///< sorted, without repeats

  friend bool operator==(const IntegerSet&, const IntegerSet&) = default;
};

/// The value of an expression; monostate where it is not defined (an absent tensor's rank, an axis outside the rank,
/// a division by zero, data that the call does not carry, more work than `max_work`). A list is a Shape.
using Computed = std::variant<std::monostate, bool, std::int64_t, DType, std::string, Shape, IntegerSet>;

inline bool is_defined(const Computed& value) { return !std::holds_alternative<std::monostate>(value); }

/// The value of a symbol, and what it took to come to it: it is given again only where an evaluation would have ended.
struct Remembered {
  Computed value;
  std::int64_t work = 0;  ///< nodes visited
  int height = 0;         ///< symbols above one another
};

/// What expressions are evaluated over: a call, the defaults that apply to it, and the operator's symbols.
/// Holds references: the spec, the operator, the call and the symbols must outlive it. Remembers what it was asked for,
/// so a call that changes needs `forget` or other Facts; not for several threads at once.
class Facts {
 public:
  Facts(const Spec& spec, const OpSpec& op, const Call& call) : spec_(spec), op_(op), call_(call) {}

  /// As above, with symbols set from outside instead of by their definitions: how the generator builds a call.
  Facts(const Spec& spec, const OpSpec& op, const Call& call, const std::map<std::string, Value>& symbols)
      : spec_(spec), op_(op), call_(call), symbols_(&symbols) {}
  Facts(const Spec& spec, const OpSpec& op, const Call& call, std::map<std::string, Value>&& symbols) = delete;

  Facts(const Facts&) = delete;  // remembered shapes are lent out by address
  Facts& operator=(const Facts&) = delete;

  /// Forgets what was remembered of the call: after the call was changed, before anything else is asked.
  void forget();

  [[nodiscard]] const OpSpec& op() const { return op_; }
  [[nodiscard]] const Call& call() const { return call_; }
  [[nodiscard]] const Spec& spec() const { return spec_; }

  /// Returns the argument of `key`: given, or its default for this release, or null where it has neither.
  [[nodiscard]] const Value* argument(std::string_view key) const;

  /// Returns the tensor argument of `key`, or null where it is absent, none or no tensor.
  [[nodiscard]] const Tensor* tensor(std::string_view key) const;

  /// Returns the value of symbol `name`.
  [[nodiscard]] Computed symbol(std::string_view name) const;

  /// Returns the value that symbol `name` was given from outside, or null.
  [[nodiscard]] const Value* outside_symbol(const std::string& name) const;

  /// Returns the position of symbol `name` among the operator's, if it is one.
  [[nodiscard]] std::optional<std::size_t> find_symbol(std::string_view name) const;

  /// Returns the place where the value of the operator's symbol `position` is remembered: empty until it is known.
  [[nodiscard]] std::optional<Remembered>& remembered(std::size_t position) const;

 private:
  [[nodiscard]] const Value* look_up(const Parameter& parameter) const;

  const Spec& spec_;
  const OpSpec& op_;
  const Call& call_;
  const std::map<std::string, Value>* symbols_ = nullptr;

  // Remembered, by position among the operator's parameters and symbols; empty until the first question.
  mutable std::vector<std::optional<const Value*>> arguments_;
  mutable std::vector<std::optional<Remembered>> defined_;
  mutable std::optional<std::optional<std::size_t>> release_;  ///< of the call's target, if the spec has it
};

/// Most nodes that one evaluation visits; what needs more is not defined.
inline constexpr std::int64_t max_work = 10'000'000;

/// Returns the value of `expression` over `facts`. Always terminates; integer overflow is "not defined".
/// `and`, `or`, `all`, `any` and `if` are decided by the parts that are defined where those suffice.
Computed evaluate(const Expression& expression, const Facts& facts);

/// Returns the truth of `expression`, a boolean one; nothing where it is not defined. Faster than `evaluate`.
std::optional<bool> decide(const Expression& expression, const Facts& facts);

}  // namespace npu_cts
