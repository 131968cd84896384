// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/plan_counts.h"

#include <gtest/gtest.h>

#include <iterator>

#include "framework/run/session/cache_files.h"
#include "framework/run/session/files_testing.h"
#include "framework/run/session/session_testing.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

constexpr PlanCounts other_counts{.by_default = 12, .all = 345};

class RememberedCounts : public testing_files::InAFolder {
 protected:
  RememberedCounts() { set("NPU_CTS_CACHE", folder_.string()); }

  PlanCounts remember(const std::string& digest, Tier tier = Tier::fast) const {
    return remember_counts({.spec = spec_, .digest = digest, .read_digest = digest}, tier);
  }

  [[nodiscard]] auto files() const {
    return std::distance(fs::directory_iterator(folder_ / "counted"), fs::directory_iterator());
  }

  /// Makes the only file say `bytes`.
  void forge(const std::string& bytes) const {
    ASSERT_EQ(files(), 1);
    write_sealed(fs::directory_iterator(folder_ / "counted")->path(), bytes);
  }

  Spec spec_ = testing_session::spec_of_same();
  PlanCounts counted_ = count_cases(spec_, Tier::fast);
};

TEST_F(RememberedCounts, AreWhatCountingGives) {
  EXPECT_GT(counted_.all, 0U);
  EXPECT_FALSE(recall_counts("1", Tier::fast)) << "not counted yet";
  EXPECT_EQ(remember("1"), counted_);
  EXPECT_EQ(recall_counts("1", Tier::fast), counted_);
  EXPECT_EQ(recall_counts("1", Tier::smoke), counted_) << "a part of fast, which is planned for it";
  EXPECT_FALSE(recall_counts("1", Tier::full)) << "another tier";
  EXPECT_FALSE(recall_counts("2", Tier::fast)) << "another spec";
}

TEST_F(RememberedCounts, AreReadAndNotCountedAgain) {
  remember("1");
  forge("12 345");
  EXPECT_EQ(remember("1"), other_counts);
  set("NPU_CTS_CACHE", "off");
  EXPECT_EQ(remember("1"), counted_);
}

TEST_F(RememberedCounts, AreTwoNumbersOfWhichTheSecondIsNotLess) {
  remember("1");
  for (const char* bytes : {"", "12", "12 ", "12 345 6", "-1 5", "5 4", "a b"}) {
    forge(bytes);
    EXPECT_FALSE(recall_counts("1", Tier::fast)) << bytes;
  }
}

TEST_F(RememberedCounts, ThatOthersMayWriteAreNotRead) {
  remember("1");
  fs::permissions(fs::directory_iterator(folder_ / "counted")->path(), fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(recall_counts("1", Tier::fast));
}

TEST_F(RememberedCounts, AreForgottenFromTheOldestOn) {
  constexpr int many = 200;
  for (int i = 0; i < many; ++i) remember(std::to_string(i));
  EXPECT_LT(files(), many);
  EXPECT_TRUE(recall_counts(std::to_string(many - 1), Tier::fast));
}

TEST_F(RememberedCounts, MayBeImpossible) {
  set("NPU_CTS_CACHE", write("cache", "a file where the folder would be"));
  EXPECT_EQ(remember("1"), counted_);
  EXPECT_FALSE(recall_counts("1", Tier::fast));
}

TEST_F(RememberedCounts, AreNotOfFilesThatChangedSinceTheyWereRead) {
  remember_counts({.spec = spec_, .digest = "now", .read_digest = "then"}, Tier::fast);
  remember_counts({.spec = spec_, .digest = "now"}, Tier::fast);
  EXPECT_FALSE(recall_counts("now", Tier::fast));
  EXPECT_FALSE(recall_counts("then", Tier::fast));
}

}  // namespace
}  // namespace npu_cts::run
