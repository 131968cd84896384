// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/last_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(LastLines, AreNoneOfAProgramThatPrintsNothing) {
  EXPECT_THAT(last_lines(""), IsEmpty());
  EXPECT_THAT(last_lines("\n\n"), IsEmpty());
}

TEST(LastLines, AreTheLastOfMany) {
  std::string printed;
  for (int i = 0; i < 100; ++i) printed += std::to_string(i) + "\n";
  const auto lines = last_lines(printed);
  ASSERT_THAT(lines, SizeIs(30));
  EXPECT_EQ(lines.front(), "70");
  EXPECT_EQ(lines.back(), "99");
}

TEST(LastLines, KeepBlankOnesBetween) { EXPECT_THAT(last_lines("a\n\nb\n"), ElementsAre("a", "", "b")); }

TEST(LastLines, AreSafeToPrint) { EXPECT_THAT(last_lines("red \x1b[31m"), ElementsAre("red \\x1B[31m")); }

TEST(LastLines, SayHowMuchOfALongOneIsLeftOut) {
  EXPECT_THAT(last_lines(std::string(310, 'a')), ElementsAre(std::string(300, 'a') + " (10 bytes more)"));
}

TEST(Shortened, EndsWithAWholeCharacter) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc (1 bytes more)");
  EXPECT_EQ(shortened("ab\u00e9\u00e9", 3), "ab (4 bytes more)");
  EXPECT_EQ(shortened("\xBF\xBF\xBF", 2), " (3 bytes more)");
}

TEST(LastLines, GiveTheNamesOfFunctionsInABacktraceAsTheirSourceHasThem) {
  EXPECT_THAT(last_lines("  #0 _ZN3npu7scatterEi+0x1c (lib.so+0x11ac)"),
              ElementsAre("  #0 npu::scatter(int)+0x1c (lib.so+0x11ac)"));
  EXPECT_THAT(last_lines("  #1 plain_c+0x1c (lib.so+0x11ac)"), ElementsAre("  #1 plain_c+0x1c (lib.so+0x11ac)"));
}

TEST(LastLines, LeaveAWordAloneThatIsNoNameOfAFunction) {
  EXPECT_THAT(last_lines("  #0 _Zno+0x1 (lib.so+0x1)"), ElementsAre("  #0 _Zno+0x1 (lib.so+0x1)"));
  EXPECT_THAT(last_lines("got _ZN3npu7scatterEi+0x1c"), ElementsAre("got _ZN3npu7scatterEi+0x1c"));
}

}  // namespace
}  // namespace npu_cts::run
