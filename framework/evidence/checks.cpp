// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/evidence/archive.h"
#include "framework/evidence/certificate.h"
#include "framework/evidence/outputs.h"

namespace npu_cts::evidence {
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
  const Tier tier = one.contents.journal.info.filters.tier;
  if (tier == certified_tier) return std::nullopt;
  return fmt::format("its run was of the tier {}, and only the tier {} certifies", name_of(tier),
                     name_of(certified_tier));
}

Refusal refuse_end(const CertificateView& one) {
  if (!one.contents.journal.finished) return "its run did not finish";
  if (!one.is_as_written) return "its journal is not one that ended as a whole";
  return std::nullopt;
}

Refusal refuse_suite(const CertificateView& one) {
  const std::string& digest = one.contents.journal.info.tool_digest;
  if (is_sha256(digest)) return std::nullopt;
  return "its run does not say which program judged it";
}

Refusal refuse_withdrawn(const CertificateView& one) {
  const RunInfo& info = one.contents.journal.info;
  for (const std::string& word : *one.demands.withdrawn) {
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

Refusal refuse_status(const CertificateView& view, const RecordedCase& one) {
  if (!one.result) return std::nullopt;
  return record::find_impossible(one.planned, *one.result, view.contents.journal.info);
}

/// A run with a challenge records what came out of each call that it judged by values.
Refusal refuse_outputs(const CertificateView& /*view*/, const RecordedCase& one) {
  if (!one.result || one.planned.expected != Verdict::accept || !one.result->outputs.empty()) return std::nullopt;
  if (one.result->status != Status::pass && one.result->status != Status::weak) return std::nullopt;
  return fmt::format("'{}' passes without a digest of its outputs", escape_control(one.planned.id));
}

/// Without its variant, nothing of a case can be computed again.
Refusal refuse_variants(const CertificateView& /*view*/, const RecordedCase& one) {
  if (!one.result || !has_outputs(*one.result) || !one.result->agrees.empty()) return std::nullopt;
  return fmt::format("'{}' passes and agrees with no variant", escape_control(one.planned.id));
}

Refusal refuse_expired(const CertificateView& one) {
  for (const expect::Expectation& entry : one.contents.expectations->entries) {
    if (entry.expires.text < one.around.day)
      return fmt::format("the known failure of line {} held up to {}, and {} is later", entry.at.line,
                         entry.expires.text, one.around.day);
  }
  return std::nullopt;
}

bool always(const CertificateView& /*one*/) { return true; }
bool has_key(const CertificateView& one) { return one.demands.key.has_value(); }
bool has_challenge(const CertificateView& one) { return one.demands.challenge.has_value(); }
bool has_withdrawn(const CertificateView& one) { return one.demands.withdrawn.has_value(); }
bool is_challenged(const CertificateView& one) { return !one.contents.journal.info.challenge.empty(); }
bool has_known_failures(const CertificateView& one) { return one.contents.expectations.has_value(); }

constexpr auto statement_parts = std::to_array<StatementPart>({
    {"journal", "/predicate/npuCts/journal", "the digest of the journal", "the journal is the one that was signed"},
    {"records", "/predicate/npuCts/records", "the Merkle root of the cases",
     "each case, and how it ended, is in the signed Merkle root"},
    {"sums", "/predicate/npuCts/tally", "the sums", "the signed sums are those of the cases"},
    {"conclusion", "/predicate/npuCts/conclusion", "the conclusion", "the signed conclusion is what the cases give"},
    {"result", "/predicate/result", "the result", "the signed result is what the conclusion says"},
    {"scope", "/predicate/npuCts/scope", "the scope", "the signed scope is what the run covered"},
    {"waivers", "/predicate/npuCts/expectations", "the known failures",
     "the known failures are those that were signed, and every waiver is printed"},
    {"level", "/predicate/npuCts/level", "the level", "the level is the one that the run reached"},
    {"stated challenge", "/predicate/npuCts/challenge", "the challenge", "the signed challenge is that of the run"},
    {"tool", "/predicate/npuCts/tool", "the suite", "the version of the suite is the one that ran"},
    {"driver", "/predicate/npuCts/driver", "the driver", "the driver is the one that ran"},
    {"environments", "/predicate/npuCts/environments", "where and when it ran",
     "where and when it ran is what the journal says"},
    {"kill score", "/predicate/npuCts/killScore", "the kill score",
     "the kill score is the one that the suite's record has for the spec, where there are both"},
    {"backend", "/subject", "the files of the backend", "the backend's files are those of the journal"},
    {"configuration", "/predicate/configuration", "the spec, the documents or the suite",
     "the spec and the documents are those of this verifier, the suite is that of the run"},
});

Refusal refuse_rest(const CertificateView& one) {
  if (one.derived.empty() || one.sealed.envelope.payload == one.derived) return std::nullopt;
  for (const StatementPart& part : statement_parts) {
    if (find_difference(part, one.sealed.envelope.payload, one.derived)) return std::nullopt;
  }
  return "it says more than a certificate does, or in another form";
}

/// What to do where a check refuses, if it is not to ask for another certificate.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> hints{
    {{"key", "name the public key of its signer with '--key', if that is one you trust"},
     {"spec", "verify it with the suite of that spec, or ask for a run of this one"},
     {"tier", "ask for a run with '--tier full'"},
     {"end", "ask for a run that ended: '--resume' goes on with one"},
     {"withdrawn", "ask for a run of a suite that is not on the list"},
     {"challenge", "ask for a run with '--challenge' and this nonce"},
     {"expiry", "ask for a new run; '--as-of DAY' judges by an earlier day"}}};

std::string_view hint_of(std::string_view check) {
  for (const auto& [name, hint] : hints) {
    if (name == check) return hint;
  }
  return ask_for_another;
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
      {"statuses", "each case ended as its plan and the run's policies let it", contents, always, {}, refuse_status},
      {"outputs",
       "each passing case of a challenged run has a digest of its outputs",
       contents,
       is_challenged,
       {},
       refuse_outputs},
      {"variants", "each case with outputs agrees with a variant", contents, is_challenged, {}, refuse_variants},
      {"expiry", "no known failure has expired on the verifier's day", contents, has_known_failures, refuse_expired},
  };
  for (const StatementPart& part : statement_parts) {
    checks.push_back({part.check, part.says, contents, always, [part](const CertificateView& one) -> Refusal {
                        if (one.derived.empty()) return std::nullopt;  // refused already: 'form', 'spec' or 'plan'
                        return find_difference(part, one.sealed.envelope.payload, one.derived);
                      }});
  }
  checks.push_back({"statement", "the statement says nothing else", contents, always, refuse_rest});
  return checks;
}

