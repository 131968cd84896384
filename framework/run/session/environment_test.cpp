// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "framework/record/compressed.h"

namespace npu_cts::run {
namespace {

TEST(Environment, SaysWhereAndHowThisProgramRuns) {
  const record::Environment here = begin_environment("");
  EXPECT_THAT(here.arguments.front(), testing::HasSubstr("session_test"));
  EXPECT_FALSE(here.host.empty());
  EXPECT_THAT(here.kernel, testing::HasSubstr("Linux"));
  EXPECT_THAT(here.started, testing::MatchesRegex("[0-9-]{10}T[0-9:]{8}Z"));
}

TEST(Environment, CountsTheAttemptsAtAJournal) {
  const std::string path = testing::TempDir() + "environment.jsonl";
  std::remove(path.c_str());
  for (const std::int64_t attempt : {1, 2, 3}) {
    record::Journal journal;
    journal.environments = {begin_environment(path)};
    EXPECT_EQ(journal.environments.front().attempt, attempt);
    std::ofstream(path) << to_text(journal);
  }
  std::ofstream(path) << "a diary\n";
  EXPECT_EQ(begin_environment(path).attempt, 1);
  std::remove(path.c_str());
}

TEST(Environment, CountsTheAttemptsAtACompressedJournal) {
  const std::string path = testing::TempDir() + "environment.jsonl.zst";
  record::Journal journal;
  journal.environments.resize(2);
  journal.environments.front().attempt = 5;
  std::ofstream(path, std::ios::binary) << record::compress(to_text(journal));
  EXPECT_EQ(begin_environment(path).attempt, 6);
  std::remove(path.c_str());
}

}  // namespace
}  // namespace npu_cts::run
