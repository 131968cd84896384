// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/cache_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <iterator>

#include "framework/run/session/files_testing.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

constexpr fs::perms only_owner = fs::perms::owner_read | fs::perms::owner_write;

class FilesOfACache : public testing_files::InAFolder {
 protected:
  [[nodiscard]] auto count() const { return std::distance(fs::directory_iterator(folder_), {}); }
};

TEST_F(FilesOfACache, AreInAFolderThatIsMadeForThisUserAlone) {
  EXPECT_TRUE(make_own_folder("caches/of/npu-cts"));
  EXPECT_EQ(fs::status("caches/of/npu-cts").permissions(), fs::perms::owner_all);
  EXPECT_TRUE(is_own_folder("caches/of/npu-cts"));
  EXPECT_TRUE(make_own_folder("caches/of/npu-cts")) << "it is there";
}

TEST_F(FilesOfACache, AreInNoFolderWhereAFileStands) {
  write("file", "");
  EXPECT_FALSE(make_own_folder("file"));
  EXPECT_FALSE(make_own_folder("file/npu-cts"));
  EXPECT_FALSE(is_own_folder("file"));
  EXPECT_FALSE(is_own_folder("nowhere"));
}

TEST_F(FilesOfACache, AreInNoFolderThatAnotherMayWrite) {
  for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(folder_, fs::perms::owner_all | others);
    EXPECT_FALSE(is_own_folder(folder_));
  }
}

TEST_F(FilesOfACache, AreReadUpToALimit) {
  write("five", "bytes");
  EXPECT_EQ(read_own("five", 5), "bytes");
  EXPECT_EQ(read_own("five", 4), std::nullopt);
}

TEST_F(FilesOfACache, AreRegularAndNoLinks) {
  write("file", "bytes");
  fs::create_symlink("file", "link");
  ASSERT_EQ(::mkfifo("pipe", 0600), 0);
  for (const char* name : {"link", "pipe", ".", "nowhere"}) EXPECT_EQ(read_own(name, 100), std::nullopt) << name;
}

TEST_F(FilesOfACache, AreReplacedAndForThisUserAlone) {
  write("file", "a longer text of before");
  write_own("file", "new");
  EXPECT_EQ(read_own("file", 100), "new");
  EXPECT_EQ(fs::status("file").permissions(), only_owner);
  EXPECT_EQ(count(), 1) << "nothing is left beside it";
}

TEST_F(FilesOfACache, AreAsTheyWereWhereTheyCannotBeWritten) {
  fs::create_directories("file");
  write_own("file", "a folder stands there");
  write_own("nowhere/file", "no folder is there");
  EXPECT_TRUE(fs::is_directory("file"));
  EXPECT_EQ(count(), 1) << "nothing is left beside it";
}

}  // namespace
}  // namespace npu_cts::run