/// Returns what judges the run of `head`; nothing where it is refused, or where no statement can be read.
std::unique_ptr<RunJudge> judge_of(CertificateView& view, const record::Journal& head) {
  if (find_malformed(view.sealed.envelope.payload)) return nullptr;
  auto judge = view.around.judge(head, view.contents.expectations, day_of(head, view.around.day));
  if (judge) return std::move(*judge);
  view.refusal = judge.diagnostics().front().what;
  return nullptr;
}

/// Makes those of `checks` that are of cases on `one`, and remembers the first refusal of each.
void check_case(CertificateView& view, const std::vector<CertificateCheck>& checks, const RecordedCase& one) {
  for (const CertificateCheck& check : checks) {
    if (check.refuse_case == nullptr || view.of_cases.contains(check.name) || !check.is_asked(view)) continue;
    if (auto refusal = check.refuse_case(view, one)) view.of_cases.emplace(check.name, std::move(*refusal));
  }
}

/// Derives the statement that the journal gives, or finds why it is refused. A statement may leave the kill score out,
/// and where the verifier has no record of the spec, its own stands.
void derive(CertificateView& view, RunJudge& judge, RecordsSeal records) {
  const record::Journal& head = view.contents.journal;
  auto verdict = judge.conclude(head);
  if (!verdict) {
    view.refusal = verdict.diagnostics().front().what;
    return;
  }
  const auto claimed = stated_strength(view.sealed.envelope.payload);
  if (!claimed || !verdict->strength) verdict->strength = claimed;
  const auto& list = view.sealed.expectations_text;
  view.derived = statement_of({.run = head,
                               .records = std::move(records),
                               .expectations_digest = list ? std::optional(sha256_of(*list)) : std::nullopt,
                               .day = day_of(head, view.around.day),
                               .verdict = std::move(*verdict),
                               .documents_digest = view.around.documents_digest});
}

