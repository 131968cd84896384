// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/count_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>

#include "framework/base/read_file.h"
#include "framework/run/session/cache_files.h"
#include "framework/run/session/session_testing.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 24;

constexpr PlanCounts counts{.by_default = 12, .all = 345};

const std::string key = CountCache::key_of("digest", "program");

class CountCacheFile : public testing::Test {
 protected:
  CountCacheFile() : folder_(testing::TempDir() + "counts_" + std::to_string(::getpid())) { fs::remove_all(folder_); }
  ~CountCacheFile() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path file() const { return folder_ / "counts"; }
  [[nodiscard]] CountCache cache() const { return CountCache(file()); }

  fs::path folder_;
};

TEST_F(CountCacheFile, RemembersTheCounts) {
  EXPECT_FALSE(cache().find(key));
  cache().keep(key, counts);
  EXPECT_EQ(cache().find(key), counts);
}

TEST_F(CountCacheFile, RemembersNothingOfAnotherSpecOrProgram) {
  cache().keep(key, counts);
  EXPECT_FALSE(cache().find(CountCache::key_of("another", "program")));
  EXPECT_FALSE(cache().find(CountCache::key_of("digest", "another")));
}

TEST_F(CountCacheFile, IsNotUsedWhereAnyByteOfItChanged) {
  cache().keep(key, counts);
  const std::string whole = read_file(file(), most_bytes).value();
  for (std::size_t i = 0; i + 1 < whole.size(); ++i) {  // the last ends the line
    std::string changed = whole;
    changed[i] = changed[i] == '1' ? '2' : '1';
    std::ofstream(file(), std::ios::binary) << changed;
    EXPECT_FALSE(cache().find(key)) << i;
  }
}

TEST_F(CountCacheFile, IsNotUsedWhereverItIsTorn) {
  cache().keep(key, counts);
  const std::string whole = read_file(file(), most_bytes).value();
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    std::ofstream(file(), std::ios::binary) << whole.substr(0, length);
    EXPECT_FALSE(cache().find(key)) << length;
  }
}

TEST_F(CountCacheFile, ThatOthersMayWriteIsNotRead) {
  cache().keep(key, counts);
  fs::permissions(file(), fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(cache().find(key));
}

TEST_F(CountCacheFile, ForgetsTheOldestOfMany) {
  for (int i = 0; i < 100; ++i) cache().keep(CountCache::key_of(std::to_string(i), "program"), counts);
  EXPECT_LT(fs::file_size(file()), 10'000U);
  EXPECT_TRUE(cache().find(CountCache::key_of("99", "program")));
  EXPECT_FALSE(cache().find(CountCache::key_of("0", "program")));
}

TEST_F(CountCacheFile, MayBeImpossible) {
  std::ofstream(folder_) << "a file where the folder would be";
  cache().keep(key, counts);
  EXPECT_FALSE(cache().find(key));
}

TEST_F(CountCacheFile, IsInTheFolderThatTheEnvironmentNames) {
  ::setenv("NPU_CTS_CACHE", folder_.c_str(), 1);
  EXPECT_EQ(cache_folder(), folder_);
  ::setenv("NPU_CTS_CACHE", "off", 1);
  EXPECT_FALSE(cache_folder());
  ::unsetenv("NPU_CTS_CACHE");
  ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  EXPECT_EQ(cache_folder(), folder_ / "npu-cts");
  ::setenv("XDG_CACHE_HOME", "", 1);
  ::setenv("HOME", folder_.c_str(), 1);
  EXPECT_EQ(cache_folder(), folder_ / ".cache" / "npu-cts");
  ::unsetenv("HOME");
  EXPECT_FALSE(cache_folder());
}

TEST_F(CountCacheFile, IsWhatCountingGives) {
  ::setenv("NPU_CTS_CACHE", folder_.c_str(), 1);
  const Spec spec = testing_session::spec_of_same();
  const PlanCounts counted = count_cases(spec, Tier::fast);
  EXPECT_GT(counted.all, 0U);
  EXPECT_FALSE(recall_counts("1", Tier::fast)) << "not counted yet";
  EXPECT_EQ(remember_counts({.spec = spec, .digest = "1", .read_digest = "1"}, Tier::fast), counted);
  EXPECT_EQ(cache().find(CountCache::key_of("1", program_id())), counted);
  EXPECT_EQ(recall_counts("1", Tier::fast), counted);
  EXPECT_FALSE(recall_counts("1", Tier::full)) << "another tier";
  cache().keep(CountCache::key_of("2", program_id()), counts);
  EXPECT_EQ(remember_counts({.spec = spec, .digest = "2", .read_digest = "2"}, Tier::fast), counts);
  ::setenv("NPU_CTS_CACHE", "off", 1);
  EXPECT_EQ(remember_counts({.spec = spec, .digest = "2", .read_digest = "2"}, Tier::fast), counted);
  ::unsetenv("NPU_CTS_CACHE");
}

TEST_F(CountCacheFile, KeepsNothingOfFilesThatChangedSinceTheyWereRead) {
  ::setenv("NPU_CTS_CACHE", folder_.c_str(), 1);
  const Spec spec = testing_session::spec_of_same();
  remember_counts({.spec = spec, .digest = "now", .read_digest = "then"}, Tier::fast);
  remember_counts({.spec = spec, .digest = "now"}, Tier::fast);
  EXPECT_FALSE(recall_counts("now", Tier::fast));
  EXPECT_FALSE(recall_counts("then", Tier::fast));
  ::unsetenv("NPU_CTS_CACHE");
}

TEST(ProgramId, IsTheHashOfTheLinker) {
  const std::string id = program_id();
  EXPECT_GE(id.size(), 16U);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
}

}  // namespace
}  // namespace npu_cts::run
