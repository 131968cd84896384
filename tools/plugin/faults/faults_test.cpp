// SPDX-License-Identifier: Apache-2.0
// Every misbehaviour of the tables, in the middle of three calls: the guilty call fails, and not its neighbours.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/run/drive/last_lines.h"
#include "framework/run/drive/worker_driver.h"
#include "tools/plugin/faults/fault_table.h"
#include "tools/plugin/faults/inherited_file_testing.h"
#include "tools/plugin/faults/toy_calls.h"

namespace npu_cts::faults {
using namespace wire;  // NOLINT(google-build-using-namespace)
void PrintTo(const FaultRow& row, std::ostream* out) { *out << row.name; }

namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string title(std::string_view name) {
  std::string words;
  for (const char letter : name) words += letter == '-' ? '_' : letter;
  return words;
}

constexpr auto print_row = [](const testing::TestParamInfo<FaultRow>& row) { return title(row.param.name); };

/// Makes a folder for what faults write, and tells them a path in it. Returns the folder.
std::string make_folder() {
  std::string folder = testing::TempDir() + "npu_cts_faults";
  std::filesystem::create_directories(folder);
  setenv("NPU_CTS_FAULTY_FILE", (folder + "/journal").c_str(), 1);
  return folder;
}

class PluginFault : public testing::TestWithParam<FaultRow> {};

TEST_P(PluginFault, IsAttributedToTheCallThatShowsItAndToNoOther) {
  const std::string_view name = GetParam().name;
  const bool counts_processors = name == "thread-count" || name == "processors";
  if (counts_processors && std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "this machine has one processor";
  const std::string folder = make_folder();
  const std::string path = folder + "/journal";
  std::ofstream journal(path);  // which this process writes
  std::array<int, 2> pipe{};    // which it writes, too
  ASSERT_EQ(pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK), 0);
  setenv("NPU_CTS_FAULTY_PIPE", fmt::format("/proc/{}/fd/{}", getpid(), pipe[1]).c_str(), 1);
  const InheritedFile plan;
  WorkerHost host(plugin_options(GetParam().want));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(call(host, ""), "unharmed");  // behind the first the worker ends
  EXPECT_THAT(call(host, GetParam().name), StartsWith(std::string(GetParam().want)));
  EXPECT_EQ(call(host, "inspect"), "unharmed");
  EXPECT_EQ(std::filesystem::file_size(path), 0U);
  EXPECT_EQ(plan.first_byte(), 'p');
  char byte = 0;
  EXPECT_LT(read(pipe[0], &byte, 1), 0);
  for (const int end : pipe) close(end);
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Table, PluginFault, testing::ValuesIn(fault_table), print_row);

class SlowFault : public testing::TestWithParam<FaultRow> {};

TEST_P(SlowFault, IsAttributedToOneOfManyCalls) {
  WorkerOptions options = plugin_options(GetParam().want);
  options.soak_after = [](std::string_view) { return 50; };
  const std::string folder = make_folder();
  WorkerHost host(options);
  int attributed = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string seen = call(host, GetParam().name);
    if (seen == "unharmed") continue;
    EXPECT_THAT(seen, StartsWith(std::string(GetParam().want)));
    ++attributed;
  }
  EXPECT_THAT(attributed, testing::AllOf(testing::Ge(1), testing::Le(6)));
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Table, SlowFault, testing::ValuesIn(slow_table), print_row);

class SomeFault : public testing::TestWithParam<FaultRow> {};

TEST_P(SomeFault, IsAttributedToEachCallThatShowsItAndToNoOther) {
  WorkerHost host(plugin_options(GetParam().want));
  const std::string usual =
      std::string_view(GetParam().name).starts_with("refusal-") ? "refused: 161002 x" : "unharmed";
  for (int i = 0; i < 60; ++i) {
    const int first = i % 3;
    const std::string want = first == 1 ? std::string(GetParam().want) : usual;
    EXPECT_EQ(call(host, GetParam().name, static_cast<std::byte>(first)), want) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, SomeFault, testing::ValuesIn(some_table), print_row);

TEST(ALeak, IsFoundInTheFirstCallOfAWorker) {
  for (const char* fault : {"leak-bytes", "refusal-leak-bytes"}) {
    WorkerHost host(plugin_options(""));
    EXPECT_THAT(call(host, fault), StartsWith("resource: leaks about 1")) << fault;
  }
}

TEST(ALeak, IsFoundEachTimeAmongCallsThatHoldMoreEverySecondTime) {
  WorkerHost host(plugin_options(""));
  for (int i = 0; i < 200; ++i) ASSERT_EQ(call(host, "hold"), "unharmed") << i;
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(call(host, "hold"), "unharmed") << i;
    EXPECT_THAT(call(host, "leak-bytes"), StartsWith("resource: leaks about 1")) << i;
  }
}

