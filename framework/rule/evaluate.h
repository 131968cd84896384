#pragma once

#include <cstdint>
#include <functional>
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

/// What expressions are evaluated over: a call, the defaults that apply to it, and the operator's symbols.
/// Holds references: the operator and the call must outlive it.
class Facts {
 public:
  Facts(const Spec& spec, const OpSpec& op, const Call& call);

  /// As above, with symbols set from outside instead of by their definitions: how the generator builds a call.
  Facts(const Spec& spec, const OpSpec& op, const Call& call, std::map<std::string, Value> symbols);

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
  [[nodiscard]] const Value* outside_symbol(std::string_view name) const;

  /// Returns the definition of symbol `name`, or null.
  [[nodiscard]] const Expression* definition(std::string_view name) const;

 private:
  const Spec& spec_;
  const OpSpec& op_;
  const Call& call_;
  std::map<std::string, Value, std::less<>> symbols_;
};

/// Most nodes that one evaluation visits; what needs more is not defined.
inline constexpr std::int64_t max_work = 10'000'000;

/// Returns the value of `expression` over `facts`. Always terminates; integer overflow is "not defined".
/// `and`, `or`, `all`, `any` and `if` are decided by the parts that are defined where those suffice.
Computed evaluate(const Expression& expression, const Facts& facts);

/// Returns the truth of `expression`, a boolean one; nothing where it is not defined. Faster than `evaluate`.
std::optional<bool> decide(const Expression& expression, const Facts& facts);

}  // namespace npu_cts
