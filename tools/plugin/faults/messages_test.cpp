// SPDX-License-Identifier: Apache-2.0
// Messages to and from workers that are unusual, and right or long.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include "framework/run/drive/worker_driver.h"
#include "tools/plugin/faults/toy_calls.h"

namespace npu_cts::faults {
using namespace wire;  // NOLINT(google-build-using-namespace)
namespace {

using testing::HasSubstr;

TEST(AMessage, ThatIsLargerThanTheChannelReachesAWorkerThatRests) {
  WorkerHost host(plugin_options(""));
  constexpr std::size_t most = 45'000;
  const std::vector<std::int64_t> much(most, 1'000'000'000'000'000'000);  // some 900 KB of text
  for (int i = 0; i < 3; ++i) EXPECT_EQ(outcome_of_call_with(host, much).kind, OutcomeKind::completed) << i;
}

TEST(AProgram, ThatRestsBehindItsLastMessageIsWoken) {
  WorkerOptions options = program_options("answer-at-rest");
  options.timeout = std::chrono::seconds(5);
  WorkerHost host(options);
  EXPECT_EQ(call(host, ""), "unharmed");  // behind its first call a worker ends
}

TEST(AProgram, ThatAsksForThePlacesOfItsOutputsGetsThem) {
  WorkerHost host(program_options("shared"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(call(host, ""), "unharmed");
}

TEST(AnAnswer, ThatSaysMuchIsShortened) {
  WorkerHost host(program_options("answer-long"));
  EXPECT_THAT(call(host, "now"), testing::AllOf(testing::EndsWith("x (495904 bytes more)"), testing::SizeIs(4125)));
}

TEST(AnAnswer, ThatSaysMuchOfAFaultIsShortened) {
  for (const char* fault : {"answer-long-fault", "answer-long-name"}) {
    WorkerHost host(program_options(fault));
    const Outcome outcome = outcome_of_call(host, "now");
    ASSERT_TRUE(outcome.attribution) << fault;
    EXPECT_THAT(outcome.attribution->detail, testing::AllOf(HasSubstr("xxx"), testing::SizeIs(testing::Lt(4200))))
        << fault;
    EXPECT_LT(outcome.message.size(), 4200U) << fault;
  }
}

}  // namespace
}  // namespace npu_cts::faults
