#include "framework/record/rerun.h"

#include <gtest/gtest.h>

namespace npu_cts {
namespace {

TEST(ShellWord, IsQuotedWhereAShellWouldReadMore) {
  EXPECT_EQ(shell_word("plugin:./lib.so"), "plugin:./lib.so");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a'b"), "'a'\\''b'");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
}

TEST(RerunCommand, NamesEverythingThatADefaultRunWouldNotCover) {
  EXPECT_EQ(rerun_command("f/p/7.2.0/eager/sizes/t=17", "exec:python3 a.py", {"p", "7.2.0", Mode::eager}),
            "npu-cts run 'f/p/7.2.0/eager/sizes/t=17' --driver 'exec:python3 a.py' --product p --release 7.2.0");
}

}  // namespace
}  // namespace npu_cts
