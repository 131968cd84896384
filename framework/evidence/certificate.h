// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/evidence/key.h"
#include "framework/evidence/statement.h"
#include "framework/expect/expectations.h"
#include "framework/model/case.h"
#include "framework/record/journal.h"

namespace npu_cts {

/// Returns what `journal` amounts to where known failures count as on `day`, or why it is refused: the way of
/// `npu-cts report`.
using JudgeRun = std::function<Result<RunVerdict>(const Journal& journal, const std::optional<Expectations>& list,
                                                  const std::string& day)>;

/// The tier that a certificate is made of: it runs everything that is planned.
inline constexpr Tier certified_tier = Tier::full;

/// What a certificate is made with, or verified with.
struct Surroundings {
  std::string spec_digest;
  std::string documents_digest;
  std::string day;  ///< on which it is made or verified: "2026-07-27"
  JudgeRun judge;
};

/// A run that is to be certified.
struct Certified {
  Journal journal;
  std::optional<std::string> expectations;  ///< the text of the list of known failures
};

/// What a statement is derived from.
struct Stated {
  const Journal& journal;
  const std::optional<Expectations>& list;  ///< of the known failures
  const std::string& journal_text;
  const std::optional<std::string>& list_text;
  const std::string* claim = nullptr;  ///< the statement that this one is held against, if there is one
};

/// Returns the statement of a run: what a certificate signs, and what a verifier derives again. A claim may leave the
/// kill score out, and where `around` measured none, that of the claim stands.
/// Errors: those of `around.judge`.
Result<std::string> derive_statement(const Stated& run, const Surroundings& around);

/// Returns the certificate of a run, signed with `key`: a .tar.zst of a signed statement, the public key, the journal
/// and the known failures. Errors: those of `around.judge`, of read_expectations and of sign.
Result<std::string> certify(const Certified& run, const PrivateKey& key, const Surroundings& around);

/// Returns the day by which the known failures of `journal` are judged: the one on which it ended; `other` where it
/// does not say.
std::string day_of(const Journal& journal, const std::string& other);

/// What the reader of a certificate demands.
struct Demands {
  std::optional<PublicKey> key = {};          ///< by whom it must be signed
  std::optional<std::string> challenge = {};  ///< that the run must have had
  std::vector<std::string> withdrawn = {};    ///< versions, commits or digests of suites that do not count any more
};

/// A certificate as it came: what was signed is not read yet.
struct Sealed {
  std::string file;
  std::string archive;
  Envelope envelope;  ///< its payload is the statement
  PublicKey signer;   ///< the key inside
  std::string journal_text;
  std::optional<std::string> expectations_text;
};

/// Returns the files of `archive`, the bytes of `file`. Nothing of it is believed yet.
/// Errors: bad_certificate, for what is no archive of a certificate.
Result<Sealed> open_certificate(std::string archive, const std::string& file);

/// What a certificate holds.
struct Contents {
  Journal journal;
  std::optional<Expectations> expectations;
};

/// Returns what `sealed` holds.
/// Errors: those of parse_journal and read_expectations.
Result<Contents> read_contents(const Sealed& sealed);

/// What checks look at.
struct CertificateView {
  const Sealed& sealed;
  const Demands& demands;
  const Surroundings& around;
  Contents contents;                   ///< nothing before the seal holds
  std::string derived;                 ///< the statement that the journal gives; empty where the run is refused
  std::optional<std::string> refusal;  ///< why a report of the journal is refused
};

/// What a check needs. Those of the seal come first: where one refuses, nothing that was signed is read.
enum class CheckPart : std::uint8_t { seal, contents };

/// One check of a certificate.
struct CertificateCheck {
  std::string_view name;
  std::string_view says;  ///< what holds where it passes
  CheckPart part = CheckPart::contents;
  bool (*is_asked)(
      const CertificateView&);  ///< whether it is made at all: what was not asked for is no check that passed
  std::function<std::optional<std::string>(const CertificateView&)>
      refuse;  ///< why the certificate is refused, if it is
};

/// Returns every check, in the order in which they are made.
const std::vector<CertificateCheck>& certificate_checks();

/// How one check ended.
struct CheckEnding {
  std::string_view name;
  std::string_view says;
  std::optional<std::string> refusal;
};

/// Returns whether any of `checks` refuses.
bool is_refused(const std::vector<CheckEnding>& checks);

/// Returns what `sealed` holds, if its seal holds. By whom it was sealed is not asked, and nothing else is checked.
/// Errors: bad_certificate; those of read_contents.
Result<Contents> read_sealed(const Sealed& sealed);

/// What verifying came to.
struct Verified {
  std::vector<CheckEnding> checks;        ///< those that were made
  Contents contents;                      ///< nothing where the seal is refused
  std::optional<Strength> strength = {};  ///< of the suite, as the statement says it
};

/// Returns how each of `checks` that is asked for ends on `sealed`.
/// Errors: those of read_contents.
Result<Verified> verify(const Sealed& sealed, const Demands& demands, const Surroundings& around,
                        const std::vector<CertificateCheck>& checks);

}  // namespace npu_cts
