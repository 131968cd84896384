// SPDX-License-Identifier: Apache-2.0
#include "framework/base/sha256.h"

#include <openssl/evp.h>

#include <array>

namespace npu_cts {

Sha256::Sha256() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }

void Sha256::add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }

std::string Sha256::take() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<unsigned char, 32> hash{};
  EVP_DigestFinal_ex(context_.get(), hash.data(), nullptr);
  EVP_DigestInit_ex(context_.get(), nullptr, nullptr);  // the same algorithm: it is not looked up again
  std::string hex(2 * hash.size(), '0');
  for (std::size_t i = 0; i < hash.size(); ++i) {
    hex[2 * i] = digits[hash[i] >> 4U];
    hex[2 * i + 1] = digits[hash[i] & 15U];
  }
  return hex;
}

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

std::string sha256_of(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.take();
}

bool is_sha256(std::string_view text) {
  constexpr std::size_t digits = 64;
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace npu_cts
