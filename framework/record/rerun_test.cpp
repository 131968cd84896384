// SPDX-License-Identifier: Apache-2.0
#include "framework/record/rerun.h"

#include <gtest/gtest.h>

namespace npu_cts::record {
namespace {

TEST(ShellWord, IsQuotedWhereAShellWouldReadMore) {
  EXPECT_EQ(shell_word("plugin:./lib.so"), "plugin:./lib.so");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a'b"), "'a'\\''b'");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
}

TEST(RerunCommand, NamesEverythingThatADefaultRunWouldNotCover) {
  RunInfo info;
  info.driver = "exec:python3 a.py";
  const Target target{"p", "7.2.0", "eager"};
  const std::string plain =
      "npu-cts run 'f/p/7.2.0/eager/t=17' --driver 'exec:python3 a.py' --product p --release 7.2.0";
  EXPECT_EQ(rerun_command(info, "f/p/7.2.0/eager/t=17", target), plain);
  info.unsupported = Policy::allow;
  info.numerics = {"rounding=even"};
  EXPECT_EQ(rerun_command(info, "f/p/7.2.0/eager/t=17", target),
            plain + " --unsupported allow --numerics rounding=even");
}

TEST(RerunCommand, GivesTheValuesThatACaseFailedWith) {
  RunInfo info;
  info.driver = "mock";
  PlannedCase planned;
  planned.id = "f/p/7.2.0/eager/t=17";
  planned.target = {"p", "7.2.0", "eager"};
  CaseResult result;
  result.nonce = "0123456789abcdef";
  EXPECT_EQ(rerun_command(info, planned, &result),
            "npu-cts run 'f/p/7.2.0/eager/t=17' --driver mock --product p --release 7.2.0 "
            "--challenge=0123456789abcdef");
}

TEST(RerunCommand, RunsACaseBehindTheEarlierOnesThatItFailsBehind) {
  RunInfo info;
  info.driver = "mock";
  PlannedCase planned;
  planned.id = "f/p/7.2.0/eager/t=17";
  planned.op = "f";
  planned.target = {"p", "7.2.0", "eager"};
  CaseResult result;
  EXPECT_EQ(rerun_command(info, planned, nullptr), rerun_command(info, planned.id, planned.target));
  EXPECT_EQ(rerun_command(info, planned, &result), rerun_command(info, planned.id, planned.target));
  result.behind = {"f/p/7.2.0/eager/t=1"};
  EXPECT_EQ(rerun_command(info, planned, &result),
            "npu-cts run 'f/p/7.2.0/eager/t=1' 'f/p/7.2.0/eager/t=17' --driver mock --product p --release 7.2.0 "
            "--jobs 1");
  result.behind = {""};
  EXPECT_EQ(rerun_command(info, planned, &result),
            "npu-cts run 'f/*' --driver mock --product p --release 7.2.0 --jobs 1")
      << "they are not known";
}

TEST(CallsCommand, JudgesTheCallsAsTheRunDid) {
  RunInfo info;
  info.driver = "plugin:./my lib.so";
  EXPECT_EQ(calls_command(info, "corpus/failures/f"),
            "npu-cts run --calls corpus/failures/f --driver 'plugin:./my lib.so'");
  info.driver = "mock";
  info.unsupported = Policy::allow;
  info.extensions = Policy::allow;
  info.numerics = {"rounding=even"};
  EXPECT_EQ(calls_command(info, "my calls"),
            "npu-cts run --calls 'my calls' --driver mock --unsupported allow --extensions allow "
            "--numerics rounding=even");
}

TEST(RunCommand, RunsTheWholeRunAgain) {
  RunInfo info;
  info.driver = "mock";
  EXPECT_EQ(run_command(info), "npu-cts run --driver mock");
  info.query = "fold/*";
  info.filters.ops = {"fold", "turn"};
  info.filters.products = {"red chip"};
  info.filters.releases = {"all"};
  info.filters.modes = {"eager"};
  info.filters.tier = Tier::smoke;
  info.unsupported = Policy::allow;
  EXPECT_EQ(run_command(info),
            "npu-cts run 'fold/*' --driver mock --op fold --op turn --product 'red chip' --release all --mode eager "
            "--tier smoke --unsupported allow");
}

TEST(RunCommand, SaysWhatChoseTheCases) {
  RunInfo info;
  info.driver = "mock";
  info.query = "for people";
  info.selection = {
      .queries = {"a/*", "b/*"}, .excluded = {"a/x"}, .families = {"rows"}, .rules = {"r"}, .listed = {"c"}};
  EXPECT_EQ(run_command(info),
            "npu-cts run 'a/*' 'b/*' --exclude a/x --family rows --rule r --from FILE --driver mock");
}

TEST(KeptOptions, AreThoseOfTheCommandLineInEitherForm) {
  EXPECT_EQ(kept_options({"npu-cts", "run", "--spec", "my spec", "-q"}), " --spec 'my spec'");
  EXPECT_EQ(kept_options({"npu-cts", "run", "--spec=mine"}), " --spec mine");
  EXPECT_EQ(kept_options({"npu-cts", "run", "--spec"}), "");
  EXPECT_EQ(kept_options({"npu-cts", "run", "f/*"}), "");
}

TEST(KeptOptions, AreAllThatDecideHowACaseEnds) {
  EXPECT_EQ(kept_options(
                {"npu-cts", "run", "--timeout", "1", "f/*", "--repeat=4", "--jobs", "2", "--memory=9", "--shuffle=7"}),
            " --timeout 1 --memory 9 --repeat 4 --shuffle 7");
}

}  // namespace
}  // namespace npu_cts::record
