// SPDX-License-Identifier: Apache-2.0
// Certificates and what they are made of: archives, envelopes and keys of anybody are read or refused, and come back.

#include <string>
#include <string_view>

#include "framework/evidence/archive.h"
#include "framework/evidence/certificate.h"
#include "framework/expect/expectations.h"
#include "tools/fuzz/property.h"

namespace npu_cts::fuzz {
namespace {

void check_archive(std::string_view text) {
  if (const auto opened = open_certificate(std::string(text), "x")) {
    hold(!to_text(opened->envelope).empty(), "a certificate that opens has an envelope", text);
    (void)find_malformed(opened->envelope.payload);
    (void)read_contents(*opened);
  }
  const auto members = unpack(text, "x");
  if (!members) return;
  const std::string packed = pack(*members);
  hold(!find_damage(packed), "what is packed is whole", text);
  const auto again = unpack(packed, "x");
  hold(again && *again == *members, "the files of an archive come back as they were packed", text);
}

void check_texts(std::string_view text) {
  if (const auto envelope = read_envelope(text)) hold(to_text(*envelope) == text, "an envelope has one form", text);
  if (const auto key = read_public_key(text, "x")) {
    const auto again = read_public_key(to_pem(*key), "x");
    hold(again && *again == *key, "a public key comes back as PEM", text);
  }
  if (const auto key = read_private_key(text, "x"))
    hold(is_signed(public_key_of(*key), text, sign(*key, text).value()), "a private key signs", text);
  const auto list = read_expectations(text, "known.yaml");
  if (!list) hold_diagnostics(list.diagnostics(), text, {.file = "known.yaml", .line = 1, .column = 1});
}

}  // namespace
}  // namespace npu_cts::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = npu_cts::fuzz::text_of(data, size);
  npu_cts::fuzz::check_archive(text);
  npu_cts::fuzz::check_texts(text);
  return 0;
}
