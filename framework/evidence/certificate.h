// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/evidence/journal_stream.h"
#include "framework/evidence/key.h"
#include "framework/evidence/statement.h"
#include "framework/expect/expectations.h"
#include "framework/model/case.h"
#include "framework/record/journal.h"

namespace npu_cts::evidence {

/// Judges a run case by case, the way of `npu-cts report`.
class RunJudge {
 public:
  RunJudge() = default;
  RunJudge(const RunJudge&) = delete;
  RunJudge& operator=(const RunJudge&) = delete;
  virtual ~RunJudge() = default;

  /// Takes the next case in the order of ids; `result` is null where it was not run.
  virtual void take(const record::PlannedCase& planned, const CaseResult* result) = 0;

  /// Returns what the run of `head`, a journal without its cases, amounts to, or why it is refused.
  virtual Result<RunVerdict> conclude(const record::Journal& head) = 0;
};

/// Returns what judges the run of `head` where the known failures of `list`, which outlives it, count as on `day`; or
/// why the run is refused.
using JudgeRun = std::function<Result<std::unique_ptr<RunJudge>>(
    const record::Journal& head, const std::optional<expect::Expectations>& list, const std::string& day)>;

/// The tier that a certificate is made of: it runs everything that is planned.
inline constexpr Tier certified_tier = Tier::full;

/// What a certificate is made with, or verified with.
struct Surroundings {
  std::string spec_digest;
  std::string documents_digest;
  std::string day;  ///< on which it is made or verified: "2026-07-27"
  JudgeRun judge = {};
};

/// A run that is to be certified.
struct Certified {
  std::string file;  ///< of its journal, for messages
  record::OpenJournal open;
  std::optional<std::string> expectations = {};  ///< the text of the list of known failures
};

/// Returns the certificate of a run, signed with `key`: a .tar.zst of a signed statement, the public key, the journal
/// and the known failures. The journal is read three times, and no case is kept.
/// Errors: those of `around.judge`, of read_expectations, of sign and of JournalStream; bad_journal for a journal that
/// is not as to_text writes it, or changes.
Result<std::string> certify(const Certified& run, const PrivateKey& key, const Surroundings& around);

/// Returns the day by which the known failures of `journal` are judged: the one on which it ended; `other` where it
/// does not say.
std::string day_of(const record::Journal& journal, const std::string& other);

/// What the reader of a certificate demands.
struct Demands {
  std::optional<PublicKey> key = {};                       ///< by whom it must be signed
  std::optional<std::string> challenge = {};               ///< that the run must have had
  std::optional<std::vector<std::string>> withdrawn = {};  ///< suites that no longer count: versions, commits, digests
};

/// A certificate as it came: what was signed is not read yet.
struct Sealed {
  std::string file;
  std::string archive;
  Envelope envelope;  ///< its payload is the statement
  PublicKey signer;   ///< the key inside
  std::optional<std::string> expectations_text = {};
};

/// The name that the journal has inside.
inline constexpr std::string_view journal_name = "journal.jsonl";

/// Returns the files of `archive`, the bytes of `file`. Nothing of it is believed yet.
/// Errors: bad_certificate, for what is no archive of a certificate.
Result<Sealed> open_certificate(std::string archive, const std::string& file);

/// What a certificate holds.
struct Contents {
  record::Journal journal;
  std::optional<expect::Expectations> expectations = {};
};

/// Returns the known failures of `sealed`; nothing where it has none. Errors: those of read_expectations.
Result<std::optional<expect::Expectations>> read_known_failures(const Sealed& sealed);

/// Returns the cases of `sealed`, which outlives them. Errors: those of ArchiveReader and JournalStream; bad_journal,
/// where it has no journal.
Result<JournalStream> open_journal(const Sealed& sealed);

/// Returns what `sealed` holds, in memory.
/// Errors: those of parse_journal and read_expectations.
Result<Contents> read_contents(const Sealed& sealed);

/// What checks look at.
struct CertificateView {
  const Sealed& sealed;
  const Demands& demands;
  const Surroundings& around;
  Contents contents = {};                                 ///< without its cases; nothing before the seal holds
  std::map<std::string_view, std::string> of_cases = {};  ///< why checks of cases refuse one, by their names
  bool is_as_written = false;                             ///< the journal is as certify writes it
  std::string derived = {};                 ///< the statement that the journal gives; empty where the run is refused
  std::optional<std::string> refusal = {};  ///< why a report of the journal is refused
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
      refuse;  ///< why the certificate is refused, if it is; nothing for a check of cases
  std::optional<std::string> (*refuse_case)(const CertificateView&,
                                            const RecordedCase&) = nullptr;  ///< why this case refuses it
};

/// Returns every check, in the order in which they are made.
const std::vector<CertificateCheck>& certificate_checks();

/// How one check ended.
struct CheckEnding {
  std::string_view name;
  std::string says;
  std::optional<std::string> refusal = {};
};

/// Returns the diagnostic of `sealed`, which `check` refuses, with what to do about it.
Diagnostic to_diagnostic(const Sealed& sealed, const CheckEnding& check);

/// Returns whether any of `checks` refuses.
bool is_refused(const std::vector<CheckEnding>& checks);

/// Returns what `sealed` holds, if its seal holds. By whom it was sealed is not asked, and nothing else is checked.
/// Errors: bad_certificate; those of read_contents.
Result<Contents> read_sealed(const Sealed& sealed);

/// What verifying came to.
struct Verified {
  std::vector<CheckEnding> checks;        ///< those that were made
  Contents contents = {};                 ///< without its cases; nothing where the seal is refused
  std::optional<Strength> strength = {};  ///< of the suite, as the statement says it
};

/// Sees each case of a certificate whose seal holds.
using WatchCase = std::function<void(const RecordedCase& one)>;

/// Returns how each of `checks` that is asked for ends on `sealed`. The cases are read one by one, and none is kept.
/// Errors: those of JournalStream and read_expectations.
Result<Verified> verify(const Sealed& sealed, const Demands& demands, const Surroundings& around,
                        const std::vector<CertificateCheck>& checks, const WatchCase& watch = {});

}  // namespace npu_cts::evidence
