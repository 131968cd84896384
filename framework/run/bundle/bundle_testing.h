// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "framework/base/read_file.h"
#include "framework/expand/fill.h"
#include "framework/npy/npy.h"
#include "framework/run/bundle/judge_bundle.h"
#include "framework/run/bundle/write_bundle.h"
#include "framework/run/session/session_testing.h"

// What the tests of bundles share: a bundle on disk, and results of it. Not part of the library.
namespace npu_cts::run::testing_bundle {

namespace fs = std::filesystem;

inline constexpr std::size_t most_bytes = std::size_t{1} << 20;

/// Returns an empty folder for the test that runs.
inline fs::path fresh_folder() {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "." + test->name();
  for (char& c : name) c = c == '/' ? '_' : c;
  fs::path folder = fs::path(testing::TempDir()) / ("bundle_" + name);
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

inline std::string text_in(const fs::path& path) { return read_file(path, most_bytes).value(); }

inline void write_text(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

/// Writes `to` for the first `from` in the file at `path`.
inline void replace_in(const fs::path& path, const std::string& from, const std::string& to) {
  std::string text = text_in(path);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from << " is not in " << path;
  write_text(path, text.replace(at, from.size(), to));
}

/// Judges by an oracle that gives back x.
inline Judging judging() {
  return {.oracle = [](const Call& call, const std::vector<VariantChoice>& choices) {
    const auto& x = std::get<Tensor>(call.arguments.find("x")->second);
    const Tensor out{.type = {.dtype = x.type.dtype, .shape = x.type.shape}, .values = x.values};
    return std::vector<std::vector<NamedTensor>>(choices.size(), {{.name = "out", .tensor = out}});
  }};
}

/// The first cases that are run of the operator `same`, as a bundle and the results of a right implementation.
class BundleOnDisk : public testing::Test {
 protected:
  static constexpr std::size_t count = 2;

  void SetUp() override {
    folder_ = fresh_folder();
    const Coverage covers{.query = "", .filters = {.ops = {"same"}, .products = {"alpha"}, .modes = {"eager"}}};
    cases_ = cases_of(spec_, covers).value();
    std::erase_if(cases_, [](const Case& planned) { return planned.expected != Verdict::accept; });
    ASSERT_GE(cases_.size(), count);
    cases_.resize(count);
    const BundleInfo info{.tool_version = "1", .spec_digest = digest_, .covers = covers};
    const auto written = write_bundle(spec_, info, cases_, bundle());
    ASSERT_TRUE(written);
    ASSERT_EQ(*written, count);
    write_results();
  }

  [[nodiscard]] fs::path bundle() const { return folder_ / "bundle"; }
  [[nodiscard]] fs::path results() const { return folder_ / "results"; }
  [[nodiscard]] fs::path manifest_file() const { return bundle() / manifest_name; }
  [[nodiscard]] fs::path results_file() const { return results() / results_name; }

  /// Returns x of the case `index`, which is what the operator gives back.
  [[nodiscard]] Tensor x_of(std::size_t index) const {
    BoundSpecs specs(spec_);
    const Call call = expand::fill(*specs.find(cases_[index].call), cases_[index]);
    return std::get<Tensor>(call.arguments.find("x")->second);
  }

  /// Returns what is found wrong with bundle and results as they are on disk.
  [[nodiscard]] Diagnostics found() const {
    const auto submission = read_submission(bundle(), results());
    if (!submission) return submission.diagnostics();
    return check_submission(spec_, digest_, cases_, *submission);
  }

  const Spec spec_ = testing_session::spec_of_same();
  const std::string digest_ = "d1gest";
  fs::path folder_;
  std::vector<Case> cases_;

 private:
  void write_results() {
    fs::create_directories(results());
    std::string text =
        R"({"results": 1, "driver": "toy", "driver_version": "7", "spec_digest": ")" + digest_ + "\",\n\"cases\": [";
    for (std::size_t i = 0; i < count; ++i) {
      const std::string file = "y" + std::to_string(i) + ".npy";
      const Tensor x = x_of(i);
      ASSERT_FALSE(npy::write_npy(results() / file, x));
      text += i == 0 ? "\n" : ",\n";
      text += R"({"id": ")" + cases_[i].id + R"(", "outcome": "completed", "code": 0, "message": "", "altered": [], )";
      text += R"("outputs": [{"name": "out", "alias": "", "dtype": "int8", "shape": )" + to_text(x.type.shape) +
              R"(, "file": ")" + file + "\"}]}";
    }
    write_text(results_file(), text + "\n]}\n");
  }
};

}  // namespace npu_cts::run::testing_bundle
