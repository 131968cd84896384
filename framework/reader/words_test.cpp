// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/words.h"

#include <gtest/gtest.h>

namespace npu_cts::reader {
namespace {

TEST(UnknownWord, ListsWhatIsKnownWhereThatIsShort) {
  Words words{"letter", {}};
  EXPECT_EQ(unknown_word("q", words, {}).why, "none is known here");
  words.known = {"a", "b"};
  EXPECT_EQ(unknown_word("q", words, {}).why, "known here: a, b");
  words.known.assign(16, "word");
  EXPECT_EQ(unknown_word("wrd", words, {}).why.substr(0, 12), "known here: ");
  EXPECT_EQ(unknown_word("wrd", words, {}).hint, "write 'word'");
  words.known.assign(17, "word");
  EXPECT_EQ(unknown_word("wrd", words, {}).why, "it is not among the 17 names known here");
}

}  // namespace
}  // namespace npu_cts::reader
