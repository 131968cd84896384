// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/evidence/archive.h"
#include "framework/evidence/certificate.h"
#include "framework/evidence/outputs.h"

namespace npu_cts {
namespace {

using Refusal = std::optional<std::string>;

Refusal refuse_damage(const CertificateView& one) { return find_damage(one.sealed.archive); }

Refusal refuse_signature(const CertificateView& one) {
  const Envelope& envelope = one.sealed.envelope;
  if (is_signed(one.sealed.signer, sealed(envelope.payload), envelope.signature)) return std::nullopt;
  return "the signature is not one of this statement by the key inside";
}

Refusal refuse_key(const CertificateView& one) {
  if (*one.demands.key == one.sealed.signer) return std::nullopt;
  return fmt::format("it is signed with {}, not with {}", fingerprint_of(one.sealed.signer),
                     fingerprint_of(*one.demands.key));
}

Refusal refuse_form(const CertificateView& one) { return find_malformed(one.sealed.envelope.payload); }

Refusal refuse_spec(const CertificateView& one) {
  const std::string& stated = one.contents.journal.info.spec_digest;
  if (stated == one.around.spec_digest) return std::nullopt;
  return fmt::format("the run was of another spec: its digest is {}, this one's is {}", escape_control(stated),
                     one.around.spec_digest);
}

Refusal refuse_plan(const CertificateView& one) {
  return refuse_spec(one) ? std::nullopt : one.refusal;  // of another spec, no plan is that of this one
}

Refusal refuse_tier(const CertificateView& one) {
  const Tier tier = one.contents.journal.info.tier;
  if (tier == certified_tier) return std::nullopt;
  return fmt::format("its run was of the tier {}, and only the tier {} certifies", name_of(tier),
                     name_of(certified_tier));
}

Refusal refuse_end(const CertificateView& one) {
  const Journal& journal = one.contents.journal;
  if (!journal.finished) return "its run did not finish";
  if (!is_text_of(one.sealed.journal_text, journal)) return "its journal is not one that ended as a whole";
  return std::nullopt;
}

Refusal refuse_suite(const CertificateView& one) {
  const std::string& digest = one.contents.journal.info.tool_digest;
  if (is_sha256(digest)) return std::nullopt;
  return "its run does not say which program judged it";
}

Refusal refuse_withdrawn(const CertificateView& one) {
  const RunInfo& info = one.contents.journal.info;
  for (const std::string& word : one.demands.withdrawn) {
    if (word == info.tool_version || word == info.tool_commit || word == info.tool_digest)
      return fmt::format("the suite '{}' was withdrawn", escape_control(word));
  }
  return std::nullopt;
}

Refusal refuse_challenge(const CertificateView& one) {
  const std::string& challenge = one.contents.journal.info.challenge;
  if (*one.demands.challenge == challenge) return std::nullopt;
  if (challenge.empty()) return "its run had no challenge";
  return fmt::format("its run had the challenge '{}'", escape_control(challenge));
}

/// A run with a challenge records what came out of each call that it judged by values.
Refusal refuse_outputs(const CertificateView& one) {
  std::map<std::string_view, Verdict> expected;
  for (const PlannedCase& planned : one.contents.journal.planned) expected.emplace(planned.id, planned.expected);
  for (const CaseResult& result : one.contents.journal.results) {
    const auto it = expected.find(result.id);
    const bool is_valued = it != expected.end() && it->second == Verdict::accept &&
                           (result.status == Status::pass || result.status == Status::weak);
    if (is_valued && result.outputs.empty())
      return fmt::format("'{}' passes without a digest of its outputs", escape_control(result.id));
  }
  return std::nullopt;
}

/// Without its variant, nothing of a case can be computed again.
Refusal refuse_variants(const CertificateView& one) {
  for (const CaseResult& result : one.contents.journal.results) {
    if (has_outputs(result) && result.agrees.empty())
      return fmt::format("'{}' passes and agrees with no variant", escape_control(result.id));
  }
  return std::nullopt;
}

Refusal refuse_expired(const CertificateView& one) {
  for (const Expectation& entry : one.contents.expectations->entries) {
    if (entry.expires.text < one.around.day)
      return fmt::format("the known failure of line {} held up to {}, and {} is later", entry.at.line,
                         entry.expires.text, one.around.day);
  }
  return std::nullopt;
}

bool always(const CertificateView& /*one*/) { return true; }
bool has_key(const CertificateView& one) { return one.demands.key.has_value(); }
bool has_challenge(const CertificateView& one) { return one.demands.challenge.has_value(); }
bool has_withdrawn(const CertificateView& one) { return !one.demands.withdrawn.empty(); }
bool is_challenged(const CertificateView& one) { return !one.contents.journal.info.challenge.empty(); }
bool has_known_failures(const CertificateView& one) { return one.contents.expectations.has_value(); }

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
    StatementPart{"kill score", "/predicate/npuCts/killScore", "the kill score"},
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
    "the kill score is the one that the suite's record has for the spec, where there are both",
    "the backend's files are those of the journal",
    "the spec and the documents are those of this verifier, the suite is that of the run",
};

Refusal refuse_rest(const CertificateView& one) {
  if (one.derived.empty() || one.sealed.envelope.payload == one.derived) return std::nullopt;
  for (const StatementPart& part : statement_parts) {
    if (find_difference(part, one.sealed.envelope.payload, one.derived)) return std::nullopt;
  }
  return "it says more than a certificate does, or in another form";
}

std::vector<CertificateCheck> make_checks() {
  using enum CheckPart;
  std::vector<CertificateCheck> checks{
      {"integrity", "no bit of the file has changed", seal, always, refuse_damage},
      {"signature", "the key inside signed the statement", seal, always, refuse_signature},
      {"key", "the key is the one that was asked for", seal, has_key, refuse_key},
      {"form", "the statement is JSON of a statement's size and depth", contents, always, refuse_form},
      {"spec", "the run was of this spec", contents, always, refuse_spec},
      {"plan", "the journal has every case of its plan, and no other", contents, always, refuse_plan},
      {"tier", "the run was of the tier that certifies", contents, always, refuse_tier},
      {"end", "the run ended", contents, always, refuse_end},
      {"suite", "the run says which program judged it", contents, always, refuse_suite},
      {"withdrawn", "the suite was not withdrawn", contents, has_withdrawn, refuse_withdrawn},
      {"challenge", "the challenge is the one that was given", contents, has_challenge, refuse_challenge},
      {"outputs", "each passing case of a challenged run has a digest of its outputs", contents, is_challenged,
       refuse_outputs},
      {"variants", "each case with outputs agrees with a variant", contents, is_challenged, refuse_variants},
      {"expiry", "no known failure has expired on the verifier's day", contents, has_known_failures, refuse_expired},
  };
  for (std::size_t i = 0; i < statement_parts.size(); ++i) {
    const StatementPart& part = statement_parts[i];
    checks.push_back({part.check, part_says[i], contents, always, [part](const CertificateView& one) -> Refusal {
                        if (one.derived.empty()) return std::nullopt;  // refused already: 'form', 'spec' or 'plan'
                        return find_difference(part, one.sealed.envelope.payload, one.derived);
                      }});
  }
  checks.push_back({"statement", "the statement says nothing else", contents, always, refuse_rest});
  return checks;
}

/// Derives the statement that the journal gives, or finds why it is refused.
void derive(CertificateView& view) {
  const Sealed& sealed = view.sealed;
  if (find_malformed(sealed.envelope.payload)) return;
  auto statement = derive_statement({.journal = view.contents.journal,
                                     .list = view.contents.expectations,
                                     .journal_text = sealed.journal_text,
                                     .list_text = sealed.expectations_text,
                                     .claim = &sealed.envelope.payload},
                                    view.around);
  if (statement) {
    view.derived = std::move(*statement);
  } else {
    view.refusal = statement.diagnostics().front().what;
  }
}

/// Returns how each of `checks` that is of `part` and asked for ends.
std::vector<CheckEnding> endings_of(const CertificateView& view, const std::vector<CertificateCheck>& checks,
                                    CheckPart part) {
  std::vector<CheckEnding> endings;
  for (const CertificateCheck& check : checks) {
    if (check.part == part && check.is_asked(view))
      endings.push_back({.name = check.name, .says = check.says, .refusal = check.refuse(view)});
  }
  return endings;
}

}  // namespace

