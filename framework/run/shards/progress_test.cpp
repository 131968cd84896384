// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace npu_cts::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A journal that a process is writing.
class GrowingJournal : public testing::Test {
 protected:
  GrowingJournal() { std::filesystem::remove(path_); }
  void append(const std::string& text) { std::ofstream(path_, std::ios::app) << text; }

  const std::string path_ = testing::TempDir() + "progress.jsonl.part0of1";
};

TEST_F(GrowingJournal, ThatIsNotThereYetHasCasesThatAreNotEnded) {
  ProgressReader reader({path_}, 2);
  EXPECT_EQ(reader.read().planned, 2U);
  EXPECT_EQ(reader.read().ended, 0U);
}

TEST_F(GrowingJournal, IsCountedAsFarAsItsLinesAreWhole) {
  ProgressReader reader({path_}, 2);
  append("{\"journal\":1}\n{\"begin\":\"a\",\"line\":1}\n{\"en");
  EXPECT_EQ(reader.read().ended, 0U);
  EXPECT_EQ(reader.read().running, "a");
  append("d\":{\"id\":\"a\",\"status\":\"pass\"}}\n");
  EXPECT_EQ(reader.read().ended, 1U);
  EXPECT_EQ(reader.read().failed, 0U);
}

TEST_F(GrowingJournal, HasFailedWhereACaseIsNeitherRightNorLeftOut) {
  ProgressReader reader({path_}, 2);
  for (const char* status : {"pass", "weak", "skip", "contested", "fail", "crash"})
    append(std::string("{\"end\":{\"id\":\"") + status + "\",\"status\":\"" + status + "\"}}\n");
  EXPECT_EQ(reader.read().ended, 6U);
  EXPECT_EQ(reader.read().failed, 2U);
}

TEST_F(GrowingJournal, GivesWhatACasePrinted) {
  std::vector<std::string> printed;
  ProgressReader reader({path_}, 2, [&](const CaseResult& result) { printed = result.printed; });
  append(
      "{\"end\":{\"id\":\"a\",\"status\":\"pass\",\"reason\":\"\",\"outcome\":\"completed\",\"printed\":[\"hello\"]},"
      "\"line\":1,\"chain\":\"0\"}\n");
  reader.read();
  EXPECT_THAT(printed, ElementsAre("hello"));
}

TEST_F(GrowingJournal, GivesWhatFailed) {
  std::vector<std::string> failed;
  ProgressReader reader({path_}, 2, {}, [&](const CaseResult& result) { failed.push_back(result.reason); });
  for (const char* status : {"pass", "fail"})
    append(std::string("{\"end\":{\"id\":\"a\",\"status\":\"") + status +
           "\",\"reason\":\"too small\",\"outcome\":\"completed\"},\"line\":1,\"chain\":\"0\"}\n");
  reader.read();
  EXPECT_THAT(failed, ElementsAre("too small"));
}

TEST(ProgressLine, SaysHowManyHowFastHowLongAndWhat) {
  const Progress progress{.planned = 1000, .ended = 300, .failed = 2, .running = "op/a2/1.0/eager/rows/r"};
  const Pace pace{.ended_before = 100, .elapsed = std::chrono::seconds(20)};
  EXPECT_EQ(progress_line(progress, pace, 80), "300/1000  2 failed  10/s  1:10 left  op/a2/1.0/eager/rows/r");
}

TEST(ProgressLine, SaysHoursWhereItTakesHours) {
  const Progress progress{.planned = 8000, .ended = 1, .failed = 0, .running = ""};
  EXPECT_EQ(progress_line(progress, {.elapsed = std::chrono::seconds(1)}, 80), "1/8000  0 failed  1.0/s  2:13:19 left");
}

TEST(ProgressLine, SaysNoTimeBeforeACaseHasEnded) {
  const Progress progress{.planned = 10, .ended = 4, .failed = 0, .running = "a"};
  EXPECT_THAT(progress_line(progress, {.ended_before = 4, .elapsed = std::chrono::seconds(9)}, 80),
              Not(HasSubstr("left")));
}

TEST(ProgressLine, FitsTheTerminal) {
  const Progress progress{.planned = 10, .ended = 4, .failed = 0, .running = std::string(100, 'a')};
  EXPECT_EQ(progress_line(progress, {}, 40).size(), 40U);
}

}  // namespace
}  // namespace npu_cts::run
