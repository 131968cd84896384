// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace npu_cts::evidence {
namespace {

// Keys of tests alone: made by 'openssl genpkey -algorithm ed25519' and by 'ssh-keygen -t ed25519'.
const std::string pem_private =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIEiyzqTJIg3hAwGT09Hj6q7DEqq5fa+oLS2eHeIm/epm\n"
    "-----END PRIVATE KEY-----\n";
const std::string pem_public =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEA8/zifOGmZmEhu2blmGoTCSXLcRLcw9oleqioqMPSfVM=\n"
    "-----END PUBLIC KEY-----\n";
const std::string ssh_private =
    "-----BEGIN OPENSSH PRIVATE KEY-----\n"
    "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n"
    "QyNTUxOQAAACBRRivUGjNaF2oJ8ORBNbKK02yZ91q3kPu/uI0tm6Gh2AAAAIh3o1kSd6NZ\n"
    "EgAAAAtzc2gtZWQyNTUxOQAAACBRRivUGjNaF2oJ8ORBNbKK02yZ91q3kPu/uI0tm6Gh2A\n"
    "AAAECXfDK75snTQDhIWcuqkpEiH8nqPs9RhceXEwP0hX3WF1FGK9QaM1oXagnw5EE1sorT\n"
    "bJn3WreQ+7+4jS2boaHYAAAABHRlc3QB\n"
    "-----END OPENSSH PRIVATE KEY-----\n";
const std::string ssh_public =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFFGK9QaM1oXagnw5EE1sorTbJn3WreQ+7+4jS2boaHY test\n";
constexpr std::string_view ssh_fingerprint = "SHA256:votzdICrBXaI1gSLmEtyuh4jUVw+24YdPuUNmocnRAc";

TEST(Key, SignsAndVerifies) {
  const PrivateKey key{std::string(32, 'k')};
  const std::string signature = sign(key, "message").value();
  EXPECT_TRUE(is_signed(public_key_of(key), "message", signature));
  EXPECT_FALSE(is_signed(public_key_of(key), "messagf", signature));
  EXPECT_FALSE(is_signed(public_key_of({std::string(32, 'l')}), "message", signature));
  EXPECT_FALSE(is_signed(public_key_of(key), "message", ""));
}

TEST(Key, ThatCannotSignGivesNoSignature) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{31}, std::size_t{33}})
    EXPECT_FALSE(sign({std::string(size, 'k')}, "message")) << size;
}

TEST(Key, IsReadAsOpenSslWritesIt) {
  const auto key = read_private_key(pem_private, "key.pem");
  ASSERT_TRUE(key);
  const auto other_half = read_public_key(pem_public, "public.pem");
  ASSERT_TRUE(other_half);
  EXPECT_EQ(public_key_of(*key), *other_half);
  EXPECT_EQ(to_pem(*other_half), pem_public);
}

TEST(Key, IsReadAsOpenSshWritesIt) {
  const auto key = read_private_key(ssh_private, "id_ed25519");
  ASSERT_TRUE(key);
  const auto other_half = read_public_key(ssh_public, "id_ed25519.pub");
  ASSERT_TRUE(other_half);
  EXPECT_EQ(public_key_of(*key), *other_half);
  EXPECT_EQ(fingerprint_of(*other_half), ssh_fingerprint);
}

TEST(Key, IsRefusedWhereItIsNone) {
  for (const std::string& text :
       {std::string(), std::string("key"), std::string(pem_public), std::string(ssh_private).substr(0, 200),
        std::string("-----END OPENSSH PRIVATE KEY----------BEGIN OPENSSH PRIVATE KEY-----")})
    EXPECT_FALSE(read_private_key(text, "x"));
  for (const std::string& text : {std::string(), std::string("ssh-ed25519"), std::string("ssh-ed25519 AAAA"),
                                  std::string("ssh-rsa AAAAC3NzaC1lZDI1NTE5"), std::string(pem_private)})
    EXPECT_FALSE(read_public_key(text, "x"));
}

TEST(Base64, HasOneSpellingOfEachText) {
  for (const std::string_view bytes : {"", "a", "ab", "abc", "abcd"})
    EXPECT_EQ(from_base64(to_base64(bytes)).value(), bytes);
  for (const std::string_view text : {"YQ", "YQ=", "YR==", "YQ==\n", " YQ==", "Y*==", "===="})
    EXPECT_FALSE(from_base64(text)) << text;
}

}  // namespace
}  // namespace npu_cts::evidence
