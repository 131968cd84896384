// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "framework/base/find.h"
#include "framework/findings/checks/check.h"
#include "framework/reader/read_spec.h"

/// What the tests of the checks share: a spec without a fault, and one edit of it at a time.
namespace npu_cts::findings::testing_specs {

namespace fs = std::filesystem;

inline const fs::path here = fs::path(NPU_CTS_SOURCE_DIR) / "framework/findings/checks";

inline std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// One line of the base, or a part of one, and what stands there instead.
struct Fault {
  std::string_view name;
  std::string_view kind;  ///< of what is found
  std::string_view file;
  std::string_view from;
  std::string_view to;
  std::string_view s1 = {};  ///< facts that statement s-1 encodes first
  std::string_view s2 = {};  ///< facts that statement s-2 encodes
};
inline void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

inline constexpr std::string_view spec_file = "ops/blend.yaml";

/// The base with one edit: a folder that the test's end removes.
class Edited {
 public:
  explicit Edited(const Fault* fault) {
    static int made = 0;
    const std::string name = "edited_law_" + std::to_string(getpid()) + "_" + std::to_string(++made);
    folder_ = fs::path(testing::TempDir()) / name;
    fs::remove_all(folder_);
    fs::copy(here / "base", folder_, fs::copy_options::recursive);
    if (fault == nullptr) return;
    edit(fault->file, fault->from, fault->to);
    if (!fault->s1.empty()) edit("documents/blend.yaml", "encodes: [x", "encodes: [" + std::string(fault->s1) + ", x");
    if (!fault->s2.empty()) edit("documents/blend.yaml", "encodes: []", "encodes: [" + std::string(fault->s2) + "]");
  }
  Edited(const Edited&) = delete;
  Edited& operator=(const Edited&) = delete;
  ~Edited() { fs::remove_all(folder_); }

  /// Returns what `checks` say, with files named from the base; what the reader says, where it refuses.
  [[nodiscard]] Diagnostics said(Diagnostics (*checks)(const Spec& spec)) const {
    const Result<Spec> spec = reader::read_spec(folder_);
    Diagnostics found = spec ? checks(*spec) : spec.diagnostics();
    for (Diagnostic& one : found) {
      one.at.file = fs::path(one.at.file).filename();
      for (Note& note : one.notes) note.at.file = fs::path(note.at.file).filename();
    }
    return found;
  }

 private:
  void edit(std::string_view file, std::string_view from, std::string_view to) const {
    std::string text = read(folder_ / file);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << "'" << from << "' is not in the base";
    if (at != std::string::npos) text.replace(at, from.size(), to);
    std::ofstream(folder_ / file, std::ios::binary) << text;
  }

  fs::path folder_;
};

/// Returns what the written checks say of `spec`; what it declares of planned ones is taken on trust.
inline Diagnostics written_said(const Spec& spec) {
  return to_diagnostics(find_all(spec, std::array{written_engine(), unasked(planned_engine())}).value());
}

/// Returns what all checks say of `spec`.
inline Diagnostics all_said(const Spec& spec) {
  return to_diagnostics(find_all(spec, std::array{written_engine(), planned_engine()}).value());
}

/// Expects that `checks` find `fault` in the edited base, and nothing else.
inline void expect_found_alone(const Fault& fault, Diagnostics (*checks)(const Spec& spec)) {
  const Diagnostics found = Edited(&fault).said(checks);
  EXPECT_FALSE(found.empty()) << "accepted";
  for (const Diagnostic& one : found) EXPECT_EQ(info_of(one.kind).name, fault.kind) << to_text(one);
}

/// Expects that one of `faults` is of the kind of each of `checks`.
inline void expect_each_seeded(const auto& checks, const std::vector<Fault>& faults) {
  for (const auto& check : checks) {
    const bool is_seeded = contains(faults, check.kind.name, &Fault::kind);
    EXPECT_TRUE(is_seeded) << check.kind.name;
  }
}

inline std::string text_of(const Diagnostics& found) {
  std::string text;
  for (const Diagnostic& one : found) text += to_text(one);
  return text;
}

}  // namespace npu_cts::findings::testing_specs
