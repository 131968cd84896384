// SPDX-License-Identifier: Apache-2.0
// Real, foreign backends under the suite: what is wrong with them is found, and said in words, by the generated cases
// alone. oneDNN is held to AVX2, so that every processor shows the same.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "framework/record/journal.h"
#include "reports/diagnose.h"

namespace npu_cts {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

struct Attempt {
  int exit = -1;
  record::Journal journal;
};

std::string plugin_of(const std::string& backend) {
  return fmt::format("{}/lib/{}_plugin.so", NPU_CTS_BINARY_DIR, backend);
}

/// Runs the eager cases of one product that match `cases` on a plugin.
Attempt run_backend(const std::string& backend, const std::string& cases, const std::string& environment = "") {
  const std::string path = fmt::format("{}/{}.{}.{}.jsonl", testing::TempDir(), backend, environment.size(), getpid());
  const std::string command = fmt::format(
      "{0} '{1}/bin/npu-cts' run 'npu_quant_matmul/atlas_a2/26.1.0/eager/{4}' --product atlas_a2 --release 26.1.0 "
      "--mode eager --op npu_quant_matmul --unsupported allow --jobs 1 --spec '{2}/spec' --driver 'plugin:{5}' "
      "--journal '{3}' > '{3}.out' 2>&1",
      environment, NPU_CTS_BINARY_DIR, NPU_CTS_SOURCE_DIR, path, cases, plugin_of(backend));
  const int status = std::system(command.c_str());
  const auto journal = record::read_journal(path);
  if (!journal) ADD_FAILURE() << to_text(journal.diagnostics().front());
  return {.exit = WEXITSTATUS(status), .journal = journal ? *journal : record::Journal{}};
}

bool is_built(const std::string& backend) { return std::filesystem::exists(plugin_of(backend)); }

std::vector<reports::Suspicion> diagnosis_of(const record::Journal& journal) {
  reports::Diagnosis diagnosis;
  for (const CaseResult& result : journal.results) diagnosis.add({}, result);
  return diagnosis.suspicions();
}

std::size_t passed(const record::Journal& journal) {
  std::size_t count = 0;
  for (const CaseResult& result : journal.results) {
    if (result.status == Status::pass && result.outcome == OutcomeKind::completed) ++count;
  }
  return count;
}

TEST(OneDnn, IsFoundToSaturateIn16BitsAndToRoundThroughFloat32) {
  const Attempt run = run_backend("onednn", "data/*", "DNNL_MAX_CPU_ISA=AVX2");
  EXPECT_EQ(run.exit, 1);
  const auto found = diagnosis_of(run.journal);
  const auto says = [](const char* words) { return Field(&reports::Suspicion::wrong, testing::HasSubstr(words)); };
  EXPECT_THAT(found, Contains(says("pairs of products of x1 + 128 in int16")));
  EXPECT_THAT(found, Contains(says("float32")));
}

TEST(OneDnn, ConformsInWhatItComputesExactly) {
  const Attempt run = run_backend("onednn", "*", "DNNL_MAX_CPU_ISA=AVX2 NPU_CTS_ONEDNN_CLAIM=exact");
  EXPECT_EQ(run.exit, 0);
  EXPECT_GT(passed(run.journal), 0U);
  EXPECT_THAT(diagnosis_of(run.journal), IsEmpty());
}

TEST(Gemmlowp, IsFoundToRoundTwiceAndNothingElse) {
  if (!is_built("gemmlowp")) GTEST_SKIP() << "gemmlowp is not installed";
  const Attempt run = run_backend("gemmlowp", "data/*");
  EXPECT_EQ(run.exit, 1);
  EXPECT_THAT(
      diagnosis_of(run.journal),
      ElementsAre(Field(&reports::Suspicion::wrong, testing::HasSubstr("rounds twice: halves up, then halves away"))));
  for (const CaseResult& result : run.journal.results) {
    EXPECT_TRUE(result.status != Status::fail || result.mismatch) << result.id << ": " << result.reason;
  }
}

TEST(Xnnpack, ConformsInWhatItCanSay) {
  if (!is_built("xnnpack")) GTEST_SKIP() << "XNNPACK is not installed";
  const Attempt run = run_backend("xnnpack", "data/*");
  EXPECT_EQ(run.exit, 0);
  EXPECT_GT(passed(run.journal), 0U);
}

}  // namespace
}  // namespace npu_cts
