// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace npu_cts::document {

/// Text as a page carries it for its script.
struct Packed {
  std::string_view form;  ///< "deflate" (zlib's format) or "plain"
  std::string base64;     ///< of the bytes in that form
};

/// Returns `text` compressed where that makes it smaller; a short one stays as it is.
Packed pack(std::string_view text);

}  // namespace npu_cts::document
