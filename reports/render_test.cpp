// SPDX-License-Identifier: Apache-2.0
#include "reports/render.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "framework/base/text.h"
#include "reports/document/html.h"
#include "reports/forms_testing.h"
#include "reports/golden_testing.h"
#include "reports/matrix.h"
#include "reports/report_page.h"
#include "reports/sample.h"

namespace npu_cts::reports {
namespace {

using testing_golden::expect_golden;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The same, with the arguments of one case.
Report detailed_report() {
  Report report = sample::report();
  report.operators.front().failing.front().arguments = {{"x", "int8", "[2, 3]", "transposed, ND", "1, -2, 3, 4, 5, 6"},
                                                        {"axis", "", "", "", "-1"}};
  return report;
}

TEST(Render, MatchesTheGoldenFiles) {
  for (const Page& page : render(detailed_report(), Language::en)) expect_golden(page, "en");
  expect_golden(render(build_report_page(detailed_report(), Language::zh), "report").front(), "zh");
}

TEST(Render, MatchesTheGoldenSupportMatrix) {
  for (const Language language : {Language::en, Language::zh}) {
    for (const Page& page : render_matrix(sample::spec(), {}, {.language = language})) {
      // HTML shows what Markdown does, in a form that writers_test tests; JSON has both languages.
      const bool is_known = page.name.ends_with(".html") || (language == Language::zh && page.name.ends_with(".json"));
      if (!is_known) expect_golden(page, fmt::format("matrix-{}", tag_of(language)));
    }
  }
}

TEST(Render, DoesNotDependOnTheOrderOfTheJournal) {
  record::Journal shuffled = sample::journal();
  std::ranges::reverse(shuffled.planned);
  std::rotate(shuffled.results.begin(), shuffled.results.begin() + 3, shuffled.results.end());
  const auto want = render(sample::report(), Language::en);
  const auto got = render(build_report(sample::spec(), shuffled, sample::whole), Language::en);
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_EQ(got[i].text, want[i].text) << want[i].name;
}

TEST(ToJunit, CountsWhatItLists) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(to_junit(sample::report()).front().c_str()));
  const pugi::xml_node all = document.child("testsuites");
  EXPECT_EQ(all.attribute("tests").as_uint(), 13U);  // ten cases, two identifications of variants, the run itself
  EXPECT_EQ(all.attribute("failures").as_uint(), 2U);
  EXPECT_EQ(all.attribute("errors").as_uint(), 3U);
  for (const pugi::xml_node suite : all.children("testsuite")) {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;
    for (const pugi::xml_node test : suite.children("testcase")) {
      ++tests;
      failures += test.child("failure") ? 1U : 0U;
      errors += test.child("error") ? 1U : 0U;
    }
    EXPECT_EQ(suite.attribute("tests").as_uint(), tests);
    EXPECT_EQ(suite.attribute("failures").as_uint(), failures);
    EXPECT_EQ(suite.attribute("errors").as_uint(), errors);
  }
}

TEST(ToJunit, IsRedWhereNothingRan) {
  const std::string xml = to_junit(build_report(sample::spec(), record::Journal{}, sample::whole)).front();
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(xml.c_str()));
  EXPECT_EQ(document.child("testsuites").attribute("errors").as_uint(), 1U);
}

const std::vector<std::string> nasty{
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='x",
    "]]>",
    "-->",
    "<!--",
    "&lt;&#0;",
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r\n=1",
    "a|b",
    "`code`",
    "``` ```",
    "[x](javascript:y)",
    "*b* _i_ ~~s~~",
    "# h",
    "1. li",
    "a,b;c\"d",
    std::string("nul\0nul", 7),
    "\x1b[31mred",
    "\x07\x08\x7f",
    "\u202Ertl\u202C",
    "\u200Bzero",
    "\uFEFFbom",
    "\u2028line",
    "\uFFFE\uFFFF",
    "\xFF\xFE",
    "\xC3",
    "\xED\xA0\x80",
    "\xF8\x88\x80\x80\x80",
    "../../etc/passwd",
    "${HOME} $(id) `id`",
    "%s%n",
    "中文 😀 e\u0301",
    std::string(3000, 'A'),
    " ",
    "",
};

