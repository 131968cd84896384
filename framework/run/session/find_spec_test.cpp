// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/find_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/run/session/files_testing.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

class FolderOfTheSpec : public testing_files::InAFolder {
 protected:
  FolderOfTheSpec() { set("NPU_CTS_SPEC", std::nullopt); }
};

TEST_F(FolderOfTheSpec, IsTheOneGivenThenThatOfTheEnvironmentThenTheOneHere) {
  write("spec/releases.yaml", "");
  EXPECT_EQ(find_spec_folder(""), "spec");
  set("NPU_CTS_SPEC", "/of/the/environment");
  EXPECT_EQ(find_spec_folder(""), "/of/the/environment");
  EXPECT_EQ(find_spec_folder("/given"), "/given");
}

TEST_F(FolderOfTheSpec, IsNotNamedByAnEmptyVariable) {
  write("spec/releases.yaml", "");
  set("NPU_CTS_SPEC", "");
  EXPECT_EQ(find_spec_folder(""), "spec");
}

TEST_F(FolderOfTheSpec, IsNoFolderOfThatNameWithoutASpec) {
  write("spec/notes.txt", "a folder of another project");
  const fs::path found = find_spec_folder("");
  EXPECT_NE(found, "spec");
  EXPECT_TRUE(found.empty() || fs::is_regular_file(found / "releases.yaml")) << "one above the program, if any";
}

TEST_F(FolderOfTheSpec, IsNamedFromHereWhereItIsInTheCurrentFolder) {
  EXPECT_EQ(find_spec_folder((folder_ / "mine/spec").string()), "mine/spec");
  set("NPU_CTS_SPEC", (folder_ / "theirs").string());
  EXPECT_EQ(find_spec_folder(""), "theirs");
}

TEST_F(FolderOfTheSpec, KeepsItsNameWhereItIsNotInTheCurrentFolder) {
  const std::string beside = folder_.string() + "_beside";
  for (const std::string& path : {folder_.string(), folder_.parent_path().string(), beside, std::string("../spec")})
    EXPECT_EQ(find_spec_folder(path), path);
}

TEST(FindRecord, FindsNothingWhereThereIsNoSuchRecord) { EXPECT_EQ(find_record("no-such-record.json"), ""); }

}  // namespace
}  // namespace npu_cts::run
