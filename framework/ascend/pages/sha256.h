#pragma once

#include <string>
#include <string_view>

namespace npu_cts {

/// Returns the SHA-256 of the bytes of `text` as 64 lower-case hexadecimal digits.
std::string sha256_of(std::string_view text);

}  // namespace npu_cts
