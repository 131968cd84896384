// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "framework/base/diagnostic.h"

namespace npu_cts {

/// A value, or all the reasons why there is none.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}                                  // NOLINT(google-explicit-constructor)
  Result(Diagnostic diagnostic) : state_(Diagnostics{std::move(diagnostic)}) {}  // NOLINT(google-explicit-constructor)
  Result(Diagnostics diagnostics) : state_(std::move(diagnostics)) {             // NOLINT(google-explicit-constructor)
    assert(!std::get<Diagnostics>(state_).empty());
  }

  [[nodiscard]] bool has_value() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return has_value(); }

  [[nodiscard]] const T& value() const {
    assert(has_value());
    return *std::get_if<T>(&state_);
  }
  [[nodiscard]] T& value() {
    assert(has_value());
    return *std::get_if<T>(&state_);
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  [[nodiscard]] const Diagnostics& diagnostics() const {
    assert(!has_value());
    return *std::get_if<Diagnostics>(&state_);
  }

 private:
  std::variant<T, Diagnostics> state_;
};

}  // namespace npu_cts
