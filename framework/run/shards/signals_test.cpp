// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/child.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>

#include "framework/run/session/complain.h"

namespace npu_cts::run {
namespace {

constexpr timespec at_once{.tv_sec = 0, .tv_nsec = 0};

/// Returns how the program `words` ended, as waitpid says it.
int status_of_child(const std::vector<std::string>& words) {
  int status = 0;
  const pid_t child = start_child(words);
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(HeldSignals, WaitUntilTheyAreAskedFor) {
  const HeldSignals signals;
  EXPECT_EQ(signals.wait(at_once), 0);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    EXPECT_TRUE(is_stopping(signal));
    std::raise(signal);
    EXPECT_EQ(signals.wait(std::nullopt), signal);
    EXPECT_EQ(signals.wait(at_once), 0) << "it came once";
  }
}

TEST(HeldSignals, LeaveOutCtrlCWhereItIsIgnored) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  {
    const HeldSignals signals;
    std::raise(SIGINT);
    EXPECT_EQ(signals.wait(at_once), 0);
  }
  std::signal(SIGINT, before);
}

TEST(HeldSignals, AreNotHeldInTheProgramsThatStartMeanwhile) {
  const HeldSignals signals;
  EXPECT_TRUE(WIFSIGNALED(status_of_child({"/bin/sh", "-c", "kill -TERM $$"})));
}

TEST(ExitOfChild, IsItsCodeOrAFailureWhereASignalEndedIt) {
  EXPECT_EQ(exit_of_child(status_of_child({"/bin/sh", "-c", "exit 5"})), exit_nothing_ran);
  EXPECT_EQ(exit_of_child(status_of_child({"/bin/sh", "-c", "kill -9 $$"})), exit_failed);
}

TEST(StartChild, LeavesCtrlCToThisProcess) {
  EXPECT_EQ(exit_of_child(status_of_child({"/bin/sh", "-c", "kill -INT $$; exit 5"})), 5);
}

}  // namespace
}  // namespace npu_cts::run
