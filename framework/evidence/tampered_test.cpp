// SPDX-License-Identifier: Apache-2.0
// Certificates that somebody bent, with every means but the vendor's key: each is refused by one check, which names it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "framework/base/text.h"
#include "framework/evidence/evidence_testing.h"
#include "framework/evidence/outputs.h"

namespace npu_cts::evidence {
namespace {

using Words = std::vector<std::string>;

using namespace testing_evidence;

struct Tampered {
  std::string_view check;
  std::string_view name;
  std::function<std::string()> make;
  Demands demands = {};
};
void PrintTo(const Tampered& row, std::ostream* out) { *out << row.check << " " << row.name; }

std::function<std::string()> restating(std::string from, std::string to) {
  return [from = std::move(from), to = std::move(to)] { return restated(honest_certificate(), from, to); };
}

std::function<std::string()> restating_waived(std::string from, std::string to) {
  return [from = std::move(from), to = std::move(to)] { return restated(certificate_of(waived_run()), from, to); };
}

std::string certified(const std::function<void(record::Journal& journal)>& change) {
  RunInMemory run{.journal = honest_run()};
  change(run.journal);
  return certificate_of(run);
}

/// Changes how the first case ends that is expected to end as `expected`.
std::function<std::string()> ending(Verdict expected, Status status, OutcomeKind outcome) {
  return [=] {
    return certified([&](record::Journal& one) {
      const auto at = std::ranges::find(one.planned, expected, &record::PlannedCase::expected) - one.planned.begin();
      one.results[static_cast<std::size_t>(at)].status = status;
      one.results[static_cast<std::size_t>(at)].outcome = outcome;
    });
  };
}

/// Puts another journal beside the statement of the honest run.
std::string with_journal(const std::function<void(record::Journal& journal)>& change) {
  auto members = members_of(honest_certificate());
  record::Journal journal = honest_run();
  change(journal);
  members[2].bytes = to_text(journal);
  return pack(members);
}

/// Changes the text of the journal, and states its digest.
std::string with_journal_text(const std::function<std::string(const std::string& text)>& change) {
  auto members = members_of(honest_certificate());
  const std::string was = sha256_of(members[2].bytes);
  members[2].bytes = change(members[2].bytes);
  return restated(pack(members), was, sha256_of(members[2].bytes));
}

std::string last_bit_changed() {
  std::string certificate = honest_certificate();
  certificate.back() = certificate.back() == '0' ? '1' : '0';
  return certificate;
}

const std::vector<Tampered> tampered{
    {"integrity", "ChangedHash", last_bit_changed},
    {"integrity", "PlainZstdWithoutHash",
     [] { return honest_certificate().substr(0, honest_certificate().size() - 72); }},
    {"signature", "SignedByAnother",
     [] {
       auto members = members_of(honest_certificate());
       members.front().bytes = to_text(envelope_of(read_envelope(members.front().bytes)->payload, stranger));
       return pack(members);
     }},
    {"signature", "KeyReplaced",
     [] {
       auto members = members_of(honest_certificate());
       members[1].bytes = to_pem(public_key_of(stranger));
       return pack(members);
     }},
    {"signature", "SignatureOfNoBytes",
     [] {
       auto members = members_of(honest_certificate());
       Envelope envelope = *read_envelope(members.front().bytes);
       envelope.signature.clear();
       members.front().bytes = to_text(envelope);
       return pack(members);
     }},
    {"signature", "SignedWithoutItsType",
     [] {
       auto members = members_of(honest_certificate());
       Envelope envelope = *read_envelope(members.front().bytes);
       envelope.signature = sign(vendor, envelope.payload).value();
       members.front().bytes = to_text(envelope);
       return pack(members);
     }},
    {"key",
     "OwnKeyOfAStranger",
     [] { return certificate_of({.journal = honest_run()}, stranger); },
     {.key = public_key_of(vendor)}},
    {"tier", "Fast", [] { return certificate_of({.journal = honest_run(Tier::fast)}); }},
    {"tier", "Smoke", [] { return certificate_of({.journal = honest_run(Tier::smoke)}); }},
    {"end", "Unfinished", [] { return certified([](record::Journal& one) { one.finished = false; }); }},
    {"end", "TornLineBehind", [] { return with_journal_text([](const std::string& text) { return text + "{"; }); }},
    {"end", "OtherFormOfALine",
     [] {
       return with_journal_text(
           [](const std::string& text) { return relinked(text, "\"outcome\":", " \"outcome\":"); });
     }},
    {"withdrawn", "VersionOfTheSuite", honest_certificate, {.withdrawn = Words{"9", "0"}}},
    {"withdrawn",
     "CommitOfTheSuite",
     [] { return certified([](record::Journal& one) { one.info.tool_commit = "c0ffee"; }); },
     {.withdrawn = Words{"c0ffee"}}},
    {"withdrawn", "BinaryOfTheSuite", honest_certificate, {.withdrawn = Words{std::string(64, 'f')}}},
    {"challenge", "OfAnother", honest_certificate, {.challenge = "0000000000000000"}},
    {"challenge",
     "None",
     [] {
       return certified([](record::Journal& one) {
         one.info.challenge.clear();
         for (CaseResult& result : one.results) result.outputs.clear();
       });
     },
     {.challenge = challenge}},
    {"suite", "JournalOfAnOldProgram",
     [] { return certified([](record::Journal& one) { one.info.tool_digest.clear(); }); }},
    {"suite", "DigestThatIsNone",
     [] { return certified([](record::Journal& one) { one.info.tool_digest = "unknown"; }); }},
    {"form", "Deep", [] { return stating(std::string(100'000, '[') + std::string(100'000, ']')); }},
    {"form", "Long", [] { return stating(long_text(std::size_t{5} << 20U)); }},
    {"form", "NoJson", [] { return stating("the backend conforms"); }},
    {"form", "Empty", [] { return stating(""); }},
    {"form", "Truncated", [] { return stating(R"({"_type": "https://in-toto.io/Statement/v1")"); }},
    {"variants", "AgreesWithNone",
     [] {
       return certified([](record::Journal& one) {
         for (CaseResult& result : one.results) result.agrees.clear();
       });
     }},
    {"variants", "WeakAndAgreesWithNone",
     [] {
       return certified([](record::Journal& one) {
         CaseResult& result = *std::ranges::find_if(one.results, has_outputs);
         result.status = Status::weak;
         result.agrees.clear();
       });
     }},
    {"expiry", "OnTheLastDay", [] { return certificate_of(waived_run("2026-07-27")); }},
    {"statuses", "SkipsALegalCall", ending(Verdict::accept, Status::skip, OutcomeKind::completed)},
    {"statuses", "SkipsWhatIsUnsupported", ending(Verdict::accept, Status::skip, OutcomeKind::unsupported)},
    {"statuses", "ContestsALegalCall", ending(Verdict::accept, Status::contested, OutcomeKind::completed)},
    {"statuses", "PassesWhatIsRefused", ending(Verdict::accept, Status::pass, OutcomeKind::refused)},
    {"statuses", "SkipsAnIllegalCall", ending(Verdict::reject, Status::skip, OutcomeKind::completed)},
    {"statuses", "PassesWhatIsAccepted", ending(Verdict::reject, Status::pass, OutcomeKind::completed)},
    {"statuses", "ExtendsWithoutLeave", ending(Verdict::reject, Status::weak, OutcomeKind::completed)},
    {"outputs", "TypedJournal",
     [] {
       return certified([](record::Journal& one) {
         for (CaseResult& result : one.results) result.outputs.clear();
       });
     }},
    {"outputs", "OneCaseWithout",
     [] {
       return certified([](record::Journal& one) {
         std::ranges::find_if(one.results, [](const CaseResult& result) {
           return !result.outputs.empty();
         })->outputs.clear();
       });
     }},
    {"records", "OtherRoot", restating(R"("root": ")", R"("root": "0)")},
    {"records", "OtherCount", restating(R"("count": )", R"("count": 1)")},
    {"journal", "OtherDigest", restating("\"journal\": {\n    \"sha256\": \"", "\"journal\": {\n    \"sha256\": \"0")},
    {"sums", "MorePasses", restating(R"("pass": )", R"("pass": 1)")},
    {"conclusion", "FailsAsConforms", restating_waived(R"("conclusion": "fails")", R"("conclusion": "conforms")")},
    {"result", "FailedAsPassed", restating_waived(R"("result": "FAILED")", R"("result": "PASSED")")},
    {"scope", "MoreCovered", restating(R"("covered": )", R"("covered": 1)")},
    {"scope", "AllProducts", restating(R"("products": [])", R"("products": ["alpha"])")},
    {"scope", "OtherPolicy", restating(R"("unsupported": "reject")", R"("unsupported": "allow")")},
    {"waivers", "FewerWaived", restating_waived(R"("waived": 1)", R"("waived": 0)")},
    {"waivers", "OtherList",
     restating_waived("\"expectations\": {\n    \"sha256\": \"", "\"expectations\": {\n    \"sha256\": \"0")},
    {"waivers", "ListUnstated", restating_waived("\"expectations\": {", "\"expectatious\": {")},
    {"level", "WitnessedByNobody", restating(R"("level": "challenged")", R"("level": "witnessed")")},
    {"stated challenge", "Other", restating(R"("challenge": "3)", R"("challenge": "4)")},
    {"tool", "NewerVersion", restating("\"version\": \"0\"", "\"version\": \"9\"")},
    {"tool", "OtherCommit", restating(R"("commit": ")", R"("commit": "f)")},
    {"driver", "OtherName", restating(R"("name": "plugin:a.so")", R"("name": "plugin:b.so")")},
    {"environments", "OtherHost", restating(R"("host": "h")", R"("host": "i")")},
    {"environments", "FirstAttempt", restating(R"("attempt": 1)", R"("attempt": 0)")},
    {"backend", "OtherBinary", restating(std::string(64, 'b'), std::string(64, 'c'))},
    {"backend", "OtherFile", restating(R"("name": "a.so")", R"("name": "b.so")")},
    {"waivers", "JudgedOnAnotherDay", restating_waived(R"("day": "2026-07-27")", R"("day": "2026-07-01")")},
    {"environments", "OtherEnd", restating("2026-07-27T08:16:00Z", "2026-07-26T08:16:00Z")},
    {"environments", "OtherArguments", restating(R"("run")", R"("runs")")},
    {"environments", "OtherCpu", restating(R"("cpu": "c")", R"("cpu": "d")")},
    {"environments", "OtherKernel", restating(R"("kernel": "k")", R"("kernel": "l")")},
    {"driver", "OtherVersion",
     restating("\"name\": \"plugin:a.so\",\n    \"version\": \"1\"",
               "\"name\": \"plugin:a.so\",\n    \"version\": \"2\"")},
    {"scope", "AllReleases", restating(R"("releases": [])", R"("releases": ["all"])")},
    {"scope", "OtherMode", restating(R"("modes": [])", R"("modes": ["eager"])")},
    {"scope", "OtherOperator", restating(R"("operators": [])", R"("operators": ["same"])")},
    {"scope", "OtherQuery", restating(R"("query": "")", R"("query": "same")")},
    {"scope", "Extensions", restating(R"("extensions": "reject")", R"("extensions": "allow")")},
    {"scope", "PinnedVariant", restating(R"("numerics": [])", R"("numerics": ["rounding=even"])")},
    {"scope", "SmallerDefault", restating(R"("byDefault": )", R"("byDefault": 1)")},
    {"scope", "FewerInAll", restating(R"("all": )", R"("all": 1)")},
    {"result", "PassedAsWarned", restating(R"("result": "PASSED")", R"("result": "WARNED")")},
    {"level", "ChallengedAsDeclared", restating(R"("level": "challenged")", R"("level": "self-declared")")},
    {"configuration", "OtherProgram", restating(std::string(64, 'f'), std::string(64, 'c'))},
    {"configuration", "OtherNameOfTheSuite", restating("npu-cts-suite", "npu-cts-swite")},
    {"kill score", "MoreKilled", restating(R"("killed": 62)", R"("killed": 77)")},
    {"kill score", "FewerKillable", restating(R"("of": 77)", R"("of": 62)")},
    {"kill score", "OtherTier", restating(R"("fast": {)", R"("full": {)")},
    {"kill score", "MeasuredOnAnotherDay", restating("2026-07-20", "2026-07-26")},
    {"kill score", "MeasuredForAnotherSpec",
     restating("\"spec\": {\n     \"sha256\": \"a", "\"spec\": {\n     \"sha256\": \"b")},
    {"kill score", "ScoreThatIsNone", restating(R"("day": "2026-07-20")", R"("day": 20260720)")},
    {"statement", "OtherType", restating("in-toto.io/Statement/v1", "in-toto.io/Statement/v2")},
    {"statement", "SpaceBehind",
     [] { return stating(read_envelope(members_of(honest_certificate()).front().bytes)->payload + " "); }},
    {"configuration", "OtherDocuments", restating(std::string(64, 'e'), std::string(64, 'c'))},
    {"configuration", "OtherSpecStated", restating(std::string(64, 'a'), std::string(64, 'c'))},
    {"statement", "MoreSaid", restating(R"("format": 1)", R"("format": 1, "bugs": 0)")},
    {"statement", "OtherFormat", restating(R"("format": 1)", R"("format": 2)")},
    {"statement", "OtherPredicate", restating("test-result/v0.1", "test-result/v9")},
    {"statement", "SaidTwice", restating(R"("format": 1)", R"("format": 1, "format": 1)")},
};

std::set<std::string_view> refusing(const std::vector<CheckEnding>& checks) {
  std::set<std::string_view> names;
  for (const CheckEnding& one : checks) {
    if (one.refusal) names.insert(one.name);
  }
  return names;
}

std::vector<CertificateCheck> all_but(std::string_view name) {
  auto checks = certificate_checks();
  std::erase_if(checks, [&](const CertificateCheck& check) { return check.name == name; });
  return checks;
}

std::set<std::string_view> refused_by(const std::string& certificate, const std::vector<CertificateCheck>& checks,
                                      const Demands& demands = {}) {
  const auto verified = verify(opened(certificate), demands, around(), checks);
  return verified ? refusing(verified->checks) : std::set<std::string_view>{"the contents"};
}

class TamperedCertificate : public testing::TestWithParam<Tampered> {};

TEST_P(TamperedCertificate, IsRefusedByTheCheckThatNamesItAndByNoOther) {
  const std::string certificate = GetParam().make();
  EXPECT_THAT(refused_by(certificate, certificate_checks(), GetParam().demands),
              testing::ElementsAre(GetParam().check));
  EXPECT_THAT(refused_by(certificate, all_but(GetParam().check), GetParam().demands), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Each, TamperedCertificate, testing::ValuesIn(tampered), [](const auto& row) {
  std::string name(row.param.check);
  std::erase(name, ' ');
  return name + "_" + std::string(row.param.name);
});

/// Some lies touch more than one thing that is signed.
TEST(TamperedJournalInside, IsRefusedByItsDigestAndWhateverElseItChanges) {
  const auto refused = [](const std::string& certificate) { return refused_by(certificate, certificate_checks()); };
  using testing::Contains;
  EXPECT_THAT(refused(with_journal([](record::Journal& one) { one.results.front().reason = "better"; })),
              testing::UnorderedElementsAre("journal", "records"));
  EXPECT_THAT(refused(with_journal([](record::Journal& one) { one.results.front().status = Status::weak; })),
              Contains("sums"));
  EXPECT_THAT(refused(with_journal([](record::Journal& one) { one.info.driver = "plugin:b.so"; })), Contains("driver"));
  EXPECT_THAT(refused(with_journal([](record::Journal& one) { one.info.backend[0].sha256[0] = 'c'; })),
              Contains("backend"));
  EXPECT_THAT(refused(with_journal([](record::Journal& one) { one.info.tool_digest[0] = 'c'; })),
              Contains("configuration"));
}

TEST(TamperedJournalInside, OfAnotherSpecOrPlanIsRefusedByOneCheck) {
  const auto refused = [](const std::string& certificate) { return refused_by(certificate, certificate_checks()); };
  EXPECT_THAT(refused(with_journal([](record::Journal& one) { one.info.spec_digest = std::string(64, 'c'); })),
              testing::ElementsAre("spec"));
  EXPECT_THAT(refused(with_journal([](record::Journal& one) {
                one.planned.pop_back();
                one.results.pop_back();
              })),
              testing::ElementsAre("plan"));
  EXPECT_THAT(refused(with_journal([](record::Journal& one) {
                std::ranges::find(one.planned, Verdict::reject, &record::PlannedCase::expected)->expected =
                    Verdict::unsupported;
              })),
              testing::ElementsAre("plan"));
}

TEST(Checks, EachIsNeededBySomeTamperedCertificate) {
  std::set<std::string_view> shown{"spec", "plan"};  // above
  for (const Tampered& row : tampered) shown.insert(row.check);
  for (const CertificateCheck& check : certificate_checks()) EXPECT_TRUE(shown.contains(check.name)) << check.name;
}

std::set<std::string_view> made(const Verified& verified) {
  std::set<std::string_view> names;
  for (const CheckEnding& one : verified.checks) names.insert(one.name);
  return names;
}

TEST(Checks, ThatNobodyAskedForAreNotMade) {
  const auto verified = verify(opened(honest_certificate()), {}, around(), certificate_checks());
  ASSERT_TRUE(verified);
  for (const std::string_view name : {"key", "challenge", "withdrawn", "expiry"})
    EXPECT_FALSE(made(*verified).contains(name)) << name;
}

/// Neither the statement nor the journal can be read here.
TEST(Seal, IsDecidedBeforeAnythingThatWasSignedIsRead) {
  auto members = members_of(honest_certificate());
  members.front().bytes = to_text(envelope_of(std::string(100'000, '['), stranger));
  members[2].bytes = "no journal\n";
  const auto verified = verify(opened(pack(members)), {}, around(), certificate_checks());
  ASSERT_TRUE(verified);
  EXPECT_THAT(refusing(verified->checks), testing::ElementsAre("signature"));
  EXPECT_THAT(made(*verified), testing::ElementsAre("integrity", "signature"));
}

TEST(Seal, IsAskedOfACertificateOfAHistory) {
  auto members = members_of(honest_certificate());
  members[1].bytes = to_pem(public_key_of(stranger));
  const auto contents = read_sealed(opened(pack(members)));
  ASSERT_FALSE(contents);
  EXPECT_THAT(contents.diagnostics().front().what, testing::HasSubstr("the check 'signature'"));
}

TEST(Seal, IsAllThatIsAskedOfACertificateOfAHistory) {
  EXPECT_TRUE(
      read_sealed(opened(with_journal([](record::Journal& one) { one.info.spec_digest = std::string(64, 'c'); }))));
}

TEST(KnownFailures, AreJudgedByTheDayOnWhichTheRunEnded) {
  const Sealed sealed = opened(certificate_of(waived_run("2026-07-27")));
  Surroundings later = around();
  later.day = "2026-07-27";
  const auto on_that_day = verify(sealed, {}, later, certificate_checks());
  ASSERT_TRUE(on_that_day);
  EXPECT_THAT(refusing(on_that_day->checks), testing::IsEmpty());
  EXPECT_EQ(day_of(on_that_day->contents.journal, "2026-07-28"), "2026-07-27");
  EXPECT_EQ(day_of({}, "2026-07-28"), "2026-07-28");
}

TEST(HonestCertificate, IsAccepted) {
  const Demands demands{.key = public_key_of(vendor), .challenge = challenge, .withdrawn = Words{"9"}};
  for (const std::string& certificate : {honest_certificate(), certificate_of(waived_run())})
    EXPECT_THAT(refused_by(certificate, certificate_checks(), demands), testing::IsEmpty());
  const auto verified = verify(opened(certificate_of(waived_run())), demands, around(), certificate_checks());
  ASSERT_TRUE(verified);
  EXPECT_EQ(verified->checks.size(), certificate_checks().size());
}

TEST(HonestCertificate, IsTheSameToTheByteEachTime) { EXPECT_EQ(honest_certificate(), honest_certificate()); }

/// With a short journal: the hash of the whole is asked, and the work grows with the square of the bytes.
TEST(Archive, ShowsEverySingleBitThatChanges) {
  const std::string certificate = with_journal([](record::Journal& one) {
    one.planned.resize(2);
    one.results.resize(2);
  });
  ASSERT_FALSE(find_damage(certificate));
  for (std::size_t bit = 0; bit < 8 * certificate.size(); ++bit) {
    std::string changed = certificate;
    changed[bit / 8] = static_cast<char>(static_cast<unsigned char>(changed[bit / 8]) ^ (1U << bit % 8));
    ASSERT_TRUE(find_damage(changed)) << bit;
  }
}

}  // namespace
}  // namespace npu_cts::evidence
