// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/open_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "framework/run/drive/last_lines.h"

namespace npu_cts::run {
namespace {

using testing::HasSubstr;

TEST(FindDriver, NamesABuiltInOneForTheSuiteToOpen) {
  for (const std::string_view name : built_in_drivers) {
    const auto driver = find_driver(name);
    ASSERT_TRUE(driver);
    EXPECT_EQ(driver->name, name);
    EXPECT_EQ(driver->open, nullptr);
  }
}

TEST(FindDriver, NamesTheNearestDriver) {
  const auto driver = find_driver("mick");
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.diagnostics().front().hint, "write '--driver mock'");
}

TEST(FindDriver, NeverAdvisesAnotherImplementation) {
  for (const auto& [name, meant] : {std::pair{"phyton:mine.py", "python:mine.py"},
                                    {"plug:./libmine.so", "plugin:./libmine.so"},
                                    {"something", "plugin:./libmine.so"}}) {
    const auto driver = find_driver(name);
    ASSERT_FALSE(driver);
    EXPECT_EQ(driver.diagnostics().front().hint, fmt::format("write '--driver {}'", meant));
  }
}

TEST(FindDriver, KnowsWhatAFileIsThatIsNamedWithoutItsPrefix) {
  for (const std::string_view ending : {"so", "py", "sh"}) {
    const std::string file = testing::TempDir() + "npu_cts_backend." + std::string(ending);
    std::ofstream(file) << "";
    const auto driver = find_driver(file);
    ASSERT_FALSE(driver);
    const std::string_view prefix = ending == "so" ? "plugin" : (ending == "py" ? "python" : "exec");
    EXPECT_EQ(driver.diagnostics().front().hint, fmt::format("write '--driver {}:{}'", prefix, file));
  }
}

TEST(FindDriver, WantsAName) {
  for (const auto& [name, example] :
       {std::pair{"plugin:", "plugin:./libmine.so"}, {"exec:", "exec:./mine"}, {"python: ", "python:mine.py"}}) {
    const auto driver = find_driver(name);
    ASSERT_FALSE(driver);
    EXPECT_EQ(driver.diagnostics().front().what, fmt::format("'{}' names nothing", name));
    EXPECT_EQ(driver.diagnostics().front().hint, fmt::format("write '--driver {}'", example));
  }
}

TEST(FindDriver, TellsWhatAWorkerPrintedLineByLine) {
  const auto driver = find_driver("exec:/bin/ls --no-such-option");
  ASSERT_FALSE(driver);
  const Diagnostic& failed = driver.diagnostics().front();
  ASSERT_EQ(failed.notes.size(), 2U);
  EXPECT_THAT(failed.notes[0].text, testing::StartsWith("it printed: /bin/ls: unrecognized option"));
  EXPECT_EQ(one_line(failed), failed.what + "; " + failed.notes[0].text + "; " + failed.notes[1].text);
}

TEST(FindDriver, TellsWhatAWorkerSaysIsWrongBeforeAnythingElse) {
  const std::string file = testing::TempDir() + "npu_cts_says";
  std::ofstream(file)
      << "#!/bin/sh\necho 'log: error: going on'\necho '  hint: ignore it'\necho 'mine.py:3: error: no module'\n"
         "echo '  why: it is asked for'\nif [ \"$1\" ]; then kill -SEGV $$; fi\necho '  hint: install it'\nexit 3\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  const auto driver = find_driver("exec:" + file);
  ASSERT_FALSE(driver);
  const Diagnostic& failed = driver.diagnostics().front();
  EXPECT_EQ(failed.what, fmt::format("'{}' did not start: mine.py:3: no module", file));
  EXPECT_EQ(failed.why, "it is asked for");
  EXPECT_EQ(failed.hint, "install it");
  ASSERT_EQ(failed.notes.size(), 2U);
  EXPECT_EQ(failed.notes[0].text, "it printed: log: error: going on");
  const auto crashed = find_driver("exec:" + file + " crash");
  ASSERT_FALSE(crashed);
  EXPECT_THAT(crashed.diagnostics().front().what, HasSubstr("SIGSEGV")) << "how it ended says more";
  EXPECT_EQ(crashed.diagnostics().front().notes.size(), 4U);
}

TEST(FindDriver, ReportsAWorkerThatDoesNotSayHello) {
  const auto driver = find_driver("exec:/bin/true");
  ASSERT_FALSE(driver);
  EXPECT_THAT(driver.diagnostics().front().what, HasSubstr("'/bin/true' did not start"));
}

TEST(FindDriver, SaysWhyAProgramCannotBeStarted) {
  const auto driver = find_driver("exec:/nowhere/program");
  ASSERT_FALSE(driver);
  const Diagnostic& failed = driver.diagnostics().front();
  EXPECT_EQ(failed.what, "'/nowhere/program' did not start: /nowhere/program: No such file or directory");
  EXPECT_EQ(failed.why, "it is run as a program");
  EXPECT_THAT(failed.hint, HasSubstr("PATH"));
}

TEST(SoakedAfter, IsInOnePartOfARunAndSoonerTheMorePartsThereAre) {
  EXPECT_EQ(soaked_after("add", {}), 512U);
  std::multiset<std::size_t> after;
  for (std::size_t part = 0; part < 4; ++part) after.insert(soaked_after("add", {.index = part, .count = 4}));
  EXPECT_EQ(after, (std::multiset<std::size_t>{128, SIZE_MAX, SIZE_MAX, SIZE_MAX}));
}

}  // namespace
}  // namespace npu_cts::run
