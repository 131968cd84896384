// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/faults/misbehave.h"

#include <array>
#include <bit>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/plugin/faults/leave_changed.h"
#include "tools/plugin/faults/leave_thread.h"
#include "tools/plugin/faults/reach_out.h"

namespace npu_cts::faults {
namespace {

using Deed = void (*)(const Toy&);
using Deeds = std::map<std::string_view, Deed>;

volatile int sink = 0;                // NOLINT: keeps what is not used
void* volatile kept = nullptr;        // NOLINT: a block that is never freed
volatile std::uintptr_t nowhere = 8;  // NOLINT: an address that the compiler does not know

[[noreturn]] void wait_for_ever() {
  for (;;) pause();
}

/// Uses the processor for `seconds`.
void compute_for(double seconds) {
  const std::clock_t start = std::clock();
  while (static_cast<double>(std::clock() - start) < seconds * CLOCKS_PER_SEC) {
  }
}

// NOLINTNEXTLINE(misc-no-recursion)
int recurse(int depth) {
  if (sink == 1) return 0;
  volatile char block[4096];
  block[0] = static_cast<char>(depth);
  return recurse(depth + 1) + block[0];
}

template <int signal>
void raise_plain(const Toy&) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Keeps a block until the next call: no fault, though every second call holds more than the one before it.
void hold_more_every_second_time() {
  static int calls = 0;
  std::free(kept);
  kept = std::malloc(calls++ % 2 == 0 ? 1000 : 1064);
}

/// Keeps the blocks of the last hundred calls: no fault once there are so many.
void hold_a_hundred() {
  static std::array<void*, 100> blocks{};
  static std::size_t calls = 0;
  void*& block = blocks[calls++ % blocks.size()];
  std::free(block);
  block = std::malloc(1000);
}

/// Opens a dozen descriptors once: no leak.
void keep_a_dozen() {
  static bool has_them = false;
  if (std::exchange(has_them, true)) return;
  for (int i = 0; i < 12; ++i) sink = open("/dev/null", O_RDONLY);
}

/// Frees what it took after many calls, as Python does with what refers to itself.
void collect_seldom() {
  static std::vector<void*> taken;
  taken.push_back(std::malloc(100));
  if (taken.size() < 150) return;
  for (void* const block : taken) std::free(block);
  taken.clear();
}

void* map_pages(std::size_t bytes, int how = MAP_PRIVATE) {
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0);
}

/// Returns whether a call is of those that a fault of some calls is in.
bool is_some(const Toy& toy) { return toy.x[0] == 1; }

void leak_then_crash() {
  static int calls = 0;
  kept = std::malloc(100);
  if (++calls < 132) return;
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}

void leave_child(bool own_session) {
  if (fork() != 0) return;
  if (own_session) setsid();
  wait_for_ever();
}

/// Writes `value` where the compiler cannot see what it is.
void poke(volatile std::int8_t* at, std::int8_t value = 99) { *at = value; }

const Deeds& ends() {  // NOLINT(readability-function-size): a table
  static const Deeds deeds{
      {"abort-when-told",
       [](const Toy&) {
         if (std::getenv("NPU_CTS_FAULTY_START") != nullptr) std::abort();
       }},
      {"segfault", [](const Toy&) { poke(std::bit_cast<std::int8_t*>(nowhere)); }},
      {"write-code", [](const Toy&) { poke(reinterpret_cast<std::int8_t*>(&misrun)); }},
      {"abort", [](const Toy&) { std::abort(); }},
      {"divide", raise_plain<SIGFPE>},
      {"illegal", raise_plain<SIGILL>},
      {"bus", raise_plain<SIGBUS>},
      {"trap", raise_plain<SIGTRAP>},
      {"killed", [](const Toy&) { std::raise(SIGKILL); }},
      {"terminated", raise_plain<SIGTERM>},
      {"broken-pipe", raise_plain<SIGPIPE>},
      {"stack-overflow", [](const Toy&) { sink = recurse(0); }},
      {"exception", [](const Toy&) { throw std::runtime_error("out"); }},
      {"double-free",
       [](const Toy&) {
         void* volatile block = std::malloc(100000);
         std::free(block);
         std::free(block);
       }},
      {"exit-0", [](const Toy&) { std::exit(0); }},
      {"exit-3", [](const Toy&) { std::exit(3); }},
      {"underscore-exit", [](const Toy&) { _exit(0); }},
      {"quick-exit", [](const Toy&) { std::quick_exit(0); }},
      {"endless-loop",
       [](const Toy&) {
         while (sink == 0) {
         }
       }},
      {"greedy", [](const Toy&) { compute_for(60); }},
      {"greedy-deaf",
       [](const Toy&) {
         std::signal(SIGXCPU, SIG_IGN);
         compute_for(60);
       }},
      {"diligent", [](const Toy&) { compute_for(0.2); }},
      {"sleep", [](const Toy&) { wait_for_ever(); }},
      {"deadlock",
       [](const Toy&) {
         std::timed_mutex never;
         never.lock();
         std::thread([&] { never.lock(); }).join();
       }},
      {"stopped", [](const Toy&) { std::raise(SIGSTOP); }},
      {"huge-memory-unchecked",
       [](const Toy&) {
         kept = std::malloc(std::size_t{8} << 30U);
         poke(static_cast<std::int8_t*>(kept));
       }},
      {"close-all", [](const Toy&) { close_range(0, ~0U, 0); }},
  };
  return deeds;
}

const Deeds& strays() {  // NOLINT(readability-function-size): a table
  static const Deeds deeds{
      {"fork-bomb",
       [](const Toy&) {
         for (int i = 0; i < 20; ++i) leave_child(false);
       }},
      {"daemon", [](const Toy&) { leave_child(true); }},
      {"late-thread",
       [](const Toy& toy) {
         std::thread([y = toy.y] {
           std::this_thread::sleep_for(std::chrono::seconds(2));
           poke(y);
         }).detach();
       }},
      {"leak-thread", [](const Toy&) { std::thread([] { wait_for_ever(); }).detach(); }},
      {"leak-descriptor", [](const Toy&) { sink = open("/dev/null", O_RDONLY); }},
      {"leak-bytes", [](const Toy&) { kept = std::malloc(100); }},
      {"keep-a-dozen", [](const Toy&) { keep_a_dozen(); }},
      {"collect-seldom", [](const Toy&) { collect_seldom(); }},
      {"hold-a-hundred", [](const Toy&) { hold_a_hundred(); }},
      {"hold", [](const Toy&) { hold_more_every_second_time(); }},
      {"leak-then-crash", [](const Toy&) { leak_then_crash(); }},
      {"leak-page", [](const Toy&) { kept = std::malloc(4096); }},
      {"leak-map", [](const Toy&) { kept = map_pages(4096); }},
      {"leak-shared-map", [](const Toy&) { kept = map_pages(4096, MAP_SHARED); }},
      {"leak-closed-map", [](const Toy&) { mprotect(map_pages(4096), 4096, PROT_NONE); }},
      {"leak-some",
       [](const Toy& toy) {
         if (is_some(toy)) kept = std::malloc(1000);
       }},
      {"leak-some-pages",
       [](const Toy& toy) {
         if (is_some(toy)) kept = map_pages(300 << 10);
       }},
      {"leak-some-descriptors",
       [](const Toy& toy) {
         if (is_some(toy)) sink = open("/dev/null", O_RDONLY);
       }},
      {"leak-memory", [](const Toy&) { kept = std::malloc(1 << 20); }},
      {"past-end", [](const Toy& toy) { poke(toy.y + toy.bytes); }},
      {"before-start", [](const Toy& toy) { poke(toy.y - 1); }},
      {"far-past", [](const Toy& toy) { poke(toy.y + 8192); }},
      {"far-before", [](const Toy& toy) { poke(toy.y - 8192); }},
      {"past-workspace", [](const Toy& toy) { poke(static_cast<std::int8_t*>(toy.plan.workspace) + 10); }},
      {"before-workspace", [](const Toy& toy) { poke(static_cast<std::int8_t*>(toy.plan.workspace) - 1); }},
      {"read-past", [](const Toy& toy) { sink = static_cast<volatile std::int8_t*>(toy.x)[toy.bytes]; }},
      {"read-before", [](const Toy& toy) { sink = static_cast<volatile std::int8_t*>(toy.x)[-1]; }},
      {"write-input", [](const Toy& toy) { poke(toy.x); }},
      {"unprotect-input",
       [](const Toy& toy) {
         const auto page = reinterpret_cast<std::uintptr_t>(toy.x) / 4096 * 4096;
         mprotect(std::bit_cast<void*>(page), 4096, PROT_READ | PROT_WRITE);
         poke(toy.x);
       }},
      {"replace-input",
       [](const Toy& toy) {
         const auto page = reinterpret_cast<std::uintptr_t>(toy.x) / 4096 * 4096;
         static_cast<void>(mmap(std::bit_cast<void*>(page), 4096, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
         poke(toy.x);
       }},
      {"hide-input",
       [](const Toy& toy) {
         const auto page = reinterpret_cast<std::uintptr_t>(toy.x) / 4096 * 4096;
         mprotect(std::bit_cast<void*>(page), 4096, PROT_NONE);
       }},
      {"extra-output",
       [](const Toy& toy) { std::memset(toy.plan.outputs[1].data, 0, static_cast<std::size_t>(toy.bytes)); }},
      {"wrong-one", [](const Toy& toy) { ++toy.y[7]; }},
      {"wrong-all", [](const Toy& toy) { std::memset(toy.y, 0x7F, static_cast<std::size_t>(toy.bytes)); }},
      {"history",
       [](const Toy& toy) {
         static int calls = 0;
         toy.y[7] = static_cast<std::int8_t>(++calls);
       }},
      {"second-time",
       [](const Toy& toy) {
         static int calls = 0;
         toy.y[7] = static_cast<std::int8_t>(toy.y[7] + ++calls / 2 % 2);
       }},
      {"every-hundredth",
       [](const Toy& toy) {
         static int calls = 0;
         if (++calls % 100 == 0) ++toy.y[7];
       }},
      {"every-5000th",
       [](const Toy& toy) {
         static int calls = 0;
         if (++calls % 5000 == 0) ++toy.y[7];
       }},
      {"crash-every-5000th",
       [](const Toy&) {
         static int calls = 0;
         if (++calls % 5000 == 0) std::raise(SIGSEGV);
       }},
      {"thread-count",
       [](const Toy& toy) {
         cpu_set_t processors;
         sched_getaffinity(0, sizeof processors, &processors);
         toy.y[7] = static_cast<std::int8_t>(CPU_COUNT(&processors));
       }},
      {"address",
       [](const Toy& toy) { toy.y[7] = static_cast<std::int8_t>(reinterpret_cast<std::uintptr_t>(toy.x) & 0x7FU); }},
  };
  return deeds;
}

const Deeds& noise() {
  static const Deeds deeds{
      {"much-output",
       [](const Toy&) {
         const std::string line(1 << 20, 'x');
         for (int i = 0; i < 100; ++i) std::fwrite(line.data(), 1, line.size(), stdout);
       }},
      {"forged-gtest", [](const Toy&) { std::puts("[==========] 1 test ran.\n[  PASSED  ] 1 test."); }},
      {"forged-ctest",
       [](const Toy&) { std::puts("<CTestMeasurement type=\"numeric/double\" name=\"x\">1</CTestMeasurement>"); }},
      {"escapes", [](const Toy&) { std::puts("\x1B[2J\x1B]0;x\x07 \xFF\xFE \xC0\xAF"); }},
      {"close-stdout", [](const Toy&) { close(1); }},
      {"close-stderr", [](const Toy&) { close(2); }},
      {"close-low", [](const Toy&) { close_range(0, 100, 0); }},
  };
  return deeds;
}

npu_cts_status refuse(const Toy& toy, npu_cts_status status, std::string_view text) {
  std::memcpy(toy.plan.message, text.data(), text.size());
  toy.plan.code = status == NPU_CTS_INVALID_ARGUMENT ? 161002 : 0;
  return status;
}

const Deeds& plans() {
  static const Deeds deeds{
      {"prepare-crash", [](const Toy&) { poke(std::bit_cast<std::int8_t*>(nowhere)); }},
      {"prepare-sleep", [](const Toy&) { wait_for_ever(); }},
      {"prepare-write", [](const Toy& toy) { poke(toy.x); }},
      {"no-output", [](const Toy& toy) { toy.plan.output_count = 0; }},
      {"too-many-outputs", [](const Toy& toy) { toy.plan.output_count = 1000; }},
      {"wrong-dtype", [](const Toy& toy) { toy.plan.outputs[0].dtype = 77; }},
      {"wrong-rank", [](const Toy& toy) { toy.plan.outputs[0].rank = 99; }},
      {"negative-shape", [](const Toy& toy) { toy.plan.outputs[0].shape[0] = -5; }},
      {"huge-shape", [](const Toy& toy) { toy.plan.outputs[0].shape[0] = std::int64_t{1} << 62; }},
      {"large-shape", [](const Toy& toy) { toy.plan.outputs[0].shape[0] = std::int64_t{1} << 30; }},
      {"huge-workspace", [](const Toy& toy) { toy.plan.workspace_bytes = std::uint64_t{1} << 60U; }},
      {"unnamed", [](const Toy& toy) { toy.plan.outputs[0].name[0] = '\0'; }},
      {"unterminated", [](const Toy& toy) { std::memset(toy.plan.outputs[0].name, 'y', NPU_CTS_NAME_BYTES); }},
      {"unknown-alias", [](const Toy& toy) { toy.plan.outputs[0].alias[0] = 'z'; }},
      {"spoils-in-place", [](const Toy& toy) { toy.plan.outputs[0].alias[0] = 'x'; }},
      {"fails-in-place", [](const Toy& toy) { toy.plan.outputs[0].alias[0] = 'x'; }},
      {"extra-output",
       [](const Toy& toy) {
         toy.plan.outputs[1] = toy.plan.outputs[0];
         toy.plan.outputs[toy.plan.output_count++].name[0] = 'z';
       }},
      {"wrong-alias",
       [](const Toy& toy) {
         toy.plan.outputs[0].alias[0] = 'x';
         toy.plan.outputs[0].dtype = NPU_CTS_INT16;
       }},
      {"twice", [](const Toy& toy) { toy.plan.outputs[toy.plan.output_count++] = toy.plan.outputs[0]; }},
      {"shape-changes",
       [](const Toy& toy) {
         static int calls = 0;
         toy.plan.outputs[0].rank = ++calls % 2 + 1;
         toy.plan.outputs[0].shape[1] = 1;
       }},
  };
  return deeds;
}

void act(const Deeds& deeds, std::string_view fault, const Toy& toy) {
  if (const auto it = deeds.find(fault); it != deeds.end()) it->second(toy);
}

/// How the name of a fault begins that is of calls which are refused.
constexpr std::string_view of_refusals = "refusal-";

}  // namespace

npu_cts_status misplan(std::string_view fault, const Toy& toy) {
  static int asked = 0;
  act(plans(), fault, toy);
  if (fault == "prepare-blocked-signal") {
    leave_changed("blocked-signal");
    return refuse(toy, NPU_CTS_INVALID_ARGUMENT, "x");
  }
  if (fault == "prepare-rounding") leave_changed("rounding");
  if (fault == "prepare-silence") leave_changed("silence");
  if (fault.starts_with(of_refusals)) {
    act(strays(), fault.substr(of_refusals.size()), toy);
    return refuse(toy, NPU_CTS_INVALID_ARGUMENT, "x");
  }
  if (fault == "unsupported") return refuse(toy, NPU_CTS_UNSUPPORTED, "not here");
  if (fault == "invalid") return refuse(toy, NPU_CTS_INVALID_ARGUMENT, "x");
  if (fault == "bad-text") return refuse(toy, NPU_CTS_INVALID_ARGUMENT, "\xFF\xFE");
  if (fault == "internal") return refuse(toy, NPU_CTS_INTERNAL, "it failed");
  if (fault == "wrong-status") {
    const int status = 77;
    npu_cts_status returned = NPU_CTS_OK;
    std::memcpy(&returned, &status, sizeof returned);
    return returned;
  }
  if (fault == "refuses-again" && ++asked % 2 == 0) return refuse(toy, NPU_CTS_INVALID_ARGUMENT, "not again");
  return NPU_CTS_OK;
}

npu_cts_status misrun(std::string_view fault, const Toy& toy) {
  if (fault == "huge-memory") {
    void* volatile block = std::malloc(std::size_t{8} << 30U);
    if (block == nullptr) return refuse(toy, NPU_CTS_RESOURCE, "no memory");
  }
  if (fault == "fails-in-place") return refuse(toy, NPU_CTS_INTERNAL, "too late");
  if (fault == "spoils-in-place") return refuse(toy, NPU_CTS_INVALID_ARGUMENT, "too late");
  act(ends(), fault, toy);
  act(strays(), fault, toy);
  act(noise(), fault, toy);
  leave_changed(fault);
  leave_thread(fault, toy);
  reach_out(fault, toy.x);
  return NPU_CTS_OK;
}

}  // namespace npu_cts::faults
