// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <span>

#include "tools/gates/source_tree.h"

namespace npu_cts::gates {
namespace {

using testing::IsEmpty;

constexpr std::size_t most_lines = 400;
constexpr std::size_t aim_lines = 200;
constexpr std::size_t most_folder_lines = 3500;

std::string place(const SourceFile& file, std::size_t line_index) {
  return file.path + ":" + std::to_string(line_index + 1);
}

/// Returns the names of the operators that spec/ops declares.
std::vector<std::string> operator_names(std::span<const SourceFile> files) {
  const std::regex declaration("^operator: *([A-Za-z_0-9]+) *$");
  std::vector<std::string> names;
  for (const SourceFile& file : files) {
    if (!matches(file.path, "spec/ops/*.yaml")) continue;
    for (const std::string& line : file.lines) {
      if (std::smatch found; std::regex_match(line, found, declaration)) names.push_back(found[1]);
    }
  }
  return names;
}

/// Returns the places of lines of `files` that match `pattern`, each with its line.
std::vector<std::string> grep(std::span<const SourceFile> files, const std::regex& pattern) {
  std::vector<std::string> hits;
  for (const SourceFile& file : files) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (std::regex_search(file.lines[i], pattern)) hits.push_back(place(file, i) + ": " + file.lines[i]);
    }
  }
  return hits;
}

std::vector<SourceFile> files_below(std::string_view folder) {
  auto files = read_source_tree(NPU_CTS_SOURCE_DIR);
  std::erase_if(files, [&](const SourceFile& file) { return !file.path.starts_with(folder); });
  return files;
}

TEST(Names, TheFrameworkKnowsNoOperator) {
  const auto names = operator_names(files_below("spec/"));
  const auto framework = files_below("framework/");
  ASSERT_FALSE(names.empty());
  ASSERT_FALSE(framework.empty());
  for (const std::string& name : names) EXPECT_THAT(grep(framework, std::regex(name)), IsEmpty()) << name;
}

TEST(Vendor, IsKnownInItsOwnFolderOfTheFrameworkOnly) {
  auto others = files_below("framework/");
  std::erase_if(others, [](const SourceFile& file) { return file.path.starts_with("framework/ascend/"); });
  ASSERT_FALSE(others.empty());
  const std::regex path_or_plain_word(
      "ascend/[a-z_/]*|ascending|(: |are )ND, NCHW, FRACTAL_NZ");  // messages list the formats
  for (SourceFile& file : others) {
    for (std::string& line : file.lines) line = std::regex_replace(line, path_or_plain_word, "");
  }
  const std::regex words("torch|ascend|atlas|aclnn|fractal|参数", std::regex::ECMAScript | std::regex::icase);
  EXPECT_THAT(grep(others, words), IsEmpty());
}

TEST(Places, NoFileNamesAFolderOfSomeonesMachine) {
  const std::string before = "(^|[^A-Za-z0-9_.~}-])/";
  const std::regex folder(before + "(work|home|root|Users|tmp/w)(/|$)");
  EXPECT_THAT(grep(files_below(""), folder), IsEmpty());
}

bool has_limit(const std::string& path) {
  return is_cpp(path) || path.ends_with(".py") || path.ends_with(".sh") || path.ends_with(".cmake");
}

TEST(Sizes, NoSourceFileIsLongerThan400Lines) {
  std::vector<std::string> too_long;
  for (const SourceFile& file : files_below("")) {
    if (!has_limit(file.path)) continue;
    const std::string line = file.path + ": " + std::to_string(file.lines.size()) + " lines";
    if (file.lines.size() > most_lines) too_long.push_back(line);
    if (file.lines.size() > aim_lines) std::cout << "longer than the aim of 200: " << line << '\n';
  }
  EXPECT_THAT(too_long, IsEmpty());
}

std::string folder_of(const SourceFile& file) { return file.path.substr(0, file.path.rfind('/')); }

TEST(Sizes, NoFolderOfTheFrameworkHasMoreThan3500Lines) {
  std::map<std::string, std::size_t> lines;
  for (const SourceFile& file : files_below("framework/")) {
    const bool is_test = file.path.find("_test") != std::string::npos;
    if (is_cpp(file.path) && !is_test) lines[folder_of(file)] += file.lines.size();
  }
  EXPECT_GT(lines.size(), 15U);
  for (const auto& [folder, count] : lines) EXPECT_LE(count, most_folder_lines) << folder;
}

TEST(Readmes, EveryFolderThatIsBuiltSaysWhatLivesThere) {
  std::set<std::string> built;
  std::set<std::string> described;
  for (const SourceFile& file : files_below("")) {
    if (file.path.ends_with("/CMakeLists.txt")) built.insert(folder_of(file));
    if (file.path.ends_with("/README.md")) described.insert(folder_of(file));
  }
  EXPECT_GT(built.size(), 30U);
  std::vector<std::string> silent;
  std::ranges::set_difference(built, described, std::back_inserter(silent));
  EXPECT_THAT(silent, IsEmpty());
}

