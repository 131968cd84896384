// SPDX-License-Identifier: Apache-2.0
// Archives that are no certificate: refused when they are opened, before anything in them is believed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "framework/evidence/evidence_testing.h"

namespace npu_cts {
namespace {

using namespace testing_evidence;

/// Returns one entry of a tar file, as ustar has it, of the given type: '0' a file, '1' a hard link, '2' a symbolic
/// one.
std::string tar_entry(const std::string& name, char type, const std::string& bytes, const std::string& target = "") {
  constexpr std::size_t block = 512;
  std::string header(block, '\0');
  const auto put = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
  put(0, name);
  put(100, "0000644");
  put(124, fmt::format("{:011o}", bytes.size()));
  put(156, std::string(1, type));
  put(157, target);
  put(257, std::string("ustar\0", 6) + "00");
  put(148, "        ");
  const unsigned sum = std::accumulate(header.begin(), header.end(), 0U,
                                       [](unsigned all, char one) { return all + static_cast<unsigned char>(one); });
  put(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  return header + bytes + std::string((block - bytes.size() % block) % block, '\0');
}

std::string tar_of(const std::string& entries) { return entries + std::string(1024, '\0'); }

std::string changed(const std::function<void(std::vector<Member>& members)>& change) {
  auto members = members_of(certificate_of(waived_run()));
  change(members);
  return pack(members);
}

struct BadArchive {
  std::string_view name;
  std::function<std::string()> make;
  std::string_view what;
};
void PrintTo(const BadArchive& row, std::ostream* out) { *out << row.name; }

const std::vector<BadArchive> bad_archives{
    {"Empty", [] { return std::string(); }, "the check 'archive'"},
    {"Text", [] { return std::string("hello"); }, "the check 'archive'"},
    {"Truncated", [] { return honest_certificate().substr(0, 400); }, "the check 'archive'"},
    {"PathTraversal", [] { return tar_of(tar_entry("../key.pem", '0', "x")); }, "no name of a file"},
    {"AbsolutePath", [] { return tar_of(tar_entry("/etc/passwd", '0', "x")); }, "no name of a file"},
    {"HiddenFile", [] { return tar_of(tar_entry(".journal", '0', "x")); }, "no name of a file"},
    {"FileInAFolder", [] { return tar_of(tar_entry("a/key.pem", '0', "x")); }, "no name of a file"},
    {"SymbolicLink", [] { return tar_of(tar_entry("key.pem", '2', "", "/etc/passwd")); }, "is no plain file"},
    {"HardLink", [] { return tar_of(tar_entry("a", '0', "x") + tar_entry("b", '1', "", "a")); }, "is no plain file"},
    {"Device", [] { return tar_of(tar_entry("key.pem", '3', "")); }, "is no plain file"},
    {"Folder", [] { return tar_of(tar_entry("key.pem", '5', "")); }, "'archive'"},
    {"SameNameTwice", [] { return tar_of(tar_entry("key.pem", '0', "x") + tar_entry("key.pem", '0', "y")); },
     "is there twice"},
    {"TooManyFiles",
     [] {
       std::string entries;
       for (char letter = 'a'; letter <= 'i'; ++letter) entries += tar_entry(std::string(1, letter), '0', "x");
       return tar_of(entries);
     },
     "more files than a certificate"},
    {"Bomb", [] { return pack({{.name = "journal.jsonl", .bytes = std::string(std::size_t{1} << 24U, 'x')}}); },
     "unpacks to more"},
    {"NoFiles", [] { return pack({}); }, "'archive'"},
    {"StatementMissing", [] { return changed([](auto& one) { one.erase(one.begin()); }); }, "not the files"},
    {"JournalMissing", [] { return changed([](auto& one) { one.erase(one.begin() + 2); }); }, "not the files"},
    {"OtherOrder", [] { return changed([](auto& one) { std::swap(one[0], one[1]); }); }, "not the files"},
    {"AnotherFile", [] { return changed([](auto& one) { one.push_back({.name = "more", .bytes = ""}); }); },
     "not the files"},
    {"NoEnvelope", [] { return changed([](auto& one) { one[0].bytes = "{}"; }); }, "the check 'envelope'"},
    {"EnvelopeWithMore", [] { return changed([](auto& one) { one[0].bytes += " "; }); }, "the check 'envelope'"},
    {"EnvelopeOfAnotherType",
     [] { return changed([](auto& one) { one[0].bytes.replace(one[0].bytes.find("in-toto"), 7, "in-tutu"); }); },
     "the check 'envelope'"},
    {"NoKey", [] { return changed([](auto& one) { one[1].bytes = "key"; }); }, "the key inside"},
    {"KeyWithAComment", [] { return changed([](auto& one) { one[1].bytes += "# ours\n"; }); }, "the key inside"},
    {"EditedVerdict",
     [] { return changed([](auto& one) { one[2].bytes.replace(one[2].bytes.find(R"("fail")"), 6, R"("pass")"); }); },
     "the line is not as the run wrote it"},
    {"NoJournal", [] { return changed([](auto& one) { one[2].bytes.clear(); }); }, "the journal is empty"},
    {"NoYaml", [] { return changed([](auto& one) { one[3].bytes = "expectations: ["; }); }, "no YAML"},
};

/// Takes the way of `npu-cts verify`.
Result<Verified> verify_text(const std::string& bytes) {
  const auto sealed = open_certificate(bytes, "x");
  if (!sealed) return sealed.diagnostics();
  return verify(*sealed, {}, around(), certificate_checks());
}

class NoCertificate : public testing::TestWithParam<BadArchive> {};

TEST_P(NoCertificate, IsNotOpened) {
  const auto refused = verify_text(GetParam().make());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.diagnostics().front().what, testing::HasSubstr(std::string(GetParam().what)));
}

INSTANTIATE_TEST_SUITE_P(Each, NoCertificate, testing::ValuesIn(bad_archives),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Archive, GivesBackWhatWasPacked) {
  const std::vector<Member> members{{.name = "a", .bytes = "x"},
                                    {.name = "b.json", .bytes = std::string(100'000, 'y')}};
  EXPECT_EQ(members_of(pack(members)), members);
  EXPECT_FALSE(find_damage(pack(members)));
}

TEST(RecordsRoot, DependsOnEveryCase) {
  const Journal journal = honest_run();
  const std::string root = records_root(journal);
  for (std::size_t i = 0; i < journal.results.size(); ++i) {
    Journal other = journal;
    other.results[i].status = Status::weak;
    EXPECT_NE(records_root(other), root);
  }
}

TEST(RecordsRoot, DoesNotDependOnTheOrder) {
  Journal journal = honest_run();
  const std::string root = records_root(journal);
  std::ranges::reverse(journal.results);
  std::ranges::reverse(journal.planned);
  EXPECT_EQ(records_root(journal), root);
}

}  // namespace
}  // namespace npu_cts
