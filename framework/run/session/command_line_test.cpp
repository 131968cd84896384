// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "framework/run/session/complain.h"
#include "framework/run/session/options.h"

namespace npu_cts::run {
namespace {

using testing::HasSubstr;

/// What is said of a command line of a program with two commands.
std::string said_of(std::vector<std::string> words) {
  CLI::App app("A program.", "program");
  app.set_version_flag("--version", "program 1");
  app.require_subcommand(1);
  CLI::App* const check = app.add_subcommand("check", "Checks.");
  std::string text;
  std::vector<std::string> texts;
  int number = 1;
  bool flag = false;
  check->add_option("--spec", text, "folder of the spec");
  check->add_option("--folder", text, "where it stands")->required(words.size() == 1);
  check->add_option("--tier", text, "how much is planned")->check(CLI::IsMember({"fast", "full"}));
  check->add_option("--count", number, "how many")->check(whole_number(1, 9))->envname("PROGRAM_COUNT");
  CLI::Option* const list = check->add_flag("--list", flag, "lists them");
  check->add_option("--class", text, "which class")->needs(list);
  check->add_flag("--quiet", flag, "says less")->excludes(list);
  app.add_subcommand("print", "Prints.")
      ->add_option("for", text, "the shell")
      ->required()
      ->check(CLI::IsMember({"bash", "fish"}));
  app.add_subcommand("show", "Shows.")->add_option("query", texts, "case ids")->expected(0, 1);
  words.insert(words.begin(), "program");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  testing::internal::CaptureStderr();
  const auto code = parse(app, static_cast<int>(argv.size()), argv.data());
  EXPECT_EQ(code, exit_usage);
  return testing::internal::GetCapturedStderr();
}

struct Wrong {
  std::vector<std::string> words;
  std::string what;
  std::string why;
  std::string hint;
};

TEST(CommandLine, SaysWhatIsWrongWhatTheOptionIsForAndHowToMendIt) {
  const std::string help = "'--help' behind the command lists its options";
  const std::string none = "the command has no such option, and takes no such word";
  for (const auto& [words, what, why, hint] : std::vector<Wrong>{
           {{"check", "--teir", "fast"}, "unexpected '--teir'", none, "did you mean '--tier'?"},
           {{"check", "--teir=fast"}, "unexpected '--teir=fast'", none, "did you mean '--tier'?"},
           {{"check", "word"}, "unexpected 'word'", none, help},
           {{"--verison"}, "unexpected '--verison'", none, "did you mean '--version'?"},
           {{"--spec", "here", "check"}, "unexpected '--spec'", none, "write it behind 'check'"},
           {{"check", "--tier", "fats"},
            "--tier: 'fats' is none of fast, full",
            "how much is planned",
            "did you mean 'fast'?"},
           {{"check", "--tier"}, "'--tier' needs a value", "how much is planned", help},
           {{"check", "--folder", "x", "--spec", ""},
            "the value of '--spec' is empty",
            "folder of the spec",
            "leave it out, or give it a value"},
           {{"show", ""}, "the value of 'query' is empty", "case ids", "leave it out, or give it a value"},
           {{"check", "--tier", "fast", "--tier", "full"},
            "'--tier' is given more than once",
            "how much is planned",
            help},
           {{"show", "one", "other"}, "'query' is given more than once", "case ids", help},
           {{"check", "--count", "many"}, "--count: 'many' is no whole number from 1 to 9", "how many", help},
           {{"check", "--count", "-1"}, "--count: '-1' is no whole number from 1 to 9", "how many", help},
           {{"check", "--count", "99999999999999999999"},
            "--count: '99999999999999999999' is no whole number",
            "how many",
            help},
           {{"check"}, "'--folder' is missing", "where it stands", "add '--folder'"},
           {{"print"}, "'for' is missing", "the shell", "'npu-cts print --help' shows where it stands"},
           {{"print", "tcsh"}, "for: 'tcsh' is none of bash, fish", "the shell", help},
           {{"check", "--class", "rule"}, "--class requires --list", "which class", "add '--list'"},
           {{"check", "--quiet", "--list"}, "--list excludes --quiet", "lists them", "leave one of the two out"},
       }) {
    const std::string said = said_of(words);
    EXPECT_THAT(said, HasSubstr("error: " + what));
    EXPECT_THAT(said, HasSubstr("why: " + why + "\n"));
    EXPECT_THAT(said, HasSubstr("hint: " + hint + "\n"));
  }
}

TEST(CommandLine, BlamesTheVariableThatAValueComesFrom) {
  setenv("PROGRAM_COUNT", "many", 1);
  EXPECT_THAT(said_of({"check"}), HasSubstr("error: PROGRAM_COUNT: 'many' is no whole number from 1 to 9"));
  EXPECT_THAT(said_of({"check", "--count", "few"}), HasSubstr("error: --count: 'few' is no whole number"));
  unsetenv("PROGRAM_COUNT");
}

}  // namespace
}  // namespace npu_cts::run
