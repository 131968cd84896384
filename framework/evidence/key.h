// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "framework/base/result.h"

namespace npu_cts::evidence {

/// A public Ed25519 key: 32 bytes.
struct PublicKey {
  std::string bytes;

  friend bool operator==(const PublicKey&, const PublicKey&) = default;
};

/// A private Ed25519 key: the 32 bytes it is made from.
struct PrivateKey {
  std::string seed;
};

/// Returns the key that `text` holds: PEM as OpenSSL writes it, or OpenSSH's form, both without a passphrase.
/// Errors: bad_key.
Result<PrivateKey> read_private_key(std::string_view text, const std::string& file);

/// Returns the public key that `text` holds: PEM (a key, or an X.509 certificate of one) or a line of OpenSSH.
/// Errors: bad_key.
Result<PublicKey> read_public_key(std::string_view text, const std::string& file);

/// Returns the public half.
PublicKey public_key_of(const PrivateKey& key);

/// Returns `key` as PEM.
std::string to_pem(const PublicKey& key);

/// Returns "SHA256:…" as OpenSSH shows a key, for people to compare.
std::string fingerprint_of(const PublicKey& key);

/// Returns the Ed25519 signature of `message`: 64 bytes.
/// Errors: bad_key, where OpenSSL does not sign with it.
Result<std::string> sign(const PrivateKey& key, std::string_view message);

/// Returns whether `signature` is one of `message` by `key`.
bool is_signed(const PublicKey& key, std::string_view message, std::string_view signature);

/// Returns `bytes` in base64, and back; nothing for what is not the one spelling of some bytes.
std::string to_base64(std::string_view bytes);
Result<std::string> from_base64(std::string_view text);

}  // namespace npu_cts::evidence