const std::vector<CertificateCheck>& certificate_checks() {
  static const std::vector<CertificateCheck> checks = make_checks();
  return checks;
}

bool is_refused(const std::vector<CheckEnding>& checks) {
  return std::ranges::any_of(checks, [](const CheckEnding& one) { return one.refusal.has_value(); });
}

Result<Contents> read_sealed(const Sealed& sealed) {
  const Demands demands;
  const Surroundings around;
  const CertificateView view{
      .sealed = sealed, .demands = demands, .around = around, .contents = {}, .derived = {}, .refusal = {}};
  for (const CheckEnding& one : endings_of(view, certificate_checks(), CheckPart::seal)) {
    if (one.refusal) return bad_certificate(sealed.file, one.name, *one.refusal);
  }
  return read_contents(sealed);
}

Result<Verified> verify(const Sealed& sealed, const Demands& demands, const Surroundings& around,
                        const std::vector<CertificateCheck>& checks) {
  CertificateView view{
      .sealed = sealed, .demands = demands, .around = around, .contents = {}, .derived = {}, .refusal = {}};
  Verified verified{.checks = endings_of(view, checks, CheckPart::seal), .contents = {}};
  if (is_refused(verified.checks)) return verified;
  auto contents = read_contents(sealed);
  if (!contents) return contents.diagnostics();
  view.contents = std::move(*contents);
  derive(view);
  if (!view.derived.empty()) verified.strength = stated_strength(view.derived);
  std::ranges::move(endings_of(view, checks, CheckPart::contents), std::back_inserter(verified.checks));
  verified.contents = std::move(view.contents);
  return verified;
}

}  // namespace npu_cts
