// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/model/request.h"
#include "framework/model/result.h"

namespace npu_cts::judging {

/// Returns the value of element `index` (row-major) of `tensor` as a person reads it; floats carry their bits.
std::string element_text(const Tensor& tensor, std::int64_t index);

/// Returns the first element in which `got` differs from `want`, or the difference in dtype, shape or size.
/// Elements are equal when their bits are, or when both are NaN.
std::optional<Mismatch> compare(const std::string& output, const Tensor& got, const Tensor& want);

/// Returns the elements (row-major) in which two tensors of one type differ, as `compare` tells them apart.
std::vector<std::int64_t> differing(const Tensor& got, const Tensor& want);

/// Returns whether `compare` would find no difference, without saying where one is.
bool agree(const Tensor& got, const Tensor& want);

/// Returns why the values of `tensor` would show little of an implementation: all equal, or nearly all zero or at one
/// value. Empty where they show enough, or where the tensor is too small to say.
std::string weakness_of(const Tensor& tensor);

/// Returns why one of the results of a call would prove little, of several with its name; empty where none would.
std::string weakness_in(std::span<const NamedTensor> outputs);

}  // namespace npu_cts::judging
