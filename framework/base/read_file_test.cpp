// SPDX-License-Identifier: Apache-2.0
#include "framework/base/read_file.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace npu_cts {
namespace {

namespace fs = std::filesystem;

/// A file of five bytes, one of them null, in a folder of its own.
class FileToRead : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              (std::string("read_file_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(path(), std::ios::binary) << std::string("a\0b\r\n", 5);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path path() const { return folder_ / "file"; }

  /// Returns why `path` cannot be read.
  static Diagnostic why(const fs::path& path, std::size_t limit = 100) {
    const auto bytes = read_file(path, limit);
    EXPECT_FALSE(bytes) << path;
    return bytes ? Diagnostic() : bytes.diagnostics().front();
  }

  fs::path folder_;
};

TEST_F(FileToRead, IsReadByteForByte) { EXPECT_EQ(read_file(path(), 100).value(), std::string("a\0b\r\n", 5)); }

TEST_F(FileToRead, MayHaveAsManyBytesAsTheLimitAndNoMore) {
  EXPECT_TRUE(read_file(path(), 5));
  const Diagnostic said = why(path(), 4);
  EXPECT_EQ(said.kind, Kind::file_too_large);
  EXPECT_EQ(said.what, "the file has more than 4 bytes");
  EXPECT_EQ(said.at.file, path().string());
}

TEST_F(FileToRead, MayBeEmpty) {
  std::ofstream(path(), std::ios::trunc).close();
  EXPECT_EQ(read_file(path(), 0).value(), "");
}

TEST_F(FileToRead, IsReadThroughALink) {
  fs::create_symlink(path(), folder_ / "link");
  EXPECT_EQ(read_file(folder_ / "link", 100).value().size(), 5U);
}

TEST_F(FileToRead, IsNamedWhereItIsNotThere) {
  EXPECT_EQ(why(folder_ / "other").what, "there is no such file");
  EXPECT_EQ(why(folder_ / "other").kind, Kind::unreadable_file);
  EXPECT_EQ(why(path() / "below").what, "there is no such file") << "a file is no folder";
  EXPECT_EQ(why("").what, "there is no such file");
  fs::create_symlink(folder_ / "nowhere", folder_ / "dangling");
  EXPECT_EQ(why(folder_ / "dangling").what, "there is no such file");
}

TEST_F(FileToRead, IsNoFolderDeviceOrPipe) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(why(folder_).what, "this is a folder");
  EXPECT_EQ(why("/dev/zero").what, "this is a device");
  EXPECT_EQ(why(folder_ / "pipe").what, "this is a pipe");
}

TEST_F(FileToRead, IsNotReadWithoutPermission) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser reads everything";
  fs::permissions(path(), fs::perms::none);
  EXPECT_EQ(why(path()).what, "cannot read the file");
}

}  // namespace
}  // namespace npu_cts
