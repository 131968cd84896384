// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/model/request.h"

namespace npu_cts {

/// Returns `tensor` laid out as its type says. Gaps of a strided layout are filled with 0xA5, so that a kernel
/// that ignores strides computes something visibly wrong; padding of blocks is zero.
///
/// Shapes: strided takes every second place of the last axis, from place 3, with 5 places between rows.
///         `storage_offset` places come before all that, and are filled like gaps.
///         The blocked format is framework/ascend/formats.h. Of a transposed view it holds the blocks of the matrix
///         that is not transposed. Below two axes, a missing axis counts as 1, and transposed means contiguous.
/// Errors: none; a tensor without values gets an empty storage, with its strides.
StoredTensor store(const Tensor& tensor);

/// Returns the logical values of `stored`: the inverse of `store`. Goes by the strides that `stored` carries.
Tensor load(const StoredTensor& stored);

/// Returns whether the storage of `type` is the values, one behind the other.
bool is_plain(const TensorType& type);

/// Returns whether no stride of `type` tells it from a contiguous tensor of its shape: a stride over an axis of one
/// element says nothing. numpy calls it contiguous.
bool lies_as_contiguous(const TensorType& type);

/// Returns whether `stored` lies in memory as store(tensor) would, whatever its bytes are.
bool has_form_of(const Tensor& tensor, const StoredTensor& stored);

/// Returns the request that makes `call`: names and values of the call alone.
Request request_of(const Call& call);

}  // namespace npu_cts
