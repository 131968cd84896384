// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>

// What the tests of files, paths and the environment share. Not part of the library.
namespace npu_cts::run::testing_files {

/// A folder of its own, in which the program runs as long as the test: what a test sets is as it was afterwards.
class InAFolder : public testing::Test {
 protected:
  InAFolder() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  ~InAFolder() override {
    for (const auto& [name, value] : before_)
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    std::filesystem::current_path(came_from_);
    std::filesystem::remove_all(folder_);
  }

  /// Sets an environment variable; removes it where there is no value.
  void set(const std::string& name, const std::optional<std::string>& value) {
    const char* const old = std::getenv(name.c_str());
    before_.emplace(name, old == nullptr ? std::nullopt : std::optional<std::string>(old));
    value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
  }

  /// Writes the file `name` and its folders. Returns its path.
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  const std::filesystem::path came_from_ = std::filesystem::current_path();
  const std::filesystem::path folder_ =
      std::filesystem::canonical(testing::TempDir()) / ("files_" + std::to_string(::getpid()));
  std::map<std::string, std::optional<std::string>> before_;
};

}  // namespace npu_cts::run::testing_files