/// A run in which every text that a person or a driver can choose is `text`.
Report nasty_report(const std::string& text) {
  Spec spec = sample::spec();
  OpSpec& op = spec.operators[0];
  op.text = op.open[0].question = op.contradictions[0].text = op.contradictions[0].resolution = {text, text};
  op.open[0].found = op.contradictions[0].basis = op.file = text;
  for (Rule& rule : op.rules) rule.text = {text, text};
  op.rows[0].id = text;
  op.rules[0].at.file = text;
  op.implementation_defined[0].variants[0].text = {text, text};
  spec.statements[1].place = text;
  spec.products[0].name = {text, text};
  record::Journal journal = sample::journal();
  journal.info = {.driver = text, .driver_version = text, .spec_digest = text, .query = text, .tool_version = text};
  for (record::PlannedCase& planned : journal.planned) {
    for (CaseResult& result : journal.results) {
      if (result.id == planned.id) result.id += text;
    }
    planned.id += text;
    planned.covers.push_back(text);
    planned.at.file = text;
  }
  for (CaseResult& result : journal.results) {
    result.reason = text;
    result.mismatch = Mismatch{.output = text, .index = {1}, .got = text, .want = text};
  }
  return build_report(spec, journal, sample::whole);
}

/// Returns the first byte below blank in `text` that is no line end; -1 where there is none.
int control_byte(const std::string& text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\r') || byte == 0x7F) return byte;
  }
  return -1;
}

TEST(NastyText, LeavesEveryFormWellFormed) {
  for (const std::string& text : nasty) {
    const Report report = nasty_report(text);
    for (const Page& page : render(report, Language::en)) {
      EXPECT_TRUE(is_utf8(page.text)) << page.name << ": " << text;
      EXPECT_EQ(control_byte(page.text), -1) << page.name << ": " << text;
      const bool is_raw = page.name == "report.json";  // data: its reader escapes
      EXPECT_TRUE(is_raw || page.text.find("\u202E") == std::string::npos) << page.name << ": " << text;
      const bool is_markup = page.name == "report.html" || page.name == "report.junit.xml";
      EXPECT_TRUE(!is_markup || page.text.find("<script>") == std::string::npos) << page.name << ": " << text;
    }
    pugi::xml_document junit;
    EXPECT_TRUE(junit.load_string(to_junit(report).front().c_str())) << text;
    EXPECT_EQ(junit.child("testsuites").attribute("tests").as_uint(), 13U) << text;
    pugi::xml_document html;  // the page is written as XML, too
    EXPECT_TRUE(html.load_string(to_html(build_report_page(report, Language::en)).c_str(), pugi::parse_full)) << text;
    EXPECT_FALSE(nlohmann::json::parse(to_json(report), nullptr, false).is_discarded()) << text;
  }
}

TEST(ReportJson, HasTheCallOfAFailingCaseAsThePageShowsIt) {
  Report report = nasty_report("x");
  ListedCase& one = report.operators.front().failing.front();
  one.arguments = {{.name = "x", .dtype = "int8", .shape = "[2]", .placing = "contiguous, ND", .values = "1, 2"}};
  one.snippet = "out = frobnicate(x)";
  one.result.matching_mutants = {"rounds halves up"};
  const auto failing = nlohmann::json::parse(to_json(report)).at("operators").at(0).at("failing").at(0);
  EXPECT_EQ(failing.at("arguments").at(0).at("values"), "1, 2");
  EXPECT_EQ(failing.at("snippet"), "out = frobnicate(x)");
  EXPECT_EQ(failing.at("resembles").at(0), "rounds halves up");
}

TEST(NastyText, ReachesTheReaderUnchangedThroughJson) {
  const std::string text = "a\"b\\c\u202E\x01\n中";
  const auto json = nlohmann::json::parse(to_json(nasty_report(text)), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["run"]["driver"], text);
  EXPECT_EQ(json["operators"][0]["failing"][0]["reason"], text);
}

/// Returns the fields of a CSV text, line by line (RFC 4180).
std::vector<std::vector<std::string>> csv_fields(const std::string& text) {
  std::vector<std::vector<std::string>> lines{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"')
      lines.back().back() += text[i++];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      lines.back().emplace_back();
    else if (c == '\n' && !quoted)
      lines.push_back({""});
    else if (c != '\r' || quoted)
      lines.back().back() += c;
  }
  lines.pop_back();
  return lines;
}

TEST(NastyText, BreaksNoLineOfCsvAndStartsNoFormula) {
  for (const std::string& text : nasty) {
    const auto lines = csv_fields(to_csv(nasty_report(text)));
    ASSERT_EQ(lines.size(), 12U) << text;
    for (const auto& line : lines) {
      ASSERT_EQ(line.size(), &line == &lines.front() ? 1U : 22U) << text;
      for (const std::string& field : line) {
        const std::string_view shown = trim(field);
        const bool is_formula =
            !shown.empty() && std::string_view("=+-@").find(shown.front()) != std::string_view::npos;
        EXPECT_FALSE(is_formula) << field;
      }
    }
  }
}

