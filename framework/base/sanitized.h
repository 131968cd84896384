// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace npu_cts {

/// Whether this program is built with AddressSanitizer, which maps terabytes and keeps what is freed.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace npu_cts
