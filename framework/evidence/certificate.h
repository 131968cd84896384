#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/evidence/key.h"
#include "framework/evidence/statement.h"
#include "framework/expect/expectations.h"
#include "framework/judge/judge_case.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"

namespace npu_cts {

/// Returns what `journal` amounts to, or why it is refused: the way of `npu-cts report`.
using JudgeRun = std::function<Result<RunVerdict>(const Journal& journal, const std::optional<Expectations>& list)>;

/// What a certificate is made with, or verified with.
struct Surroundings {
  std::string spec_digest;
  std::string documents_digest;
  std::string suite_digest;  ///< of this npu-cts; a certificate states that of its own
  JudgeRun judge;
};

/// A run that is to be certified.
struct Certified {
  Journal journal;
  std::optional<std::string> expectations;  ///< the text of the list of known failures
};

/// Returns the certificate of a run, signed with `key`: a .tar.zst of a signed statement, the public key, the journal
/// and the known failures. Errors: those of `around.judge` and of read_expectations.
Result<std::string> certify(const Certified& run, const PrivateKey& key, const Surroundings& around);

/// What the reader of a certificate demands.
struct Demands {
  std::optional<PublicKey> key = {};          ///< by whom it must be signed
  std::optional<std::string> challenge = {};  ///< that the run must have had
  std::vector<std::string> withdrawn = {};    ///< versions, commits or digests of suites that do not count any more
};

/// A certificate that was opened.
struct Opened {
  std::string file;
  std::string archive;
  Envelope envelope;
  std::string statement;  ///< the payload of the envelope
  PublicKey signer;       ///< the key inside
  std::string journal_text;
  std::optional<std::string> expectations_text;
  Journal journal;
  std::optional<Expectations> expectations;
};

/// Returns what `archive`, the bytes of `file`, holds. Nothing of it is believed yet.
/// Errors: bad_certificate, and those of the readers of its files.
Result<Opened> open_certificate(std::string archive, const std::string& file);

/// What checks look at.
struct CertificateView {
  const Opened& opened;
  const Demands& demands;
  const Surroundings& around;
  std::string derived;                 ///< the statement that the journal gives; empty where the run is refused
  std::optional<std::string> refusal;  ///< why a report of the journal is refused
};

/// One check of a certificate.
struct CertificateCheck {
  std::string_view name;
  std::string_view says;  ///< what holds where it passes
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

/// Returns how each of `checks` ends on `opened`.
std::vector<CheckEnding> verify(const Opened& opened, const Demands& demands, const Surroundings& around,
                                const std::vector<CertificateCheck>& checks);

/// Returns why the digests of the outputs of `ids`, cases of `journal` that ended well, are not those of `oracle`;
/// nothing where they are.
std::optional<std::string> find_other_outputs(const Spec& spec, const Journal& journal,
                                              const std::set<std::string>& ids, const Oracle& oracle);

/// Returns the ids of the cases whose outputs can be computed again: those that have a digest and a variant.
std::vector<std::string> recomputable(const Journal& journal);

}  // namespace npu_cts
