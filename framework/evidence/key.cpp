// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/key.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/evidence/kinds.h"

namespace npu_cts::evidence {
namespace {

constexpr std::size_t key_size = 32;
constexpr std::size_t signature_size = 64;
constexpr std::string_view ssh_type = "ssh-ed25519";

struct Free {
  void operator()(EVP_PKEY* one) const { EVP_PKEY_free(one); }
  void operator()(EVP_MD_CTX* one) const { EVP_MD_CTX_free(one); }
  void operator()(BIO* one) const { BIO_free(one); }
  void operator()(X509* one) const { X509_free(one); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

Owned<EVP_PKEY> made(const PrivateKey& key) {
  return Owned<EVP_PKEY>(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes_of(key.seed), key.seed.size()));
}

Owned<EVP_PKEY> made(const PublicKey& key) {
  return Owned<EVP_PKEY>(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(key.bytes), key.bytes.size()));
}

Owned<BIO> reading(std::string_view text) {
  return Owned<BIO>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// No passphrase is asked for: a gate has no user to type one.
int no_passphrase(char* /*buffer*/, int /*size*/, int /*is_writing*/, void* /*user*/) { return -1; }

/// Takes the parts of OpenSSH's binary form: each has its length before it.
class SshParts {
 public:
  explicit SshParts(std::string_view bytes) : left_(bytes) {}

  std::optional<std::uint32_t> number() {
    constexpr std::size_t size = 4;
    if (left_.size() < size) return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8U | static_cast<unsigned char>(left_[i]);
    left_.remove_prefix(size);
    return value;
  }

  std::optional<std::string_view> part() {
    const auto size = number();
    if (!size || *size > left_.size()) return std::nullopt;
    const std::string_view value = left_.substr(0, *size);
    left_.remove_prefix(*size);
    return value;
  }

  bool skip(std::string_view head) {
    if (!left_.starts_with(head)) return false;
    left_.remove_prefix(head.size());
    return true;
  }

 private:
  std::string_view left_;
};

/// Returns the 32 bytes of an OpenSSH private key without a passphrase.
std::optional<PrivateKey> ssh_private_key(std::string_view text) {
  constexpr std::string_view begin = "-----BEGIN OPENSSH PRIVATE KEY-----";
  constexpr std::string_view end = "-----END OPENSSH PRIVATE KEY-----";
  const std::size_t from = text.find(begin);
  const std::size_t to = text.find(end);
  if (from == std::string_view::npos || to == std::string_view::npos || to < from) return std::nullopt;
  std::string body(text.substr(from + begin.size(), to - from - begin.size()));
  std::erase_if(body, [](char letter) { return letter == '\n' || letter == '\r'; });
  const auto bytes = from_base64(body);
  if (!bytes) return std::nullopt;
  SshParts outer(*bytes);
  constexpr std::string_view magic("openssh-key-v1\0", 15);
  if (!outer.skip(magic) || outer.part() != "none" || outer.part() != "none" || !outer.part() || outer.number() != 1U ||
      !outer.part())
    return std::nullopt;
  const auto inside = outer.part();
  if (!inside) return std::nullopt;
  SshParts parts(*inside);
  const auto first = parts.number();
  if (!first || parts.number() != first || parts.part() != ssh_type || !parts.part()) return std::nullopt;
  const auto both = parts.part();
  if (!both || both->size() != 2 * key_size) return std::nullopt;
  return PrivateKey{std::string(both->substr(0, key_size))};
}

/// Returns the key of a line "ssh-ed25519 AAAA… comment".
std::optional<PublicKey> ssh_public_key(std::string_view text) {
  const auto words = split(trim(text), ' ');
  if (words.size() < 2 || words.front() != ssh_type) return std::nullopt;
  const auto bytes = from_base64(words[1]);
  if (!bytes) return std::nullopt;
  SshParts parts(*bytes);
  if (parts.part() != ssh_type) return std::nullopt;
  const auto key = parts.part();
  if (!key || key->size() != key_size) return std::nullopt;
  return PublicKey{std::string(*key)};
}

std::optional<PublicKey> raw_public(const EVP_PKEY* key) {
  std::string bytes(key_size, '\0');
  std::size_t size = bytes.size();
  if (key == nullptr || EVP_PKEY_get_id(key) != EVP_PKEY_ED25519 ||
      EVP_PKEY_get_raw_public_key(key, bytes_of(bytes), &size) != 1)
    return std::nullopt;
  return PublicKey{bytes};
}

Diagnostic bad_key(const std::string& file, std::string_view what, std::string_view hint) {
  return error_at(kinds::bad_key, {.file = file}, std::string(what), "certificates are signed with Ed25519",
                  std::string(hint));
}

}  // namespace

Result<PrivateKey> read_private_key(std::string_view text, const std::string& file) {
  const auto in = reading(text);
  const Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(in.get(), nullptr, no_passphrase, nullptr));
  PrivateKey made{std::string(key_size, '\0')};
  std::size_t size = made.seed.size();
  if (key && EVP_PKEY_get_id(key.get()) == EVP_PKEY_ED25519 &&
      EVP_PKEY_get_raw_private_key(key.get(), bytes_of(made.seed), &size) == 1)
    return made;
  if (auto ssh = ssh_private_key(text)) return *ssh;
  return bad_key(file, "this is no private Ed25519 key without a passphrase",
                 "make one: openssl genpkey -algorithm ed25519 -out key.pem");
}

Result<PublicKey> read_public_key(std::string_view text, const std::string& file) {
  const auto in = reading(text);
  const Owned<EVP_PKEY> key(PEM_read_bio_PUBKEY(in.get(), nullptr, no_passphrase, nullptr));
  if (auto made = raw_public(key.get())) return *made;
  const auto again = reading(text);
  const Owned<X509> certificate(PEM_read_bio_X509(again.get(), nullptr, no_passphrase, nullptr));
  if (certificate) {
    if (auto made = raw_public(X509_get0_pubkey(certificate.get()))) return *made;
  }
  if (auto made = ssh_public_key(text)) return *made;
  return bad_key(file, "this is no public Ed25519 key",
                 "name the public half: openssl pkey -in key.pem -pubout -out public.pem");
}

PublicKey public_key_of(const PrivateKey& key) { return raw_public(made(key).get()).value_or(PublicKey{}); }

std::string to_pem(const PublicKey& key) {
  const Owned<BIO> out(BIO_new(BIO_s_mem()));
  PEM_write_bio_PUBKEY(out.get(), made(key).get());
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(out.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

std::string fingerprint_of(const PublicKey& key) {
  const auto part = [](std::string_view bytes) {
    return std::string{'\0', '\0', '\0', static_cast<char>(bytes.size())} + std::string(bytes);
  };
  const std::string blob = part(ssh_type) + part(key.bytes);
  std::string hash(key_size, '\0');
  unsigned int size = 0;
  EVP_Digest(blob.data(), blob.size(), bytes_of(hash), &size, EVP_sha256(), nullptr);
  std::string text = to_base64(hash);
  while (text.ends_with('=')) text.pop_back();
  return "SHA256:" + text;
}

Result<std::string> sign(const PrivateKey& key, std::string_view message) {
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  std::string signature(signature_size, '\0');
  std::size_t size = signature.size();
  const auto with = made(key);
  const bool is_made =
      with && context && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, with.get()) == 1 &&
      EVP_DigestSign(context.get(), bytes_of(signature), &size, bytes_of(message), message.size()) == 1;
  if (is_made && size == signature_size && is_signed(public_key_of(key), message, signature)) return signature;
  return bad_key("", "OpenSSL cannot sign with this key", "make a new key: openssl genpkey -algorithm ed25519");
}

bool is_signed(const PublicKey& key, std::string_view message, std::string_view signature) {
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  const auto with = made(key);
  return with && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, with.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(message), message.size()) == 1;
}

std::string to_base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int size = EVP_EncodeBlock(bytes_of(text), bytes_of(bytes), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

Result<std::string> from_base64(std::string_view text) {
  std::string bytes(text.size() + 3, '\0');
  const int size = EVP_DecodeBlock(bytes_of(bytes), bytes_of(text), static_cast<int>(text.size()));
  const auto padding = static_cast<std::size_t>(text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0);
  if (size >= 0) bytes.resize(static_cast<std::size_t>(size) - std::min(padding, static_cast<std::size_t>(size)));
  if (size < 0 || to_base64(bytes) != text)
    return error_at(kinds::bad_key, {}, "this is no base64", "bytes have one spelling", "give the text unchanged");
  return bytes;
}

}  // namespace npu_cts::evidence
