// SPDX-License-Identifier: Apache-2.0
#include "framework/record/chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::record {
namespace {

/// Returns what a new chain says of each line.
std::vector<std::string> said_of(const std::vector<std::string>& lines) {
  Chain chain;
  std::vector<std::string> said;
  for (const std::string& line : lines) said.push_back(chain.take(line).value_or(""));
  return said;
}

std::string without_newline(std::string line) {
  line.pop_back();
  return line;
}

TEST(Chain, TakesTheLinesThatItLinked) {
  Chain chain;
  const std::string first = without_newline(chain.link(R"({"a":1})"));
  const std::string second = without_newline(chain.link(R"({"a":1})"));
  EXPECT_THAT(first, testing::StartsWith(R"({"a":1,"line":1,"chain":")"));
  EXPECT_NE(first, second);
  EXPECT_THAT(said_of({first, second}), testing::Each(""));
}

TEST(Chain, RefusesALineWithAnyBitChanged) {
  Chain chain;
  const std::string first = without_newline(chain.link(R"({"a":1})"));
  const std::string line = without_newline(chain.link(R"({"b":2})"));
  for (std::size_t bit = 0; bit < 8 * line.size(); ++bit) {
    std::string changed = line;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_NE(said_of({first, changed})[1], "") << changed;
  }
}

TEST(Chain, RefusesALineBehindAnotherThanItsOwn) {
  Chain chain;
  chain.link(R"({"a":1})");
  const std::string second = without_newline(chain.link(R"({"b":2})"));
  Chain other;
  const std::string first = without_newline(other.link(R"({"a":2})"));
  EXPECT_THAT(said_of({first, second}),
              testing::ElementsAre("", "the line is not as the run wrote it: its hash is another"));
}

TEST(Chain, SaysWhetherLinesWereRemovedOrRepeated) {
  Chain chain;
  const std::string first = without_newline(chain.link(R"({"a":1})"));
  const std::string second = without_newline(chain.link(R"({"b":2})"));
  EXPECT_EQ(said_of({second})[0], "line 2 of the run stands here, not line 1: lines were removed or moved");
  EXPECT_EQ(said_of({first, first})[1], "line 1 of the run stands here, not line 2: lines were repeated or moved");
}

TEST(Chain, RefusesWhatHasNoLink) {
  for (const char* line : {"", "{}", R"({"a":1,"line":1})", R"({"chain":"")"}) {
    EXPECT_EQ(said_of({line})[0], "the line does not end with its number and hash") << line;
  }
}

}  // namespace
}  // namespace npu_cts::record