TEST(ALeak, MakesNoLeakOfWhatIsGivenBackAfterIt) {
  WorkerHost host(plugin_options(""));
  for (const char* fault : {"leak-bytes", "refusal-leak-bytes"})
    ASSERT_THAT(call(host, fault), StartsWith("resource: leaks about 1")) << fault;
  for (int i = 0; i < 100; ++i) ASSERT_EQ(call(host, "hold-a-hundred"), "unharmed") << i;
  for (int i = 0; i < 100; ++i) ASSERT_EQ(call(host, "refusal-collect-seldom"), "refused: 161002 x") << i;
}

class LateFault : public testing::TestWithParam<FaultRow> {};

TEST_P(LateFault, NamesTheCaseThatLeftTheThreadBehind) {
  WorkerHost host(plugin_options(GetParam().want));
  EXPECT_EQ(call(host, ""), "unharmed");  // behind it the worker ends, and another begins
  host.name_next("the first case");
  EXPECT_EQ(call(host, "leave-thread"), "unharmed");
  host.name_next("the second case");
  EXPECT_EQ(call(host, GetParam().name), GetParam().want);
  EXPECT_EQ(call(host, "inspect"), "unharmed");
}

INSTANTIATE_TEST_SUITE_P(Table, LateFault, testing::ValuesIn(late_table), print_row);

TEST(AThreadThatIsLeftBehind, IsThereBehindTheFirstCallOfAll) {
  WorkerHost host(plugin_options(""));
  host.name_next("the first case");
  EXPECT_EQ(call(host, "leave-thread"), "unharmed") << "its worker ends, and the next sees it, too";
  EXPECT_EQ(call(host, "late-crash"), "crash: SIGSEGV in a thread left behind by the first case");
}

TEST(TheFirstCall, IsNamedWhereItFailsInTheNextWorker) {
  WorkerHost host(plugin_options(""));
  host.name_next("the first case");
  EXPECT_EQ(call(host, "abort-when-told"), "unharmed");
  setenv("NPU_CTS_FAULTY_START", "later", 1);
  EXPECT_EQ(call(host, ""), "crash: SIGABRT; it is of the first case, which ran again before this call");
  EXPECT_EQ(call(host, ""), "unharmed");
  unsetenv("NPU_CTS_FAULTY_START");
}

TEST(AThreadThatIsLeftBehind, IsNotNamedWhereTheCallItselfCrashes) {
  WorkerHost host(plugin_options(""));
  EXPECT_EQ(call(host, ""), "unharmed");
  EXPECT_EQ(call(host, "leave-thread"), "unharmed");
  EXPECT_EQ(call(host, "segfault"), "crash: SIGSEGV");
}

TEST(AThreadThatIsLeftBehind, IsNotNamedOnceItsProcessEnded) {
  WorkerHost host(plugin_options(""));
  EXPECT_EQ(call(host, ""), "unharmed");
  EXPECT_EQ(call(host, "leave-thread"), "unharmed");
  EXPECT_EQ(call(host, "abort"), "crash: SIGABRT");
  EXPECT_EQ(call(host, "exit-3"), "exited: with code 3");
}

TEST(ManyCalls, ThatLeaveNothingLeakNothing) {
  WorkerHost host(plugin_options(""));
  for (int i = 0; i < 200; ++i) ASSERT_EQ(call(host, ""), "unharmed") << i;
  for (const char* refusal : {"invalid", "refusal-keep-a-dozen", "refusal-hold-a-hundred", "refusal-collect-seldom"})
    for (int i = 0; i < 200; ++i) ASSERT_EQ(call(host, refusal), "refused: 161002 x") << refusal << i;
  for (const char* fault : {"keep-a-dozen", "hold-a-hundred", "hold"})
    for (int i = 0; i < 200; ++i)
      ASSERT_EQ(call(host, fault), "unharmed") << fault << i << ": it gives back what it holds";
}

WorkerOptions of_one_second() {
  WorkerOptions options = plugin_options("");
  options.cpu_seconds = 1;
  return options;
}

