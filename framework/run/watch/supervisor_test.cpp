// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/supervisor.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace npu_cts::wire {
namespace {

/// Rests twice as a worker does, and says so over `channel` behind each.
[[noreturn]] void rest_twice(int channel) {
  Supervisor::send_listener(channel);
  for (const char said : {'a', 'b'}) {
    rest_until_asked(channel);
    if (write(channel, &said, 1) != 1) _exit(1);
  }
  _exit(0);
}

TEST(Supervisor, LetsAWorkerRestUntilItIsWoken) {
  std::array<int, 2> channel{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel.data()), 0);
  const pid_t worker = fork();
  if (worker == 0) rest_twice(channel[1]);
  close(channel[1]);
  constexpr int timeout_ms = 10'000;
  Supervisor supervisor;
  supervisor.receive_listener(channel[0], timeout_ms);
  const bool is_watched = supervisor.descriptor() >= 0;
  EXPECT_FALSE(supervisor.has_rested());
  std::uint64_t changes = 1;
  for (const char want : {'a', 'b'}) {
    if (!is_watched) break;
    pollfd asks{supervisor.descriptor(), POLLIN, 0};
    ASSERT_EQ(poll(&asks, 1, timeout_ms), 1);
    supervisor.answer({.process = worker, .mark = "", .changes = changes});
    EXPECT_TRUE(supervisor.has_rested());
    char said = 0;
    EXPECT_LT(recv(channel[0], &said, 1, MSG_DONTWAIT), 0) << "it waits";
    supervisor.wake();
    pollfd answers{channel[0], POLLIN, 0};
    ASSERT_EQ(poll(&answers, 1, timeout_ms), 1);
    EXPECT_EQ(read(channel[0], &said, 1), 1);
    EXPECT_EQ(said, want);
  }
  close(channel[0]);
  waitpid(worker, nullptr, 0);
  EXPECT_EQ(changes, 1U) << "it sets nothing";
  EXPECT_EQ(supervisor.take_refused(), "");
  if (!is_watched) GTEST_SKIP() << supervisor.why_not();
}

}  // namespace
}  // namespace npu_cts::wire
