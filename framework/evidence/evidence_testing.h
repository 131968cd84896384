// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/evidence/archive.h"
#include "framework/evidence/certificate.h"
#include "framework/evidence/made_up_testing.h"
#include "framework/expand/expand.h"
#include "framework/expect/apply.h"
#include "framework/record/chain.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/session_testing.h"

// What the tests of certificates share: an honest run, and the hands of somebody who forges one. Not part of the
// library.
namespace npu_cts::evidence::testing_evidence {

inline const std::string digest(64, 'a');
inline const std::string challenge = "3f9c27a05be14d86";
inline const PrivateKey vendor{std::string(32, 'v')};
inline const PrivateKey stranger{std::string(32, 's')};

inline const Strength measured{
    .day = "2026-07-20",
    .scores = {{.tier = "smoke", .killed = 62, .killable = 77}, {.tier = "fast", .killed = 77, .killable = 77}}};

inline const Spec& spec() {
  static const Spec spec = run::testing_session::spec_of_same();
  return spec;
}

/// The run of every case that `tier` has of the spec of tests; all passed.
inline record::Journal honest_run(Tier tier = certified_tier) {
  record::Journal journal;
  journal.info = {
      .driver = "plugin:a.so", .driver_version = "1", .spec_digest = digest, .query = "", .tool_version = "0"};
  journal.info.filters.tier = tier;
  journal.info.backend = {{.path = "a.so", .sha256 = std::string(64, 'b'), .bytes = 7}};
  journal.info.challenge = challenge;
  journal.info.tool_digest = std::string(64, 'f');
  expand::PlanOptions everything;
  everything.filters.tier = tier;
  for (const Case& planned : expand::plan(spec(), everything).cases) {
    journal.planned.push_back(record::planned_of(planned));
    CaseResult result;
    result.id = planned.id;
    if (planned.expected == Verdict::accept) {
      result.outputs = std::string(64, 'd');
      result.agrees = {{}};
    } else if (is_run(planned)) {
      result.outcome = OutcomeKind::refused;
    } else {
      result.status = Status::skip;
    }
    journal.results.push_back(std::move(result));
  }
  std::ranges::sort(journal.planned, {}, &record::PlannedCase::id);
  std::ranges::sort(journal.results, {}, &CaseResult::id);
  journal.environments = {{.arguments = {"npu-cts", "run"},
                           .host = "h",
                           .cpu = "c",
                           .kernel = "k",
                           .started = "2026-07-27T08:15:00Z",
                           .ended = "2026-07-27T08:16:00Z",
                           .attempt = 1}};
  journal.finished = true;
  return journal;
}

/// Replaces each `from` in the lines of `text`, and links them anew.
inline std::string relinked(const std::string& text, std::string_view from, std::string_view to) {
  record::Chain chain;
  std::string linked;
  for (std::string line : split(text, '\n')) {
    if (line.empty()) continue;
    line = line.substr(0, line.rfind(",\"line\":")) + "}";
    for (std::size_t at = line.find(from); at != std::string::npos; at = line.find(from, at + to.size()))
      line.replace(at, from.size(), to);
    linked += chain.link(line);
  }
  return linked;
}

inline std::string known_failure(const record::Journal& journal, const std::string& expires) {
  return "expectations:\n  - cases: \"" + journal.planned.front().id +
         "\"\n    status: fail\n    diagnosis: wrong\n    reason: r\n    link: l\n    owner: o\n"
         "    expires: \"" +
         expires + "\"\n";
}

/// The same with one known failure.
inline RunInMemory waived_run(const std::string& expires = "2099-12-31") {
  record::Journal journal = honest_run();
  journal.results.front().status = Status::fail;
  journal.results.front().reason = "wrong";
  std::string list = known_failure(journal, expires);
  return {.journal = std::move(journal), .expectations = std::move(list)};
}

/// Keeps the cases, and judges them at the end.
class KeepingJudge final : public RunJudge {
 public:
  KeepingJudge(std::optional<expect::Expectations> list, std::string day)
      : list_(std::move(list)), day_(std::move(day)) {}

  void take(const record::PlannedCase& planned, const CaseResult* result) override {
    planned_.push_back(planned);
    if (result != nullptr) results_.push_back(*result);
  }

  Result<RunVerdict> conclude(const record::Journal& head) override {
    record::Journal journal = head;
    journal.planned = planned_;
    journal.results = results_;
    const auto scope = run::check_plan({spec(), digest}, journal, "journal");
    if (!scope) return scope.diagnostics();
    RunVerdict verdict{.scope = *scope, .conclusion = "conforms", .waived = 0, .strength = measured};
    for (const CaseResult& result : journal.results) {
      ++verdict.tally[std::string(name_of(result.status))];
      if (result.status == Status::fail) verdict.conclusion = "fails";
    }
    if (list_) verdict.waived = expect::waived_cases(expect::expect(journal, *list_, day_).known);
    return verdict;
  }

 private:
  std::optional<expect::Expectations> list_;
  std::string day_;
  std::vector<record::PlannedCase> planned_;
  std::vector<CaseResult> results_;
};

inline Surroundings around() {
  return {.spec_digest = digest,
          .documents_digest = std::string(64, 'e'),
          .day = "2026-07-28",
          .judge = [](const record::Journal& /*head*/, const std::optional<expect::Expectations>& list,
                      const std::string& day) -> Result<std::unique_ptr<RunJudge>> {
            return std::unique_ptr<RunJudge>(std::make_unique<KeepingJudge>(list, day));
          }};
}

inline std::string certificate_of(const RunInMemory& run, const PrivateKey& key = vendor) {
  return certify_in_memory(run, key, around()).value();
}

inline std::string honest_certificate() { return certificate_of({.journal = honest_run()}); }

inline std::vector<Member> members_of(const std::string& certificate) { return unpack(certificate, "x").value(); }

inline Sealed opened(const std::string& certificate) { return open_certificate(certificate, "x").value(); }

inline Envelope envelope_of(const std::string& payload, const PrivateKey& key) {
  return {.payload = payload, .signature = sign(key, sealed(payload)).value()};
}

/// Returns the honest certificate with `payload` as its statement, signed.
inline std::string stating(const std::string& payload) {
  auto members = members_of(honest_certificate());
  members.front().bytes = to_text(envelope_of(payload, vendor));
  return pack(members);
}

/// Replaces the first `from` of the statement of `certificate` and signs it again.
inline std::string restated(const std::string& certificate, std::string_view from, std::string_view to) {
  auto members = members_of(certificate);
  std::string payload = read_envelope(members.front().bytes)->payload;
  const std::size_t at = payload.find(from);
  if (at == std::string::npos) return "the statement has no " + std::string(from);
  payload.replace(at, from.size(), to);
  members.front().bytes = to_text(envelope_of(payload, vendor));
  return pack(members);
}

/// Returns a JSON text of `size` letters that do not compress well.
inline std::string long_text(std::size_t size) {
  std::mt19937 random(1);
  std::string text(size, 'x');
  for (char& letter : text) letter = static_cast<char>('a' + random() % 16);
  return "\"" + text + "\"";
}

}  // namespace npu_cts::evidence::testing_evidence
