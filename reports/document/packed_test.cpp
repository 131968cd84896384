// SPDX-License-Identifier: Apache-2.0
#include "reports/document/packed.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <zlib.h>

namespace npu_cts::document {
namespace {

std::string bytes_of(const Packed& packed) {
  std::vector<unsigned char> bytes(packed.base64.size());
  const auto* const text = reinterpret_cast<const unsigned char*>(packed.base64.data());
  EXPECT_GT(EVP_DecodeBlock(bytes.data(), text, static_cast<int>(packed.base64.size())), 0);
  return {bytes.begin(), bytes.end()};
}

TEST(Pack, LeavesAShortTextAsItIs) {
  const Packed packed = pack("abc");
  EXPECT_EQ(packed.form, "plain");
  EXPECT_EQ(packed.base64, "YWJj");
}

TEST(Pack, CompressesALongOneSoThatZlibReadsIt) {
  std::string text;
  for (int i = 0; i < 9999; ++i) text += "case " + std::to_string(i) + "\n";
  const Packed packed = pack(text);
  ASSERT_EQ(packed.form, "deflate");
  EXPECT_LT(packed.base64.size(), text.size() / 2);
  const std::string bytes = bytes_of(packed);
  std::string read(text.size(), ' ');
  uLongf size = read.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(read.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                       bytes.size()),
            Z_OK);
  EXPECT_EQ(read, text);
}

}  // namespace
}  // namespace npu_cts::document
