// SPDX-License-Identifier: Apache-2.0
// What two runs do not agree on, for a terminal: a change of the backend may be behind hundreds of cases.
#include "reports/diff_forms.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace npu_cts::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Two runs of which the newer fails `count` cases that the older passed.
diff::JournalDiff with_worse(int count) {
  diff::JournalDiff diff;
  for (int i = 0; i < count; ++i)
    diff.worse.push_back({.id = fmt::format("case{}", i), .older = Status::pass, .newer = Status::fail, .reason = ""});
  return diff;
}

TEST(DiffText, ListsAFewChangesAndCountsTheRest) {
  const std::string text = diff_text(with_worse(23));
  EXPECT_THAT(text, HasSubstr("worse: 23\n  case0: pass -> fail"));
  EXPECT_THAT(text, HasSubstr("case19:"));
  EXPECT_THAT(text, Not(HasSubstr("case20:")));
  EXPECT_THAT(text, HasSubstr("\n  and 3 more: '--format json' lists all\nbetter: 0\n"));
  EXPECT_THAT(diff_json(with_worse(23)), HasSubstr("case22"));
}

TEST(DiffText, ListsAllWhereTheyAreFew) {
  const std::string text = diff_text(with_worse(20));
  EXPECT_THAT(text, HasSubstr("case19:"));
  EXPECT_THAT(text, Not(HasSubstr("more:")));
}

}  // namespace
}  // namespace npu_cts::reports
