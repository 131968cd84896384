#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/evidence/archive.h"
#include "framework/evidence/certificate.h"

namespace npu_cts {
namespace {

using Refusal = std::optional<std::string>;

Refusal refuse_damage(const CertificateView& one) { return find_damage(one.opened.archive); }

Refusal refuse_signature(const CertificateView& one) {
  const Envelope& envelope = one.opened.envelope;
  if (is_signed(one.opened.signer, sealed(envelope.payload), envelope.signature)) return std::nullopt;
  return "the signature is not one of this statement by the key inside";
}

Refusal refuse_key(const CertificateView& one) {
  if (!one.demands.key || *one.demands.key == one.opened.signer) return std::nullopt;
  return fmt::format("it is signed with {}, not with {}", fingerprint_of(one.opened.signer),
                     fingerprint_of(*one.demands.key));
}

Refusal refuse_spec(const CertificateView& one) {
  const std::string& stated = one.opened.journal.info.spec_digest;
  if (stated == one.around.spec_digest) return std::nullopt;
  return fmt::format("the run was of another spec: its digest is {}, this one's is {}", escape_control(stated),
                     one.around.spec_digest);
}

Refusal refuse_plan(const CertificateView& one) {
  return refuse_spec(one) ? std::nullopt : one.refusal;  // of another spec, no plan is that of this one
}

Refusal refuse_end(const CertificateView& one) {
  const Journal& journal = one.opened.journal;
  if (!journal.finished) return "its run did not finish";
  if (one.opened.journal_text != to_text(journal)) return "its journal is not one that ended as a whole";
  return std::nullopt;
}

Refusal refuse_withdrawn(const CertificateView& one) {
  const RunInfo& info = one.opened.journal.info;
  const std::string suite = text_at(one.opened.statement, "/predicate/configuration/2/digest/sha256");
  for (const std::string& word : one.demands.withdrawn) {
    if (word == info.tool_version || word == info.tool_commit || word == suite)
      return fmt::format("the suite '{}' was withdrawn", escape_control(word));
  }
  return std::nullopt;
}

Refusal refuse_challenge(const CertificateView& one) {
  const std::string& challenge = one.opened.journal.info.challenge;
  if (!one.demands.challenge || *one.demands.challenge == challenge) return std::nullopt;
  if (challenge.empty()) return "its run had no challenge";
  return fmt::format("its run had the challenge '{}'", escape_control(challenge));
}

/// A run with a challenge records what came out of each call that it judged by values.
Refusal refuse_outputs(const CertificateView& one) {
  if (one.opened.journal.info.challenge.empty()) return std::nullopt;
  std::map<std::string_view, Verdict> expected;
  for (const PlannedCase& planned : one.opened.journal.planned) expected.emplace(planned.id, planned.expected);
  for (const CaseResult& result : one.opened.journal.results) {
    const auto it = expected.find(result.id);
    const bool is_valued = it != expected.end() && it->second == Verdict::accept &&
                           (result.status == Status::pass || result.status == Status::weak);
    if (is_valued && result.outputs.empty())
      return fmt::format("'{}' passes without a digest of its outputs", escape_control(result.id));
  }
  return std::nullopt;
}

constexpr std::array statement_parts{
    StatementPart{"journal", "/predicate/npuCts/journal", "the digest of the journal"},
    StatementPart{"records", "/predicate/npuCts/records", "the Merkle root of the cases"},
    StatementPart{"sums", "/predicate/npuCts/tally", "the sums"},
    StatementPart{"conclusion", "/predicate/npuCts/conclusion", "the conclusion"},
    StatementPart{"result", "/predicate/result", "the result"},
    StatementPart{"scope", "/predicate/npuCts/scope", "the scope"},
    StatementPart{"waivers", "/predicate/npuCts/expectations", "the known failures"},
    StatementPart{"level", "/predicate/npuCts/level", "the level"},
    StatementPart{"stated challenge", "/predicate/npuCts/challenge", "the challenge"},
    StatementPart{"tool", "/predicate/npuCts/tool", "the suite"},
    StatementPart{"driver", "/predicate/npuCts/driver", "the driver"},
    StatementPart{"environments", "/predicate/npuCts/environments", "where and when it ran"},
    StatementPart{"backend", "/subject", "the files of the backend"},
    StatementPart{"configuration", "/predicate/configuration", "the spec, the documents or the suite"},
};

constexpr std::array<std::string_view, statement_parts.size()> part_says{
    "the journal is the one that was signed",
    "each case, and how it ended, is in the signed Merkle root",
    "the signed sums are those of the cases",
    "the signed conclusion is what the cases give",
    "the signed result is what the conclusion says",
    "the signed scope is what the run covered",
    "the known failures are those that were signed, and every waiver is printed",
    "the level is the one that the run reached",
    "the signed challenge is that of the run",
    "the version of the suite is the one that ran",
    "the driver is the one that ran",
    "where and when it ran is what the journal says",
    "the backend's files are those of the journal",
    "the spec and the documents are those of this verifier",
};

/// The whole of the statement, for what no part names.
constexpr StatementPart whole{"statement", "", "the statement"};

std::vector<CertificateCheck> make_checks() {
  std::vector<CertificateCheck> checks{
      {"integrity", "no bit of the file has changed", refuse_damage},
      {"signature", "the key inside signed the statement", refuse_signature},
      {"key", "the key is the one that was asked for", refuse_key},
      {"spec", "the run was of this spec", refuse_spec},
      {"plan", "the journal has every case of its plan, and no other", refuse_plan},
      {"end", "the run ended", refuse_end},
      {"withdrawn", "the suite was not withdrawn", refuse_withdrawn},
      {"challenge", "the challenge is the one that was given", refuse_challenge},
      {"outputs", "each passing case of a challenged run has a digest of its outputs", refuse_outputs},
  };
  const auto add = [&](const StatementPart& part, std::string_view says) {
    checks.push_back({part.check, says, [part](const CertificateView& one) -> Refusal {
                        if (one.derived.empty()) return std::nullopt;  // refused already, by 'spec' or 'plan'
                        return find_difference(part, one.opened.statement, one.derived);
                      }});
  };
  for (std::size_t i = 0; i < statement_parts.size(); ++i) add(statement_parts[i], part_says[i]);
  checks.push_back({whole.check, "the statement says nothing else", [](const CertificateView& one) -> Refusal {
                      if (one.derived.empty() || one.opened.statement == one.derived) return std::nullopt;
                      for (const StatementPart& part : statement_parts) {
                        if (find_difference(part, one.opened.statement, one.derived)) return std::nullopt;
                      }
                      return "it says more than a certificate does, or in another form";
                    }});
  return checks;
}

}  // namespace

const std::vector<CertificateCheck>& certificate_checks() {
  static const std::vector<CertificateCheck> checks = make_checks();
  return checks;
}

std::vector<CheckEnding> verify(const Opened& opened, const Demands& demands, const Surroundings& around,
                                const std::vector<CertificateCheck>& checks) {
  CertificateView examined{.opened = opened, .demands = demands, .around = around, .derived = {}, .refusal = {}};
  auto verdict = around.judge(opened.journal, opened.expectations);
  if (verdict) {
    std::string suite = text_at(opened.statement, "/predicate/configuration/2/digest/sha256");
    examined.derived =
        statement_of({.journal = opened.journal,
                      .journal_digest = sha256_of(opened.journal_text),
                      .expectations_digest =
                          opened.expectations_text ? std::optional(sha256_of(*opened.expectations_text)) : std::nullopt,
                      .verdict = std::move(*verdict),
                      .documents_digest = around.documents_digest,
                      .suite_digest = std::move(suite)});  // which suite ran, only the certificate knows
  } else {
    examined.refusal = verdict.diagnostics().front().what;
  }
  std::vector<CheckEnding> ended;
  for (const CertificateCheck& check : checks)
    ended.push_back({.name = check.name, .says = check.says, .refusal = check.refuse(examined)});
  return ended;
}

}  // namespace npu_cts
