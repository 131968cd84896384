// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/model/tensor.h"

namespace npu_cts::npy {

/// Returns the bytes of a `.npy` file with the values of `tensor`: what numpy.save writes for the same array in C
/// order. bfloat16 travels as its 16 bits (`<u2`), packed int4 as its int32 words.
std::string to_npy(const Tensor& tensor);

/// Returns the tensor of `type` whose values the `.npy` file `bytes` holds; `at` is the place of errors.
/// Errors: bad_data for what is no `.npy` file, for Fortran order, for another dtype or shape, for too few or too many
/// bytes.
Result<Tensor> from_npy(std::string_view bytes, const TensorType& type, const Location& at);

/// Returns the tensor of `type` in the file at `path`. Errors: unreadable_file, bad_data.
Result<Tensor> read_npy(const std::filesystem::path& path, const TensorType& type);

/// Writes `tensor` to `path`; returns why that failed, if so.
std::optional<Diagnostic> write_npy(const std::filesystem::path& path, const Tensor& tensor);

/// As above, of the file with `bytes`.
std::optional<Diagnostic> write_bytes(const std::filesystem::path& path, std::string_view bytes);

/// What the header of a `.npy` file says.
struct NpyHeader {
  std::string descr;  ///< "<f4"; "" where it is no simple type
  bool fortran_order = false;
  Shape shape;
};

/// Returns what the Python dictionary `text` says: exactly the keys descr, fortran_order and shape, in any order.
std::optional<NpyHeader> parse_npy_header(std::string_view text);

}  // namespace npu_cts::npy