TEST(Diligence, IsNotAttributedHoweverLongManyCallsComputeInAll) {
  WorkerHost host(of_one_second());
  for (int i = 0; i < 8; ++i) EXPECT_EQ(call(host, "diligent"), "unharmed") << i;  // each runs twice: 3.2 s in all
}

TEST(Diligence, ThatEndsAWorkerLeavesNoCallThatIsToRunAgain) {
  constexpr int diligent = 3;  // 1.2 s in all: the last, which is the 64th call, passes the limit
  WorkerHost host(of_one_second());
  for (int i = 0; i < 64 - diligent; ++i) ASSERT_EQ(call(host, ""), "unharmed") << i;
  for (int i = 0; i < diligent; ++i) EXPECT_EQ(call(host, "diligent"), "unharmed") << i;
}

class StartFault : public testing::TestWithParam<FaultRow> {};

TEST_P(StartFault, IsSaidInWordsBeforeAnyCall) {
  setenv("NPU_CTS_FAULTY_START", std::string(GetParam().name).c_str(), 1);
  WorkerHost host(plugin_options(GetParam().want));
  const auto hello = host.start();
  unsetenv("NPU_CTS_FAULTY_START");
  ASSERT_FALSE(hello.has_value());
  EXPECT_THAT(run::one_line(hello.diagnostics().front()), HasSubstr(std::string(GetParam().want)));
}

INSTANTIATE_TEST_SUITE_P(Table, StartFault, testing::ValuesIn(start_table), print_row);

class EndFault : public testing::TestWithParam<FaultRow> {};

TEST_P(EndFault, IsAttributedToTheFirstCallThatCompletes) {
  setenv("NPU_CTS_FAULTY_START", std::string(GetParam().name).c_str(), 1);
  WorkerHost host(plugin_options(GetParam().want));
  EXPECT_EQ(call(host, "invalid"), "refused: 161002 x");
  EXPECT_EQ(call(host, ""), GetParam().want);
  EXPECT_EQ(call(host, ""), "unharmed");
  unsetenv("NPU_CTS_FAULTY_START");
}

INSTANTIATE_TEST_SUITE_P(Table, EndFault, testing::ValuesIn(end_table), print_row);

class ProgramFault : public testing::TestWithParam<FaultRow> {};

TEST_P(ProgramFault, IsSaidInWordsBeforeAnyCall) {
  WorkerHost host(program_options(GetParam().name));
  const auto hello = host.start();
  ASSERT_FALSE(hello.has_value());
  EXPECT_THAT(run::one_line(hello.diagnostics().front()), HasSubstr(std::string(GetParam().want)));
}

INSTANTIATE_TEST_SUITE_P(Table, ProgramFault, testing::ValuesIn(program_table), print_row);

class AnswerFault : public testing::TestWithParam<FaultRow> {};

TEST_P(AnswerFault, IsAttributedToTheCallThatShowsItAndToNoOther) {
  WorkerHost host(program_options(GetParam().name));
  EXPECT_EQ(call(host, ""), "unharmed");
  EXPECT_THAT(call(host, "now"), StartsWith(std::string(GetParam().want)));
  EXPECT_EQ(call(host, ""), "unharmed");
}

INSTANTIATE_TEST_SUITE_P(Table, AnswerFault, testing::ValuesIn(answer_table), print_row);

TEST(SilentProgram, ThatNeverOpensIsWaitedForTwiceAndNoMore) {
  WorkerOptions options = program_options("never-opens");
  options.timeout = std::chrono::milliseconds(200);
  WorkerHost host(options);
  EXPECT_EQ(call(host, ""), "timeout: no answer in 200 ms");
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(call(host, ""), "timeout: no answer in 200 ms; 2 times in a row, so it is not started again");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
}

bool has_children() {
  std::ifstream children(fmt::format("/proc/self/task/{}/children", getpid()));
  return children.peek() != std::ifstream::traits_type::eof();
}

TEST(SilentProgram, IsNotLeftBehind) {
  WorkerOptions options = program_options("never-opens");
  options.timeout = std::chrono::milliseconds(200);
  WorkerHost host(options);
  EXPECT_EQ(call(host, ""), "timeout: no answer in 200 ms");
  EXPECT_FALSE(has_children());
}

TEST(Containment, OfAPluginIsFull) {
  WorkerHost host(plugin_options(""));
  ASSERT_TRUE(host.start().has_value());
  EXPECT_EQ(host.containment(), "contained: full");
}

