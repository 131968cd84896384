#include "framework/ascend/pages/sha256.h"

#include <openssl/sha.h>

#include <array>

namespace npu_cts {

std::string sha256_of(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash.data());  // NOLINT: libcrypto's bytes
  std::string hex;
  for (const unsigned char byte : hash) {
    hex += digits[byte >> 4U];
    hex += digits[byte & 15U];
  }
  return hex;
}

}  // namespace npu_cts
