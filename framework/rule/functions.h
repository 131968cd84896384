#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "framework/model/expression.h"

namespace npu_cts {

/// What a function takes at one place.
enum class Takes : std::uint8_t {
  integer,
  shape,   ///< or a list
  tensor,  ///< a tensor parameter
  tensor_or_shape,
  tensor_or_dtype,
  elements,  ///< a parameter with elements: a list, or a tensor of integers
};

/// A function of the language: the one table that parser and printer share.
struct Function {
  std::string_view name;
  ExprKind kind;
  Type type;  ///< of its value
  Takes first;
  Takes rest;
  std::size_t least;  ///< number of arguments
  std::size_t most;
  std::string_view use;  ///< as a person would write it
};

/// Longest list of arguments.
inline constexpr std::size_t max_arguments = 64;

std::span<const Function> all_functions();
const Function* find_function(std::string_view name);

/// Returns the function whose node is `op`, or null where `op` has a notation of its own.
const Function* find_function(ExprKind kind);

/// Returns "an integer", "a tensor parameter" …
std::string_view describe(Takes takes);
std::string_view describe(Type type);

}  // namespace npu_cts