class WritePages : public testing::Test {
 protected:
  WritePages() { std::filesystem::remove_all(folder); }
  ~WritePages() override { std::filesystem::remove_all(folder); }
  const std::string folder = testing::TempDir() + "npu_cts_pages_" + std::to_string(getpid());
};

TEST_F(WritePages, MakesTheFolderAndReplacesWhatIsThere) {
  const std::string deep = folder + "/a/b";
  EXPECT_TRUE(write_pages({{"x.md", "old"}}, deep).empty());
  EXPECT_TRUE(write_pages({{"x.md", "new"}, {"y.md", "y"}}, deep).empty());
  EXPECT_EQ(bytes_of(deep + "/x.md"), "new");
  EXPECT_EQ(bytes_of(deep + "/y.md"), "y");
}

TEST_F(WritePages, ReportsEveryPageThatItCouldNotWrite) {
  std::filesystem::create_directories(folder + "/x.md/in-the-way");
  const Diagnostics diagnostics = write_pages({{"x.md", "x"}, {"y.md", "y"}}, folder);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].kind, Kind::unwritable_file);
  EXPECT_EQ(bytes_of(folder + "/y.md"), "y");
}

/// Returns how many descriptors this process has.
std::ptrdiff_t descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

TEST_F(WritePages, LosesNoPageBesideOneThatCannotBeWritten) {
  std::filesystem::create_directories(folder + "/y.md/in-the-way");
  const std::ptrdiff_t before = descriptors();
  PageFolder files(folder);
  for (const char* const page : {"x.md", "y.md", "z.md"}) {
    for (const char* const piece : {"one ", "two ", "three"}) files.take(page, piece);
  }
  const Diagnostics diagnostics = files.close();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_THAT(diagnostics[0].at.file, testing::HasSubstr("y.md"));
  EXPECT_EQ(bytes_of(folder + "/x.md"), "one two three");
  EXPECT_EQ(bytes_of(folder + "/z.md"), "one two three");
  EXPECT_EQ(descriptors(), before);
}

/// No file grows over `bytes` while it stands.
class FilesOfAtMost {
 public:
  explicit FilesOfAtMost(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FilesOfAtMost(const FilesOfAtMost&) = delete;
  FilesOfAtMost& operator=(const FilesOfAtMost&) = delete;
  ~FilesOfAtMost() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);  // which npu-cts ignores, too
};

TEST_F(WritePages, EndsAPageThatFailsInTheMiddle) {
  ASSERT_TRUE(write_pages({{"x.md", "x"}}, folder).empty());
  const std::ptrdiff_t before = descriptors();
  PageFolder files(folder);
  files.take("x.md", "new x");
  {
    const FilesOfAtMost limit(4096);
    for (int piece = 0; piece < 3; ++piece) files.take("y.md", std::string(5000, 'y'));
  }
  files.take("z.md", "z");
  const Diagnostics diagnostics = files.close();
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_THAT(diagnostics[0].what, testing::HasSubstr("File too large"));
  EXPECT_EQ(bytes_of(folder + "/x.md"), "new x");
  EXPECT_EQ(bytes_of(folder + "/z.md"), "z");
  EXPECT_EQ(descriptors(), before);
  const auto entries =
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
  EXPECT_EQ(entries, 3) << "x, z and the list of both; no neighbour is left";
}

TEST_F(WritePages, LeavesFilesOfOthersAlone) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/x.md") << "my diary";
  std::ofstream(folder + "/thesis") << "mine";
  std::filesystem::create_symlink("thesis", folder + "/y.md");
  std::filesystem::create_symlink("nothing", folder + "/z.md");
  std::ofstream(folder + "/empty.md").close();
  const Diagnostics diagnostics =
      write_pages({{"x.md", "x"}, {"y.md", "y"}, {"z.md", "z"}, {"empty.md", "new"}}, folder);
  ASSERT_EQ(diagnostics.size(), 3U);
  EXPECT_EQ(diagnostics[0].what, "this file is no page of npu-cts, and is not overwritten");
  EXPECT_EQ(bytes_of(folder + "/x.md"), "my diary");
  EXPECT_EQ(bytes_of(folder + "/thesis"), "mine");
  EXPECT_FALSE(std::filesystem::exists(folder + "/nothing"));
  EXPECT_EQ(bytes_of(folder + "/empty.md"), "new");
  EXPECT_EQ(bytes_of(folder + "/.npu-cts"), "empty.md\n");
}

TEST_F(WritePages, SaysThatAFileIsWhereTheFolderShouldBe) {
  std::ofstream(folder) << "a file";
  const Diagnostics diagnostics = write_pages({{"x.md", "x"}}, folder);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].kind, Kind::unwritable_file);
}

}  // namespace
}  // namespace npu_cts::reports
