// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // libcrypto's

namespace npu_cts {

/// The SHA-256 of the bytes that were added since the last hash was taken.
class Sha256 {
 public:
  Sha256();

  void add(std::string_view bytes);

  /// Returns the hash as 64 lower-case hexadecimal digits, and begins anew.
  std::string take();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

/// Returns whether `text` is 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text);

/// Returns the SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
std::string sha256_of(std::string_view bytes);

}  // namespace npu_cts
