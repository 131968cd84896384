// SPDX-License-Identifier: Apache-2.0
// Archives that are no certificate: refused when they are opened, before anything in them is believed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/evidence/evidence_testing.h"
#include "framework/record/chain.h"

namespace npu_cts::evidence {
namespace {

using namespace testing_evidence;

constexpr std::size_t tar_block = 512;

/// Returns `header` with its sum.
std::string with_sum(std::string header) {
  header.replace(148, 8, "        ");
  const unsigned sum = std::accumulate(header.begin(), header.end(), 0U,
                                       [](unsigned all, char one) { return all + static_cast<unsigned char>(one); });
  return header.replace(148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
}

/// Returns the header of an entry of a tar file, as ustar has it, of `size` bytes and of the given type: '0' a file,
/// '1' a hard link, '2' a symbolic one.
std::string tar_header(const std::string& name, char type, std::size_t size, const std::string& target = "") {
  std::string header(tar_block, '\0');
  const auto put = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
  put(0, name);
  put(100, "0000644");
  put(124, fmt::format("{:011o}", size));
  put(156, std::string(1, type));
  put(157, target);
  put(257, std::string("ustar\0", 6) + "00");
  return with_sum(std::move(header));
}

std::string tar_entry(const std::string& name, char type, const std::string& bytes, const std::string& target = "") {
  return tar_header(name, type, bytes.size(), target) + bytes +
         std::string((tar_block - bytes.size() % tar_block) % tar_block, '\0');
}

/// Returns a file that states `stated` bytes and has one byte, behind `hole` zeros: a sparse file of GNU.
std::string sparse_entry(std::size_t stated, std::size_t hole) {
  std::string header = tar_header("key.pem", 'S', 1);
  const auto put = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
  put(257, std::string("ustar  \0", 8));
  put(386, fmt::format("{:011o}", hole));
  put(398, "00000000001");
  put(483, fmt::format("{:011o}", stated));
  return with_sum(std::move(header)) + std::string(tar_block, 'x');
}

std::string tar_of(const std::string& entries) { return entries + std::string(1024, '\0'); }

std::string changed(const std::function<void(std::vector<Member>& members)>& change) {
  auto members = members_of(certificate_of(waived_run()));
  change(members);
  return pack(members);
}

/// Returns a certificate with other cases in its journal.
std::string with_cases(const std::function<void(record::Journal& journal)>& change) {
  auto members = members_of(honest_certificate());
  record::Journal journal = honest_run();
  change(journal);
  members[2].bytes = to_text(journal);
  return pack(members);
}

/// Returns a certificate whose journal has the lines that `edit` leaves of the honest one, linked anew.
std::string with_lines(const std::function<void(std::vector<std::string>& lines)>& edit) {
  return changed([&](auto& one) {
    std::vector<std::string> lines = split(one[2].bytes, '\n');
    std::erase(lines, "");
    for (std::string& line : lines) line = line.substr(0, line.rfind(",\"line\":")) + "}";
    edit(lines);
    record::Chain chain;
    one[2].bytes.clear();
    for (const std::string& line : lines) one[2].bytes += chain.link(line);
  });
}

std::vector<std::string>::iterator first_begin(std::vector<std::string>& lines) {
  return std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with(R"({"begin")"); });
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
    {"SizeStatedBeforeItIsRead", [] { return tar_header("key.pem", '0', (std::size_t{8} << 20U) + 1); },
     "'key.pem' has more than 8388608 bytes"},
    {"BombBesideTheJournal",
     [] {
       return changed([](auto& one) {
         one[2].bytes = long_text(std::size_t{1} << 18U);
         one[3].bytes = std::string((std::size_t{8} << 20U) + 1, 'x');
       });
     },
     "'expectations.yaml' has more than 8388608 bytes"},
    {"TruncatedInsideAFile", [] { return tar_header("key.pem", '0', 2 * tar_block) + std::string(tar_block, 'x'); },
     "'key.pem' is damaged"},
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
    {"CasesOutOfOrder", [] { return with_cases([](record::Journal& one) { std::ranges::reverse(one.planned); }); },
     "is planned twice, or not in the order of ids"},
    {"CaseTwice", [] { return with_cases([](record::Journal& one) { one.planned.push_back(one.planned.back()); }); },
     "is planned twice, or not in the order of ids"},
    {"ResultsOutOfOrder", [] { return with_cases([](record::Journal& one) { std::ranges::reverse(one.results); }); },
     "the line is of a case that was not planned"},
    {"ResultTwice", [] { return with_cases([](record::Journal& one) { one.results.push_back(one.results.back()); }); },
     "the line is of a case that was not planned"},
    {"ResultOfNoCase", [] { return with_cases([](record::Journal& one) { one.results.back().id += "more"; }); },
     "the line is of a case that was not planned"},
    {"NoRun", [] { return with_lines([](auto& lines) { lines.erase(lines.begin()); }); },
     "the journal does not begin with its run"},
    {"BegunAtTheEnd", [] { return with_lines([](auto& lines) { lines.erase(first_begin(lines) + 1, lines.end()); }); },
     "begins and does not end"},
    {"BegunAndNotEnded", [] { return with_lines([](auto& lines) { lines.erase(first_begin(lines) + 1); }); },
     "begins and does not end"},
    {"OtherCountsAtTheEnd",
     [] { return with_lines([](auto& lines) { lines.back() = R"({"done":{"planned":1,"ended":1}})"; }); },
     "the end counts 1 planned and 1 ended cases"},
    {"MoreBehindTheEnd", [] { return with_lines([](auto& lines) { lines.push_back(lines.back()); }); },
     "the journal goes on after its end"},
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

TEST(Archive, KeepsNoMoreOfAFileThanTheLimitWhateverItStates) {
  const std::string archive = tar_of(sparse_entry(1, 4096));
  ArchiveReader reader(archive, "x");
  ASSERT_EQ(reader.next().value(), "key.pem");
  const auto bytes = reader.read_all(1024);
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.diagnostics().front().what, testing::HasSubstr("'key.pem' has more than 1024 bytes"));
}

/// Returns the root over `count` cases, of which the one at `changed` ended in another way.
std::string root_of(std::size_t count, std::size_t changed) {
  RecordsTree tree;
  for (std::size_t i = 0; i < count; ++i) tree.add("case", i == changed ? "fail" : "pass");
  return tree.root();
}

TEST(RecordsTree, DependsOnEveryCase) {
  std::set<std::string> roots;
  for (std::size_t count = 1; count < 20; ++count) {
    for (std::size_t changed = 0; changed <= count; ++changed)
      EXPECT_TRUE(roots.insert(root_of(count, changed)).second) << changed << " of " << count;
  }
}

/// What certificates of the first releases state: each level in pairs, the last of an odd number moves up.
TEST(RecordsTree, PairsTheCasesLevelByLevel) {
  const auto leaf = [](const std::string& text) { return sha256_of(std::string(1, '\0') + text); };
  const auto node = [](const std::string& left, const std::string& right) { return sha256_of("\x01" + left + right); };
  RecordsTree tree;
  for (const char* text : {"a", "b", "c", "d", "e"}) tree.add(text, "");
  EXPECT_EQ(tree.root(), node(node(node(leaf("a"), leaf("b")), node(leaf("c"), leaf("d"))), leaf("e")));
  EXPECT_EQ(RecordsTree().root(), sha256_of(""));
}

TEST(Certify, PutsTheCasesInTheOrderOfTheirIds) {
  record::Journal journal = honest_run();
  std::ranges::reverse(journal.results);
  std::ranges::reverse(journal.planned);
  EXPECT_EQ(certificate_of({.journal = std::move(journal)}), honest_certificate());
}

}  // namespace
}  // namespace npu_cts::evidence