/// Returns the pages that the contents of the site name.
std::vector<std::string> site_pages() {
  const std::regex entry("^ +- [^:]+: ([^ ]+\\.md)$");
  std::vector<std::string> pages;
  for (const SourceFile& file : files_below("mkdocs.yml")) {
    for (const std::string& line : file.lines) {
      if (std::smatch found; std::regex_match(line, found, entry)) pages.push_back(found[1]);
    }
  }
  return pages;
}

TEST(Readmes, ThePagesOfTheSiteAreInTheTreeOrWhatItsScriptWrites) {
  std::set<std::string> there;
  for (const SourceFile& file : files_below("")) there.insert(file.path);
  const auto script = files_below("tools/site.sh");
  std::set<std::string> written;
  for (const std::string& page : site_pages()) {
    if (there.contains(page)) continue;
    const std::string name = page.substr(0, page.find_first_of("./"));
    written.insert(name);
    const std::regex place("\\$source/" + name + "[./\"]");
    EXPECT_FALSE(grep(script, place).empty()) << page;
  }
  EXPECT_THAT(written, testing::ElementsAre("c-abi", "commands", "compare", "costs", "operators", "strength"));
}

/// Returns the types that the headers of `files` define outside of others, as "namespace::Name", with their places.
std::map<std::string, std::vector<std::string>> types_of(std::span<const SourceFile> files) {
  const std::regex opening("^namespace ([A-Za-z_0-9:]+) \\{");
  const std::regex definition("^(?:struct|class|enum class) ([A-Za-z_0-9]+)(?: final)?(?: :.*)? \\{");
  std::map<std::string, std::vector<std::string>> types;
  for (const SourceFile& file : files) {
    if (!file.path.ends_with(".h")) continue;
    std::string inside;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch found;
      if (std::regex_search(file.lines[i], found, opening)) inside = found[1];
      if (!std::regex_search(file.lines[i], found, definition)) continue;
      types[inside + "::" + found[1].str()].push_back(place(file, i));
    }
  }
  return types;
}

TEST(Headers, DefineEachTypeOnce) {
  const auto types = types_of(files_below(""));
  EXPECT_GT(types.size(), 100U);
  for (const auto& [name, places] : types) {
    EXPECT_THAT(places, testing::SizeIs(1)) << name << ": one program that links both has undefined behaviour";
  }
}

/// Returns the namespace of the module that `path` belongs to. The vocabulary that every module speaks has none of its
/// own, and neither have the constants of a format that the model computes with.
std::string namespace_of(const std::string& path) {
  static const std::regex vocabulary("framework/(base|expression|model|rule)/.*|framework/ascend/formats\\.h");
  static const std::regex module("(?:framework/|reports/|)([a-z]+)/.*");
  std::smatch found;
  if (std::regex_match(path, vocabulary) || !std::regex_match(path, found, module)) return "npu_cts";
  const std::string name = found[1];
  return "npu_cts::" + (name == "judge" ? "judging" : name);  // `judge` is a function of the vocabulary
}

/// Returns whether a header of the module of `own` may declare in `name`. The vocabulary has but helpers of its tests
/// below.
bool is_within(const std::string& name, const std::string& own) {
  return name == own || name.starts_with(own + (own == "npu_cts" ? "::testing_" : "::"));
}

TEST(Headers, HaveTheNamespaceOfTheirPath) {
  EXPECT_EQ(namespace_of("framework/record/journal.h"), "npu_cts::record");
  EXPECT_EQ(namespace_of("framework/run/session/session.h"), "npu_cts::run");
  EXPECT_EQ(namespace_of("framework/judge/judge.h"), "npu_cts::judging");
  EXPECT_EQ(namespace_of("framework/model/call.h"), "npu_cts");
  EXPECT_EQ(namespace_of("reports/words.h"), "npu_cts::reports");
  EXPECT_EQ(namespace_of("reports/document/document.h"), "npu_cts::document");
  EXPECT_TRUE(is_within("npu_cts::run::testing_session", "npu_cts::run"));
  EXPECT_FALSE(is_within("npu_cts::runner", "npu_cts::run"));
  EXPECT_FALSE(is_within("npu_cts::record", "npu_cts"));
}

TEST(Headers, DeclareInTheNamespaceOfTheirModule) {
  std::size_t count = 0;
  const std::regex opening("^namespace (npu_cts[A-Za-z_0-9:]*) \\{");
  for (const SourceFile& file : files_below("")) {
    if (!matches(file.path, "framework/*.h") && !matches(file.path, "reports/*.h")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch found;
      if (!std::regex_search(file.lines[i], found, opening)) continue;
      const bool is_protocol = found[1] == "npu_cts::wire" && matches(file.path, "framework/run/*");
      if (is_protocol) continue;  // what runner and worker share
      EXPECT_TRUE(is_within(found[1].str(), namespace_of(file.path))) << place(file, i) << ": " << found[1];
      ++count;
    }
  }
  EXPECT_GT(count, 150U);
}

TEST(Headers, BeginWithPragmaOnce) {
  for (const SourceFile& file : files_below("")) {
    if (!file.path.ends_with(".h")) continue;
    EXPECT_THAT(file.lines, testing::Contains("#pragma once")) << file.path;
  }
}

}  // namespace
}  // namespace npu_cts::gates
