// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/processes.h"

#include <atomic>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "framework/base/find.h"
#include "framework/run/watch/process_files.h"

namespace npu_cts::wire {
namespace {

/// A child that sleeps until it is killed.
class Sleeper {
 public:
  Sleeper() : process_(fork()) {
    while (process_ == 0) pause();
  }
  ~Sleeper() { end(); }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;

  [[nodiscard]] pid_t process() const { return process_; }

  /// Kills it, and waits for it.
  void end() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    process_ = -1;
  }

 private:
  pid_t process_;
};

TEST(ProcFile, SaysNothingOfAFileThatIsNotThere) {
  const ProcFile file("/proc/self/no-such-file");
  EXPECT_LT(file.descriptor(), 0);
  EXPECT_EQ(file.read(), "");
  EXPECT_EQ(file.read_line(), "");
}

TEST(ProcFile, ReadsAFileThatIsLongerThanAPage) {
  const std::string text = ProcFile("/proc/self/maps").read();
  EXPECT_GT(text.size(), 4096U);
  EXPECT_TRUE(text.ends_with('\n'));
}

TEST(ProcFile, ReadsTheSameAgain) {
  const ProcFile file("/proc/self/comm");
  EXPECT_FALSE(file.read().empty());
  EXPECT_EQ(file.read(), file.read());
  EXPECT_EQ(file.read_line(), file.read());
}

TEST(ProcFile, SaysNothingOfAProcessThatEnded) {
  Sleeper sleeper;
  const ProcFile file("/proc/" + std::to_string(sleeper.process()) + "/statm");
  EXPECT_NE(file.read_line(), "");
  sleeper.end();
  EXPECT_EQ(file.read_line(), "");
  EXPECT_EQ(file.read(), "");
}

TEST(HasMark, LooksIntoTheEnvironmentThatAProcessWasStartedWith) {
  const char* const home = getenv("PATH");
  ASSERT_NE(home, nullptr);
  EXPECT_TRUE(has_mark(getpid(), std::string("PATH=") + home));
  EXPECT_FALSE(has_mark(getpid(), "NPU_CTS_NO_SUCH_MARK=1"));
}

TEST(ProcessorSeconds, CountWhatAProcessComputes) {
  const double before = running_seconds(getpid());
  volatile std::uint64_t sum = 0;
  while (running_seconds(getpid()) < before + 0.03) sum = sum + 1;
  EXPECT_GE(running_seconds(getpid()), before + 0.03);
  EXPECT_GT(processor_seconds(getpid()), 0);
}

TEST(ProcessorSeconds, AreNoneOfAProcessThatIsNotThere) {
  Sleeper sleeper;
  const pid_t process = sleeper.process();
  sleeper.end();
  EXPECT_EQ(processor_seconds(process), 0);
  EXPECT_EQ(running_seconds(process), 0);
}

TEST(CrashedThread, IsSaidInTheNameOfAProcess) {
  std::array<char, 16> name{};
  ASSERT_EQ(prctl(PR_GET_NAME, name.data()), 0);
  EXPECT_EQ(crashed_thread(getpid()), 0);
  for (const auto& [said, thread] : {std::pair{"crash 1234", 1234}, {"crash x", 0}, {"crashed 7", 0}}) {
    ASSERT_EQ(prctl(PR_SET_NAME, said), 0);
    EXPECT_EQ(crashed_thread(getpid()), thread) << said;
  }
  prctl(PR_SET_NAME, name.data());
}

TEST(NameOfSignal, IsItsNumberWhereItHasNoName) {
  EXPECT_EQ(name_of_signal(SIGSEGV), "SIGSEGV");
  EXPECT_EQ(name_of_signal(SIGKILL), "SIGKILL");
  EXPECT_EQ(name_of_signal(42), "signal 42");
}

TEST(ProcessFiles, CountThreads) {
  const ProcessFiles files(getpid());
  const std::int64_t before = files.threads();
  EXPECT_GE(before, 1);
  std::atomic<bool> done = false;
  std::thread other([&] { done.wait(false); });
  EXPECT_EQ(files.threads(), before + 1);
  done = true;
  done.notify_all();
  other.join();
}

TEST(ProcessFiles, CountDescriptors) {
  const ProcessFiles files(getpid());
  const std::int64_t before = files.usage().descriptors;
  const int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(opened, 0);
  EXPECT_EQ(files.usage().descriptors, before + 1);
  close(opened);
  EXPECT_EQ(files.usage().descriptors, before);
}

TEST(ProcessFiles, NameTheChildrenThatRun) {
  const ProcessFiles files(getpid());
  Sleeper sleeper;
  const pid_t process = sleeper.process();
  const auto is_named = [&] {
    const std::vector<pid_t> children = files.children();
    return contains(children, process);
  };
  EXPECT_TRUE(is_named());
  sleeper.end();
  EXPECT_FALSE(is_named());
}

TEST(ProcessFiles, KnowNothingOfAProcessThatEnded) {
  Sleeper sleeper;
  const ProcessFiles files(sleeper.process());
  EXPECT_EQ(files.threads(), 1);
  sleeper.end();
  EXPECT_EQ(files.threads(), 0);
  EXPECT_EQ(files.usage().mapped_bytes, 0);
}

}  // namespace
}  // namespace npu_cts::wire