/// Reads the cases of the certificate once.
std::optional<Diagnostics> read_cases(CertificateView& view, const std::vector<CertificateCheck>& checks,
                                      const WatchCase& watch) {
  const Sealed& sealed = view.sealed;
  auto stream = open_journal(sealed);
  if (!stream) return stream.diagnostics();
  view.contents.journal = stream->head();
  const std::unique_ptr<RunJudge> judge = judge_of(view, stream->head());
  while (true) {
    const auto one = stream->next();
    if (!one) return one.diagnostics();
    if (!*one) break;
    const RecordedCase& recorded = **one;
    check_case(view, checks, recorded);
    if (watch) watch(recorded);
    if (judge) judge->take(recorded.planned, recorded.result ? &*recorded.result : nullptr);
  }
  view.contents.journal = stream->head();
  view.is_as_written = stream->is_as_written();
  if (judge) derive(view, *judge, stream->seal());
  return std::nullopt;
}

/// Returns why `check` refuses, if it does.
Refusal refusal_of(const CertificateCheck& check, const CertificateView& view) {
  if (check.refuse_case == nullptr) return check.refuse(view);
  const auto found = view.of_cases.find(check.name);
  return found == view.of_cases.end() ? Refusal() : found->second;
}

/// Returns how each of `checks` that is of `part` and asked for ends.
std::vector<CheckEnding> endings_of(const CertificateView& view, const std::vector<CertificateCheck>& checks,
                                    CheckPart part) {
  std::vector<CheckEnding> endings;
  for (const CertificateCheck& check : checks) {
    if (check.part == part && check.is_asked(view))
      endings.push_back({.name = check.name, .says = std::string(check.says), .refusal = refusal_of(check, view)});
  }
  return endings;
}

}  // namespace

const std::vector<CertificateCheck>& certificate_checks() {
  static const std::vector<CertificateCheck> checks = make_checks();
  return checks;
}

Diagnostic to_diagnostic(const Sealed& sealed, const CheckEnding& check) {
  return bad_certificate(sealed.file, check.name, *check.refusal, hint_of(check.name));
}

bool is_refused(const std::vector<CheckEnding>& checks) {
  return std::ranges::any_of(checks, [](const CheckEnding& one) { return one.refusal.has_value(); });
}

Result<Contents> read_sealed(const Sealed& sealed) {
  const Demands demands;
  const Surroundings around;
  const CertificateView view{.sealed = sealed, .demands = demands, .around = around};
  for (const CheckEnding& one : endings_of(view, certificate_checks(), CheckPart::seal)) {
    if (one.refusal) return to_diagnostic(sealed, one);
  }
  return read_contents(sealed);
}

Result<Verified> verify(const Sealed& sealed, const Demands& demands, const Surroundings& around,
                        const std::vector<CertificateCheck>& checks, const WatchCase& watch) {
  CertificateView view{.sealed = sealed, .demands = demands, .around = around};
  Verified verified{.checks = endings_of(view, checks, CheckPart::seal)};
  if (is_refused(verified.checks)) return verified;
  auto list = read_known_failures(sealed);
  if (!list) return list.diagnostics();
  view.contents.expectations = std::move(*list);
  if (auto problem = read_cases(view, checks, watch)) return *std::move(problem);
  if (!view.derived.empty()) verified.strength = stated_strength(view.derived);
  std::ranges::move(endings_of(view, checks, CheckPart::contents), std::back_inserter(verified.checks));
  verified.contents = std::move(view.contents);
  return verified;
}

}  // namespace npu_cts::evidence
