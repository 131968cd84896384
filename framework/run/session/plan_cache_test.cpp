// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/plan_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>

#include "framework/base/read_file.h"
#include "framework/run/session/plan_counts.h"
#include "framework/run/session/plan_file.h"
#include "framework/run/session/session_testing.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes_of_plan = std::size_t{1} << 24;

const PlanOrigin here{.digest = "digest", .program = "program"};

class PlanCacheFolder : public testing::Test {
 protected:
  PlanCacheFolder() : folder_(testing::TempDir() + "plans_" + std::to_string(::getpid())) { fs::remove_all(folder_); }
  ~PlanCacheFolder() override { fs::remove_all(folder_); }

  /// Returns the cases of the spec, with what `memory` remembers.
  [[nodiscard]] std::string planned(expand::PlanMemory* memory, Tier tier = Tier::fast) const {
    expand::PlanOptions options;
    options.filters.tier = tier;
    options.memory = memory;
    return to_bytes(expand::plan(spec_, options).cases);
  }

  /// Returns the cases of the spec as a program of `origin` has them.
  [[nodiscard]] std::string planned_by(const PlanOrigin& origin, Tier tier = Tier::fast) const {
    PlanCache cache(folder_, origin);
    return planned(&cache, tier);
  }

  /// Keeps another plan than that of the spec: whether it is used can be seen. Returns its file.
  [[nodiscard]] fs::path forge(Tier tier = Tier::fast) const {
    PlanCache cache(folder_, here);
    expand::Plan forged = *plan_everything(spec_, tier).front().shared;
    forged.cases.resize(1);
    cache.keep(key(tier), forged);
    EXPECT_NE(planned_by(here, tier), planned(nullptr, tier));
    return cache.file_of(key(tier));
  }

  /// Returns the key of the targets of the spec, which all share their plan.
  [[nodiscard]] expand::PlanKey key(Tier tier = Tier::fast) const {
    const OpSpec& op = spec_.operators.front();
    return {.op = op, .target = target_, .same_spec = same_spec_key(spec_, op, target_), .tier = tier};
  }

  Spec spec_ = testing_session::spec_of_same();
  Target target_ = {.product = "alpha", .release = "1.0", .mode = "eager"};
  fs::path folder_;
};

TEST_F(PlanCacheFolder, GivesWhatPlanningGives) {
  for (const Tier tier : every<Tier>) {
    const std::string afresh = planned(nullptr, tier);
    EXPECT_EQ(planned_by(here, tier), afresh);
    EXPECT_EQ(planned_by(here, tier), afresh);
  }
}

TEST_F(PlanCacheFolder, GivesTheCoverageGapsAndTheCoverageOfChoices) {
  expand::Plan whole{.cases = {}, .choices = {{.op = "same", .family = Family::pairs, .met = 3, .missed = 2}}};
  whole.coverage_gaps.push_back({.what = "R1",
                                 .family = Family::negative,
                                 .target = target_,
                                 .at = {.file = "same.yaml", .line = 7, .column = 2}});
  PlanCache cache(folder_, here);
  cache.keep(key(), whole);
  const auto found = cache.find(key());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->choices, whole.choices);
  ASSERT_EQ(found->coverage_gaps.size(), 1U);
  EXPECT_EQ(found->coverage_gaps.front().what, "R1");
  EXPECT_EQ(found->coverage_gaps.front().family, Family::negative);
  EXPECT_EQ(found->coverage_gaps.front().target, target_);
  EXPECT_EQ(found->coverage_gaps.front().at, whole.coverage_gaps.front().at);
}

TEST_F(PlanCacheFolder, NamesTheFolderOfTheSpecThatAsks) {
  static_cast<void>(forge());
  spec_.operators.front().file = "elsewhere/same.yaml";
  PlanCache cache(folder_, here);
  const auto found = cache.find(key());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cases.front().at.file, "elsewhere/same.yaml");
}

TEST_F(PlanCacheFolder, IsNotUsedForAnotherSpecOrProgram) {
  static_cast<void>(forge());
  EXPECT_EQ(planned_by({.digest = "another", .program = "program"}), planned(nullptr));
  EXPECT_EQ(planned_by({.digest = "digest", .program = "another"}), planned(nullptr));
}

TEST_F(PlanCacheFolder, IsNotUsedForAnotherTier) {
  static_cast<void>(forge(Tier::fast));
  EXPECT_EQ(planned_by(here, Tier::full), planned(nullptr, Tier::full));
  static_cast<void>(forge(Tier::full));
  PlanCache(folder_, here).keep(key(), *plan_everything(spec_, Tier::fast).front().shared);
  EXPECT_EQ(planned_by(here, Tier::fast), planned(nullptr, Tier::fast));
}

TEST_F(PlanCacheFolder, IsNotUsedForAnotherOperatorOrOtherFacts) {
  static_cast<void>(forge());
  const PlanCache cache(folder_, here);
  OpSpec renamed = spec_.operators.front();
  renamed.name = "another";
  EXPECT_FALSE(cache.find({.op = renamed, .target = target_, .same_spec = key().same_spec, .tier = Tier::fast}));
  EXPECT_FALSE(cache.find({.op = key().op, .target = target_, .same_spec = "other facts", .tier = Tier::fast}));
}

