// SPDX-License-Identifier: Apache-2.0
// Certificates and what they are made of: archives, envelopes and keys of anybody are read or refused, and come back.

#include <string>
#include <string_view>

#include "framework/base/sha256.h"
#include "framework/evidence/archive.h"
#include "framework/evidence/certificate.h"
#include "framework/evidence/journal_stream.h"
#include "framework/evidence/made_up_testing.h"
#include "framework/expect/expectations.h"
#include "tools/fuzz/property.h"

namespace npu_cts::fuzz {
namespace {

/// The cases are read one by one, and all at once.
void check_cases(const evidence::Sealed& sealed, std::string_view text) {
  const auto contents = evidence::read_contents(sealed);
  auto stream = evidence::open_journal(sealed);
  if (!stream) return;
  for (auto one = stream->next(); one && *one; one = stream->next()) continue;
  if (contents && stream->head().finished && stream->is_as_written())
    hold(stream->seal().digest == sha256_of(to_text(contents->journal)), "a journal has one form", text);
}

void check_archive(std::string_view text) {
  if (const auto opened = evidence::open_certificate(std::string(text), "x")) {
    hold(!to_text(opened->envelope).empty(), "a certificate that opens has an envelope", text);
    (void)evidence::find_malformed(opened->envelope.payload);
    check_cases(*opened, text);
    (void)evidence::verify(*opened, {}, evidence::testing_evidence::around_made_up(), evidence::certificate_checks());
  }
  const auto members = evidence::unpack(text, "x");
  if (!members) return;
  const std::string packed = evidence::pack(*members);
  hold(!evidence::find_damage(packed), "what is packed is whole", text);
  const auto again = evidence::unpack(packed, "x");
  hold(again && *again == *members, "the files of an archive come back as they were packed", text);
}

void check_texts(std::string_view text) {
  if (const auto envelope = evidence::read_envelope(text))
    hold(to_text(*envelope) == text, "an envelope has one form", text);
  if (const auto key = evidence::read_public_key(text, "x")) {
    const auto again = evidence::read_public_key(evidence::to_pem(*key), "x");
    hold(again && *again == *key, "a public key comes back as PEM", text);
  }
  if (const auto key = evidence::read_private_key(text, "x"))
    hold(evidence::is_signed(evidence::public_key_of(*key), text, evidence::sign(*key, text).value()),
         "a private key signs", text);
  const auto list = expect::read_expectations(text, "known.yaml");
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
