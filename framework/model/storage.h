#pragma once

#include "framework/model/request.h"

namespace npu_cts {

/// Returns `tensor` laid out as its type says. Gaps of a strided layout are filled with 0xA5, so that a kernel
/// that ignores strides computes something visibly wrong; padding of FRACTAL_NZ is zero.
StoredTensor store(const Tensor& tensor);

/// Returns the logical values of `stored`: the inverse of `store`.
Tensor load(const StoredTensor& stored);

/// Returns the request that makes `call`: names and values of the call alone.
Request request_of(const Call& call);

}  // namespace npu_cts
