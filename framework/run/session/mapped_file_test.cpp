// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/mapped_file.h"

#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace npu_cts::run {
namespace {

std::string file_with(const std::string& name, const std::string& text) {
  std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(MappedFile, HasTheBytesOfTheFileAfterTheFirstOfItsCopiesIsGone) {
  auto first = MappedFile::open(file_with("mapped", std::string("a\0b", 3)));
  ASSERT_TRUE(first);
  const std::optional<MappedFile> second = first;
  first.reset();
  EXPECT_EQ(second->bytes(), std::string_view("a\0b", 3));
}

TEST(MappedFile, IsEmptyForAnEmptyFile) {
  const auto file = MappedFile::open(file_with("empty", ""));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->bytes(), "");
}

TEST(MappedFile, IsNothingForWhatIsNoRegularFile) {
  EXPECT_FALSE(MappedFile::open("nowhere/mapped"));
  EXPECT_FALSE(MappedFile::open("/dev/null"));
  EXPECT_FALSE(MappedFile::open(testing::TempDir()));
}

}  // namespace
}  // namespace npu_cts::run
