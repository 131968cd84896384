// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/cache_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <iterator>
#include <string>

#include "framework/base/sha256.h"
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

TEST_F(FilesOfACache, AreInNoFolderThatIsALink) {
  ASSERT_TRUE(make_own_folder("folder"));
  fs::create_directory_symlink("folder", "link");
  EXPECT_TRUE(is_own_folder("folder"));
  EXPECT_FALSE(is_own_folder("link"));
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

TEST_F(FilesOfACache, GiveBackWhatWasSealed) {
  for (const std::string bytes : {"", "bytes", "more bytes"}) {
    write_sealed("file", bytes);
    EXPECT_EQ(read_sealed("file", 100), bytes);
  }
  EXPECT_EQ(read_sealed("file", 70), std::nullopt) << "with its seal it has 74";
  EXPECT_EQ(read_sealed("nowhere", 100), std::nullopt);
}

TEST_F(FilesOfACache, AreNotUsedWhereAnyByteChanged) {
  write_sealed("file", "bytes");
  const std::string whole = read_own("file", 100).value();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    write("file", changed);
    EXPECT_EQ(read_sealed("file", 100), std::nullopt) << i;
  }
}

TEST_F(FilesOfACache, AreNotUsedWhereverTheyAreTruncated) {
  write_sealed("file", "bytes");
  const std::string whole = read_own("file", 100).value();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write("file", whole.substr(0, length));
    EXPECT_EQ(read_sealed("file", 100), std::nullopt) << length;
  }
}

TEST_F(FilesOfACache, AreNotUsedUnderAnotherName) {
  write_sealed("file", "bytes");
  fs::rename("file", "another");
  EXPECT_EQ(read_sealed("another", 100), std::nullopt);
}

TEST_F(FilesOfACache, ThatWereWrittenFirstGoFirst) {
  const auto now = fs::file_time_type::clock::now();
  const auto write_old = [&](const std::string& name, int age) {
    write(name, "0123456789");
    fs::last_write_time(name, now - std::chrono::hours(age));
  };
  for (int age = 0; age < 4; ++age) write_old(sha256_of(std::to_string(age)), age);
  write_old("holiday.dat", 5);  // not one of the cache
  fs::permissions(folder_, fs::perms::owner_all | fs::perms::group_write);
  drop_oldest(folder_, 25);
  EXPECT_TRUE(fs::exists(sha256_of("3"))) << "another may write there";
  fs::permissions(folder_, fs::perms::owner_all);
  drop_oldest(folder_, 25);
  const auto stands = [&](int age) { return fs::exists(sha256_of(std::to_string(age))); };
  EXPECT_TRUE(stands(0) && stands(1));
  EXPECT_FALSE(stands(2) || stands(3));
  EXPECT_TRUE(fs::exists("holiday.dat"));
}

TEST_F(FilesOfACache, AreInTheFolderThatTheEnvironmentNames) {
  set("NPU_CTS_CACHE", folder_.string());
  EXPECT_EQ(cache_folder(), folder_);
  set("NPU_CTS_CACHE", "off");
  EXPECT_FALSE(cache_folder());
  set("NPU_CTS_CACHE", std::nullopt);
  set("XDG_CACHE_HOME", folder_.string());
  EXPECT_EQ(cache_folder(), folder_ / "npu-cts");
  set("XDG_CACHE_HOME", "");
  set("HOME", folder_.string());
  EXPECT_EQ(cache_folder(), folder_ / ".cache" / "npu-cts");
  set("HOME", std::nullopt);
  EXPECT_FALSE(cache_folder());
}

TEST(ProgramId, IsTheHashOfTheLinker) {
  const std::string id = program_id();
  EXPECT_GE(id.size(), 16U);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
}

}  // namespace
}  // namespace npu_cts::run
