// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <string_view>

// What sources that mutate.py wrote call. Each place of theirs does as it was written, unless its number is switched on
// by the environment: NPU_CTS_MUTANT=framework/rule/judge_call.cpp:12.
namespace npu_cts::mutation {

/// Returns the number that is switched on in the source `path`; 0: none.
inline int selected(std::string_view path) {
  const char* const asked = std::getenv("NPU_CTS_MUTANT");
  if (asked == nullptr) return 0;
  const std::string_view text = asked;
  const auto colon = text.rfind(':');
  return colon != text.npos && text.substr(0, colon) == path ? std::atoi(text.substr(colon + 1).data()) : 0;
}

// By value: a constant then needs no capture where a lambda has none.
#define NPU_CTS_OPERATOR(name, written, mutated)                           \
  template <class A, class B>                                              \
  auto name(bool is_mutant, A a, B b)->decltype(a written b) {             \
    return is_mutant ? decltype(a written b)(a mutated b) : (a written b); \
  }
NPU_CTS_OPERATOR(less, <, <=)
NPU_CTS_OPERATOR(less_equal, <=, <)
NPU_CTS_OPERATOR(greater, >, >=)
NPU_CTS_OPERATOR(greater_equal, >=, >)
NPU_CTS_OPERATOR(equal, ==, !=)
NPU_CTS_OPERATOR(not_equal, !=, ==)
NPU_CTS_OPERATOR(add, +, -)
NPU_CTS_OPERATOR(subtract, -, +)
NPU_CTS_OPERATOR(multiply, *, +)
NPU_CTS_OPERATOR(divide, /, *)
NPU_CTS_OPERATOR(remainder, %, *)
NPU_CTS_OPERATOR(bits_and, &, |)
NPU_CTS_OPERATOR(bits_or, |, &)
NPU_CTS_OPERATOR(shift_left, <<, >>)
NPU_CTS_OPERATOR(shift_right, >>, <<)
#undef NPU_CTS_OPERATOR

template <class A, class B>
bool logical_and(bool is_mutant, const A& a, const B& b) {
  return is_mutant ? a() || b() : a() && b();
}

template <class A, class B>
bool logical_or(bool is_mutant, const A& a, const B& b) {
  return is_mutant ? a() && b() : a() || b();
}

template <class A>
bool logical_not(bool is_mutant, const A& a) {
  return static_cast<bool>(a) == is_mutant;
}

template <class T>
T number(bool is_mutant, T value) {
  return is_mutant ? static_cast<T>(value + 1) : value;
}

inline bool truth(bool is_mutant, bool value) { return value != is_mutant; }

}  // namespace npu_cts::mutation