TEST_F(PlanCacheFolder, IsNotUsedUnderTheNameOfAnother) {
  const fs::path forged = forge();
  PlanCache another(folder_, {.digest = "another", .program = "program"});
  fs::copy_file(forged, another.file_of(key()));
  EXPECT_FALSE(another.find(key()));
}

TEST_F(PlanCacheFolder, IsNotUsedWhereAnyByteOfAFileChanged) {
  const fs::path file = forge();
  const PlanCache cache(folder_, here);
  const std::string whole = read_file(file, most_bytes_of_plan).value();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    std::ofstream(file, std::ios::binary) << changed;
    EXPECT_FALSE(cache.find(key())) << i;
  }
  EXPECT_EQ(planned_by(here), planned(nullptr));
}

TEST_F(PlanCacheFolder, IsNotUsedWhereverAFileIsTorn) {
  const fs::path file = forge();
  const PlanCache cache(folder_, here);
  const std::string whole = read_file(file, most_bytes_of_plan).value();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, length);
    EXPECT_FALSE(cache.find(key())) << length;
  }
  EXPECT_EQ(planned_by(here), planned(nullptr));
}

TEST_F(PlanCacheFolder, IsNotUsedWhereOthersMayWriteTheFile) {
  for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(forge(), others, fs::perm_options::add);
    EXPECT_EQ(planned_by(here), planned(nullptr));
  }
}

TEST_F(PlanCacheFolder, IsNotUsedWhereOthersMayWriteTheFolder) {
  static_cast<void>(forge());
  for (const fs::perms others : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(folder_, fs::perms::owner_all | others);
    EXPECT_EQ(planned_by(here), planned(nullptr));
  }
}

TEST_F(PlanCacheFolder, OfAnotherUserIsNotUsed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file to another user";
  const fs::path file = forge();
  ASSERT_EQ(::chown(file.c_str(), 1, 1), 0);
  EXPECT_EQ(planned_by(here), planned(nullptr));
  static_cast<void>(forge());
  ASSERT_EQ(::chown(folder_.c_str(), 1, 1), 0);
  EXPECT_EQ(planned_by(here), planned(nullptr));
}

TEST_F(PlanCacheFolder, IsNotUsedWhereTheFileIsALinkOrAFolder) {
  const fs::path file = forge();
  const PlanCache cache(folder_, here);
  fs::rename(file, folder_ / "moved");
  fs::create_symlink(folder_ / "moved", file);
  EXPECT_FALSE(cache.find(key()));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_FALSE(cache.find(key()));
}

TEST_F(PlanCacheFolder, MayBeImpossible) {
  std::ofstream(folder_) << "a file where the folder would be";
  EXPECT_EQ(planned_by(here), planned(nullptr));
  EXPECT_EQ(planned_by(here), planned(nullptr));
}

TEST_F(PlanCacheFolder, ForAQueryHoldsNoPart) {
  PlanCache cache(folder_, here);
  expand::PlanOptions options;
  options.query = {"same/alpha/1.0/eager/rows/*"};
  options.memory = &cache;
  ASSERT_FALSE(expand::plan(spec_, options).cases.empty());
  EXPECT_FALSE(cache.find(key()));
}

/// A folder with a spec, and one for what is remembered of it.
class SpecOnDisk : public PlanCacheFolder {
 protected:
  SpecOnDisk() : spec_folder_(folder_ / "spec") {
    fs::create_directories(folder_);
    fs::copy("tools/golden/unsound", spec_folder_, fs::copy_options::recursive);
    ::setenv("NPU_CTS_CACHE", (folder_ / "cache").c_str(), 1);
  }
  ~SpecOnDisk() override { ::unsetenv("NPU_CTS_CACHE"); }

  /// Returns how many plans are kept once all of the spec was planned by it.
  [[nodiscard]] std::ptrdiff_t kept() const {
    const auto read = read_spec_with_plans(spec_folder_);
    EXPECT_TRUE(read);
    if (!read || read->plans == nullptr) return 0;
    static_cast<void>(plan_everything(read->spec, Tier::fast, read->plans.get()));
    return std::distance(fs::directory_iterator(folder_ / "cache" / "plans"), fs::directory_iterator());
  }

  fs::path spec_folder_;
};

TEST_F(SpecOnDisk, IsPlannedAgainAfterAnyChange) {
  const auto first = kept();
  EXPECT_GT(first, 0);
  EXPECT_EQ(kept(), first);
  std::ofstream(spec_folder_ / "releases.yaml", std::ios::app) << "# a remark\n";
  EXPECT_GT(kept(), first);
}

TEST_F(SpecOnDisk, IsNotRememberedWhereTheCacheIsOff) {
  ::setenv("NPU_CTS_CACHE", "off", 1);
  EXPECT_EQ(kept(), 0);
}

}  // namespace
}  // namespace npu_cts::run