TEST(Containment, OfAProgramIsPartial) {
  WorkerHost host(program_options("right"));
  ASSERT_TRUE(host.start().has_value());
  EXPECT_EQ(host.containment(), "contained: partial, it may start programs");
}

/// From now on this process and its children cannot watch system calls, as on a kernel that is older.
void forget_seccomp() {
  std::array<sock_filter, 4> steps{sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                   sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
                                   sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                                   sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program{.len = steps.size(), .filter = steps.data()};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

TEST(Containment, IsPartialWhereTheSystemLetsNoCallBeWatched) {
  const auto start = [] {
    forget_seccomp();
    {
      WorkerHost host(plugin_options(""));
      const std::string seen = call(host, "");
      fmt::print(stderr, "{}; {}", seen, host.containment());
    }
    _exit(0);
  };
  EXPECT_EXIT(start(), testing::ExitedWithCode(0),
              "unharmed; contained: partial, this system lets no process be watched: Function not implemented");
}

TEST(Runner, MayBeAskedByAProgramThatStarts) {
  WorkerOptions options = program_options("right");
  const std::string runner = "/proc/" + std::to_string(getpid()) + "/exe";
  options.command = {"/bin/sh", "-c",
                     runner + " --gtest_list_tests > /dev/null && exec " + bin("faulty_program right")};
  WorkerHost host(options);
  EXPECT_EQ(call(host, ""), "unharmed");
}

TEST(Runner, IsNotStartedInACallByAWorkerThatMayStartPrograms) {
  WorkerOptions options = plugin_options("");
  options.programs = Programs::allowed;
  WorkerHost host(options);
  EXPECT_EQ(call(host, "popen"), "unharmed");
  EXPECT_THAT(call(host, "runner"), HasSubstr("resource: starts the program '/proc/"));
  EXPECT_THAT(call(host, "runner-by-descriptor"), HasSubstr("resource: starts the program ''"));
}

std::string note_of(const char* version) {
  setenv("NPU_CTS_FAULTY_START", version, 1);
  WorkerHost host(plugin_options(""));
  const auto hello = host.start();
  EXPECT_EQ(call(host, ""), "unharmed");
  unsetenv("NPU_CTS_FAULTY_START");
  return hello ? hello->note : run::one_line(hello.diagnostics().front());
}

TEST(PluginVersion, AnOlderMinorWorksWithoutWhatItLacksAndSaysSo) {
  EXPECT_EQ(note_of("older-minor"), "speaks ABI 1.0, this is 1.1: 'close' is not called");
}

TEST(PluginVersion, ANewerMinorWorksWithWhatIsKnownAndSaysSo) {
  EXPECT_EQ(note_of("newer-minor"), "speaks ABI 1.2, this is 1.1: what is newer is not used");
}

/// What this process holds of the system, and the bytes of its heap that are in use.
struct Held {
  std::ptrdiff_t descriptors = 0;
  std::ptrdiff_t mappings = 0;
  std::size_t heap = 0;
};

Held held_now() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  Held held{.descriptors = std::distance(begin(all), end(all)), .mappings = 0, .heap = 0};
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) ++held.mappings;
  const struct mallinfo2 heap = mallinfo2();
  held.heap = heap.uordblks + heap.hblkhd;
  return held;
}

/// How often the next test starts a worker: two hundred times, or as the environment says.
std::size_t restarts() {
  const char* given = std::getenv("NPU_CTS_RESTARTS");
  return given == nullptr ? 200 : std::strtoul(given, nullptr, 10);
}

TEST(Worker, IsStartedAgainManyTimesWithoutLeavingADescriptorMemoryOrAProcess) {
  const auto restart = [] {
    WorkerHost host(program_options("right"));
    return call(host, "");
  };
  for (int i = 0; i < 20; ++i) ASSERT_EQ(restart(), "unharmed");  // until the allocator has what it needs
  const Held before = held_now();
  for (std::size_t i = 0; i < restarts(); ++i) ASSERT_EQ(restart(), "unharmed");
  const Held after = held_now();
  EXPECT_EQ(after.descriptors, before.descriptors);
  EXPECT_EQ(after.mappings, before.mappings);
  EXPECT_LT(after.heap, before.heap + 16 * restarts());  // one allocation in each takes twice as much
  EXPECT_FALSE(has_children());
}

}  // namespace
}  // namespace npu_cts::faults
