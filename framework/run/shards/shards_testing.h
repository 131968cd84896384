// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

// What the tests of runs and of what stands of them share. Not part of the library.
namespace npu_cts::run::testing_shards {

/// Returns the path of a journal in a new folder.
inline std::string journal_in(const std::string& name) {
  const std::filesystem::path folder = testing::TempDir() + "shards_" + name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return (folder / "run.jsonl").string();
}

inline std::string text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace npu_cts::run::testing_shards
