// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "framework/expression/print_expression.h"
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

/// A function of the language: the one row that parser, printer and sentences share.
struct Function {
  std::string_view name;
  ExprKind kind;
  Type type;  ///< of its value
  Takes first;
  Takes rest;
  std::size_t least;  ///< number of arguments
  std::size_t most;
  std::string_view use;  ///< as a person would write it
  std::string_view en;   ///< how a sentence says it, `$1` and `$2` are its parts; empty: by code of its own
  std::string_view zh;
};

/// How tightly a notation binds; a looser part stands in parentheses.
enum class Binding : std::uint8_t {
  disjunction,
  conjunction,
  negation,
  comparison,
  interval,
  sum,
  term,
  unary,
  primary
};

enum class SyntaxForm : std::uint8_t { value, name, infix, prefix, postfix, enclosed, quantifier };

/// How a node that is no function is written: the other half of the language.
struct Notation {
  ExprKind kind;
  SyntaxForm form;
  std::string_view sign;  ///< of `enclosed`, both ends
  std::string_view en;    ///< as above; or the word between the parts
  std::string_view zh;
  Binding binding = Binding::primary;
  Binding first = Binding::disjunction;  ///< what its first part must bind at least
  Binding rest = Binding::disjunction;
};

/// Longest list of arguments.
inline constexpr std::size_t max_arguments = 64;

std::span<const Function> all_functions();
const Function* find_function(std::string_view name);

/// Returns the function or the notation of `kind`: each kind has just one of them. The other is null.
const Function* find_function(ExprKind kind);
const Notation* find_notation(ExprKind kind);

/// Returns the operator between two parts that is written `sign` and binds as `binding`, or null.
const Notation* find_operator(std::string_view sign, Binding binding);

/// Returns how a sentence says `kind`.
std::string_view phrase_of(ExprKind kind, Language language);

/// Returns "an integer", "a tensor parameter" …
std::string_view describe(Takes takes);
std::string_view describe(Type type);

}  // namespace npu_cts
