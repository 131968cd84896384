// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/backend_files.h"

#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/run/session/files_testing.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

class ProgramsInFolders : public testing_files::InAFolder {
 protected:
  fs::path write_program(const std::string& name) const {
    const fs::path program = write(name, "#!/bin/sh\n");
    fs::permissions(program, fs::perms::owner_all);
    return program;
  }
};

TEST_F(ProgramsInFolders, TheFirstOfThePathIsTheOneThatAShellStarts) {
  const fs::path first = write_program("one/tool");
  const fs::path second = write_program("two/tool");
  set("PATH", second.parent_path().string() + ":" + first.parent_path().string());
  EXPECT_EQ(find_program("tool"), second);
}

TEST_F(ProgramsInFolders, WhatCannotBeStartedIsPassedOver) {
  write("text/tool", "notes\n");
  fs::create_directories("folder/tool");
  const fs::path program = write_program("programs/tool");
  set("PATH", fmt::format("{0}/text:{0}/folder:{0}/nowhere:{0}/programs", folder_.string()));
  EXPECT_EQ(find_program("tool"), program);
}

TEST_F(ProgramsInFolders, AnEmptyFolderOfThePathIsTheCurrentOne) {
  const fs::path program = write_program("tool");
  set("PATH", "/nowhere:");
  EXPECT_TRUE(fs::equivalent(find_program("tool"), program));
  EXPECT_NE(find_program("tool"), "tool") << "that is the name of none";
}

TEST_F(ProgramsInFolders, ANameWithAFolderIsNotLookedFor) {
  write_program("programs/tool");
  set("PATH", folder_.string());
  EXPECT_EQ(find_program("programs/tool"), "programs/tool");
}

TEST_F(ProgramsInFolders, OneThatChangesIsNoLongerWhatItWas) {
  const fs::path program = write_program("tool");
  const auto files = backend_files({program.string()});
  ASSERT_TRUE(files);
  EXPECT_FALSE(find_changed(*files));
  write("tool", "#!/bin/sh\n#\n");
  ASSERT_TRUE(find_changed(*files));
  EXPECT_EQ(find_changed(*files)->at.file, program.string());
  fs::remove(program);
  EXPECT_TRUE(find_changed(*files)) << "one that is gone";
}

TEST_F(ProgramsInFolders, OneThatIsNowhereKeepsItsName) {
  set("PATH", folder_.string());
  EXPECT_EQ(find_program("tool"), "tool");
  set("PATH", std::nullopt);
  EXPECT_EQ(find_program("no-such-tool"), "no-such-tool");
}

class FilesOfABackend : public testing_files::InAFolder {};

TEST_F(FilesOfABackend, HaveTheirSizesAndHashes) {
  const std::string large(200'000, 'x');
  write("large.so", large);
  write("empty.so", "");
  const auto files = backend_files({"large.so", "empty.so"});
  ASSERT_TRUE(files);
  EXPECT_THAT(*files,
              testing::ElementsAre(BackendFile{.path = "large.so", .sha256 = sha256_of(large), .bytes = large.size()},
                                   BackendFile{.path = "empty.so", .sha256 = sha256_of(""), .bytes = 0}));
}

TEST_F(FilesOfABackend, AreAllNamedThatCannotBeRead) {
  write("there.so", "bytes");
  fs::create_directories("folder.so");
  ASSERT_EQ(mkfifo("pipe.so", 0600), 0);
  const auto files = backend_files({"missing.so", "there.so", "folder.so", "pipe.so"});
  ASSERT_FALSE(files);
  std::vector<std::string> named;
  for (const Diagnostic& one : files.diagnostics()) named.push_back(one.at.file);
  EXPECT_THAT(named, testing::ElementsAre("missing.so", "folder.so", "pipe.so"));
}

}  // namespace
}  // namespace npu_cts::run
