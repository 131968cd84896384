// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

#include "framework/run/session/complain.h"
#include "framework/run/session/files_testing.h"

namespace npu_cts::run {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(ExceptionBarrier, ReturnsWhatTheProgramReturns) {
  EXPECT_EQ(exception_barrier("npu-cts", [] { return exit_nothing_ran; }), exit_nothing_ran);
}

TEST(ExceptionBarrier, SaysThatWhateverWasThrownIsAFaultOfOurs) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(exception_barrier("npu-cts", []() -> int { throw std::runtime_error("bad luck"); }), exit_bug);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("npu-cts: a fault of ours: bad luck\n"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(exception_barrier("npu-cts", []() -> int { throw 42; }), exit_bug);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("npu-cts: a fault of ours: "));
}

TEST(ExceptionBarrier, LetsAProgramWaitForItsChildrenWhoeverStartedIt) {
  std::signal(SIGCHLD, SIG_IGN);
  const auto status_of_a_child = [] {
    const pid_t child = fork();
    if (child == 0) _exit(3);
    int status = 0;
    return waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : -1;
  };
  EXPECT_EQ(exception_barrier("npu-cts", status_of_a_child), 3);
}

/// Runs `body` behind the barrier in a process that was started without its three streams. Returns how that ends.
int without_streams(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    for (const int stream : {0, 1, 2}) close(stream);
    _exit(exception_barrier("npu-cts", body));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ExceptionBarrier, OpensTheStreamsThatAProgramWasStartedWithout) {
  EXPECT_EQ(without_streams([] { return complain({error_at(Kind::wrong_type, {}, "bent", "why", "hint")}, 4); }), 4);
  EXPECT_EQ(without_streams([] { return say("text\n", exit_conforms); }), exit_usage);
  EXPECT_EQ(without_streams([] { return dup(0) > STDERR_FILENO ? 0 : 1; }), 0);  // no file is taken for a stream
}

class ComplaintAboutAFile : public testing_files::InAFolder {};

TEST_F(ComplaintAboutAFile, ShowsTheLineOfEach) {
  write("a.yaml", "first\nsecond\n");
  const auto error = [](int line, int column, std::string what) {
    return error_at(Kind::wrong_type, {.file = "a.yaml", .line = line, .column = column}, std::move(what), "why", "");
  };
  testing::internal::CaptureStderr();
  EXPECT_EQ(complain({error(2, 3, "bent"), error(1, 1, "broken")}, exit_spec), exit_spec);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, AllOf(HasSubstr("a.yaml:2:3: error: bent"), HasSubstr("second\n"), HasSubstr("first\n")));
}

TEST_F(ComplaintAboutAFile, NeedsNoFile) {
  testing::internal::CaptureStderr();
  complain({error_at(Kind::unreadable_file, {.file = "gone.yaml", .line = 3, .column = 1}, "gone", "why", "")},
           exit_usage);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("gone.yaml:3:1: error: gone"));
}

TEST(Say, ReturnsTheCodeOnceTheTextIsWritten) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(say("words\n", exit_failed), exit_failed);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "words\n");
}

TEST(SayDeathTest, IsAWrongUsageWhereTheTextCannotBeWritten) {
  const auto say_into_a_full_file = [] {
    const bool is_full = std::freopen("/dev/full", "w", stdout) != nullptr;
    std::_Exit(is_full ? say("words\n", exit_conforms) : exit_bug);
  };
  EXPECT_EXIT(say_into_a_full_file(), testing::ExitedWithCode(exit_usage), "cannot write to standard output");
}

}  // namespace
}  // namespace npu_cts::run
