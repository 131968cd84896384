// Certificates that somebody bent, with every means but the vendor's key: each is refused by one check, which names it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "framework/evidence/evidence_testing.h"

namespace npu_cts {
namespace {

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

std::string certified(const std::function<void(Journal& journal)>& change) {
  Certified run{.journal = honest_run(), .expectations = {}};
  change(run.journal);
  return certificate_of(run);
}

/// Puts another journal beside the statement of the honest run.
std::string with_journal(const std::function<void(Journal& journal)>& change) {
  auto members = members_of(honest_certificate());
  Journal journal = honest_run();
  change(journal);
  members[2].bytes = to_text(journal);
  return pack(members);
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
       envelope.signature = sign(vendor, envelope.payload);
       members.front().bytes = to_text(envelope);
       return pack(members);
     }},
    {"key",
     "OwnKeyOfAStranger",
     [] { return certificate_of({.journal = honest_run(), .expectations = {}}, stranger); },
     {.key = public_key_of(vendor)}},
    {"end", "Unfinished", [] { return certified([](Journal& one) { one.finished = false; }); }},
    {"withdrawn", "VersionOfTheSuite", honest_certificate, {.withdrawn = {"9", "0"}}},
    {"withdrawn", "BinaryOfTheSuite", honest_certificate, {.withdrawn = {std::string(64, 'f')}}},
    {"challenge", "OfAnother", honest_certificate, {.challenge = "0000000000000000"}},
    {"challenge",
     "None",
     [] {
       return certified([](Journal& one) {
         one.info.challenge.clear();
         for (CaseResult& result : one.results) result.outputs.clear();
       });
     },
     {.challenge = challenge}},
    {"outputs", "TypedJournal",
     [] {
       return certified([](Journal& one) {
         for (CaseResult& result : one.results) result.outputs.clear();
       });
     }},
    {"outputs", "OneCaseWithout",
     [] {
       return certified([](Journal& one) {
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

class TamperedCertificate : public testing::TestWithParam<Tampered> {};

TEST_P(TamperedCertificate, IsRefusedByTheCheckThatNamesItAndByNoOther) {
  const auto opened = open_certificate(GetParam().make(), "x");
  ASSERT_TRUE(opened) << opened.diagnostics().front().what;
  EXPECT_THAT(refusing(verify(*opened, GetParam().demands, around(), certificate_checks())),
              testing::ElementsAre(GetParam().check));
  EXPECT_THAT(refusing(verify(*opened, GetParam().demands, around(), all_but(GetParam().check))), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Each, TamperedCertificate, testing::ValuesIn(tampered), [](const auto& row) {
  std::string name(row.param.check);
  std::erase(name, ' ');
  return name + "_" + std::string(row.param.name);
});

/// Some lies touch more than one thing that is signed.
TEST(TamperedJournalInside, IsRefusedByItsDigestAndWhateverElseItChanges) {
  const auto refused = [](const std::string& certificate) {
    return refusing(verify(open_certificate(certificate, "x").value(), {}, around(), certificate_checks()));
  };
  using testing::Contains;
  EXPECT_THAT(refused(with_journal([](Journal& one) { one.results.front().reason = "better"; })),
              testing::UnorderedElementsAre("journal", "records"));
  EXPECT_THAT(refused(with_journal([](Journal& one) { one.results.front().status = Status::weak; })), Contains("sums"));
  EXPECT_THAT(refused(with_journal([](Journal& one) { one.info.driver = "plugin:b.so"; })), Contains("driver"));
  EXPECT_THAT(refused(with_journal([](Journal& one) { one.info.backend[0].sha256[0] = 'c'; })), Contains("backend"));
}

TEST(TamperedJournalInside, OfAnotherSpecOrPlanIsRefusedByOneCheck) {
  const auto refused = [](const std::string& certificate) {
    return refusing(verify(open_certificate(certificate, "x").value(), {}, around(), certificate_checks()));
  };
  EXPECT_THAT(refused(with_journal([](Journal& one) { one.info.spec_digest = std::string(64, 'c'); })),
              testing::ElementsAre("spec"));
  EXPECT_THAT(refused(with_journal([](Journal& one) {
                one.planned.pop_back();
                one.results.pop_back();
              })),
              testing::ElementsAre("plan"));
  EXPECT_THAT(refused(with_journal([](Journal& one) { one.planned.front().expected = Verdict::unsupported; })),
              testing::ElementsAre("plan"));
}

TEST(Checks, EachIsNeededBySomeTamperedCertificate) {
  std::set<std::string_view> shown{"spec", "plan"};  // above
  for (const Tampered& row : tampered) shown.insert(row.check);
  for (const CertificateCheck& check : certificate_checks()) EXPECT_TRUE(shown.contains(check.name)) << check.name;
}

TEST(HonestCertificate, IsAccepted) {
  const Demands demands{.key = public_key_of(vendor), .challenge = challenge, .withdrawn = {"9"}};
  for (const std::string& certificate : {honest_certificate(), certificate_of(waived_run())}) {
    const auto opened = open_certificate(certificate, "x");
    ASSERT_TRUE(opened);
    const auto checks = verify(*opened, demands, around(), certificate_checks());
    EXPECT_THAT(refusing(checks), testing::IsEmpty());
    EXPECT_EQ(checks.size(), certificate_checks().size());
  }
}

TEST(HonestCertificate, IsTheSameToTheByteEachTime) { EXPECT_EQ(honest_certificate(), honest_certificate()); }

TEST(HonestCertificate, ShowsEverySingleBitThatChanges) {
  const std::string certificate = honest_certificate();
  for (std::size_t bit = 0; bit < 8 * certificate.size(); ++bit) {
    std::string changed = certificate;
    changed[bit / 8] = static_cast<char>(static_cast<unsigned char>(changed[bit / 8]) ^ (1U << bit % 8));
    ASSERT_TRUE(find_damage(changed)) << bit;
  }
}

}  // namespace
}  // namespace npu_cts
