// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "framework/model/tensor.h"

namespace npu_cts::npy {

/// What the header of a `.npy` file says.
struct NpyHeader {
  std::string descr;  ///< "<f4"; "" where it is no simple type
  bool fortran_order = false;
  Shape shape;
};

/// Returns what the Python dictionary `text` says: exactly the keys descr, fortran_order and shape, in any order.
std::optional<NpyHeader> parse_npy_header(std::string_view text);

}  // namespace npu_cts::npy
