// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "framework/model/request.h"

/// What the tests of the kernels share: small makers of targets and tensors. Included by tests alone.
namespace npu_cts::kernels::testing {

inline Target on(std::string product, std::string release = "26.1.0", std::string mode = "eager") {
  return {.product = std::move(product), .release = std::move(release), .mode = mode};
}

/// Returns a tensor of bytes that are all zero.
inline Tensor zeros(DType dtype, Shape shape, Layout layout = Layout::contiguous, Format format = Format::nd) {
  Tensor tensor;
  tensor.values.resize(static_cast<std::size_t>(numel(shape) * bytes_of(dtype)));
  tensor.type = {.dtype = dtype, .shape = std::move(shape), .layout = layout, .format = format};
  return tensor;
}

/// Returns a tensor with `values`, whose size must be that of T.
template <class T>
Tensor tensor_of(DType dtype, Shape shape, const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  Tensor tensor = zeros(dtype, std::move(shape));
  tensor.values.assign(bytes.begin(), bytes.end());
  return tensor;
}

/// Returns the elements of `tensor`.
template <class T>
std::vector<T> values_of(const Tensor& tensor) {
  std::vector<T> values(tensor.values.size() / sizeof(T));
  std::copy_n(tensor.values.begin(), values.size() * sizeof(T), std::as_writable_bytes(std::span(values)).begin());
  return values;
}

/// One line of an accept/refuse table: what is changed in a legal call, and the parameter that must be named.
struct CheckCase {
  std::string name;
  Target target;
  std::function<void(Arguments&)> change;
  std::string guilty;  ///< "accepted", or the parameter of the refusal ("" where it is none)
};

inline void PrintTo(const CheckCase& row, std::ostream* out) { *out << row.name; }

}  // namespace npu_cts::kernels::testing
