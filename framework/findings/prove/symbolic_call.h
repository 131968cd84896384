// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/findings/prove/terms.h"
#include "framework/model/op_spec.h"
#include "framework/model/spec.h"

namespace npu_cts::findings::prove {

/// The calls that the solver looks at: every presence, dtype, layout and format, sizes up to twice the largest limit
/// that the spec states, and integers of more than 32 bits.
struct Box {
  std::int64_t most_size = 0;      ///< of an axis
  std::int64_t most_number = 0;    ///< the magnitude of an integer that a call gives: more than 32 bits hold
  std::int64_t most_rank = 0;      ///< of a tensor
  std::int64_t most_elements = 0;  ///< of a list
  std::vector<std::string> words;  ///< those that the spec speaks of, sorted, and one that it does not

  friend bool operator==(const Box&, const Box&) = default;
};

/// Returns the box of `op`: limits are the integers that its rules (on anything but data) and shapes compare with.
Box box_of(const OpSpec& op);

/// One argument whose facts are free: a tensor has dtype, sizes, layout and format; an attribute its value or elements.
struct SymbolicArgument {
  const Parameter* parameter = nullptr;
  z3::expr given;
  Number code;    ///< dtype of a tensor; value of an integer, a boolean (0, 1), a word (its position), a dtype
  Sizes sizes;    ///< of a tensor, or the elements of a list
  Number layout;  ///< of a tensor
  Number format;  ///< of a tensor
};

/// A call of `op` that may be any of its box.
class SymbolicCall {
 public:
  SymbolicCall(const Terms& terms, const OpSpec& op, Box box);

  [[nodiscard]] const SymbolicArgument* find(std::string_view key) const;
  [[nodiscard]] const Box& box() const { return box_; }
  [[nodiscard]] const z3::expr& in_box() const { return in_box_; }

  /// Returns the code of `word` among the words of the box; nothing where it is none of them.
  [[nodiscard]] std::optional<std::int64_t> code_of(std::string_view word) const;

  /// Returns the call of `model` for `target`: arguments that are not given are none where they have a default.
  [[nodiscard]] Call call_of(const z3::model& model, const Target& target) const;

 private:
  z3::expr integer(const std::string& name, std::int64_t low, std::int64_t high);
  SymbolicArgument argument(const Parameter& parameter);
  void add_tensor(SymbolicArgument& argument, const std::string& key);
  void add_list(SymbolicArgument& argument, const std::string& key);

  Terms terms_;
  Box box_;
  z3::expr in_box_;
  std::vector<SymbolicArgument> arguments_;
};

}  // namespace npu_cts::findings::prove
