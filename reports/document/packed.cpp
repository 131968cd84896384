// SPDX-License-Identifier: Apache-2.0
#include "reports/document/packed.h"

#include <vector>

#include <openssl/evp.h>
#include <zlib.h>

namespace npu_cts::document {
namespace {

constexpr std::size_t short_text = 4096;  // bytes: what compression saves of it is not worth bytes that vary with zlib

std::string base64_of(const unsigned char* bytes, std::size_t size) {
  std::vector<unsigned char> text((size + 2) / 3 * 4 + 1);
  const int length = EVP_EncodeBlock(text.data(), bytes, static_cast<int>(size));
  return {text.begin(), text.begin() + length};
}

}  // namespace

Packed pack(std::string_view text) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  if (text.size() > short_text) {
    uLongf size = compressBound(text.size());
    std::vector<unsigned char> packed(size);
    if (compress2(packed.data(), &size, bytes, text.size(), Z_DEFAULT_COMPRESSION) == Z_OK && size < text.size())
      return {.form = "deflate", .base64 = base64_of(packed.data(), size)};
  }
  return {.form = "plain", .base64 = base64_of(bytes, text.size())};
}

}  // namespace npu_cts::document
