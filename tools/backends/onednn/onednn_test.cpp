// A real, foreign backend under the suite: what is wrong with it is found, and said in words, by the generated cases
// alone. oneDNN is held to AVX2, so that every processor shows the same.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "framework/record/journal.h"
#include "reports/diagnose.h"

namespace npu_cts {
namespace {

using testing::Contains;
using testing::Field;
using testing::IsEmpty;

struct Attempt {
  int exit = -1;
  Journal journal;
};

/// Runs the cases that are there for their data, with the claim `claim`.
Attempt run_onednn(const std::string& claim) {
  const std::string path = fmt::format("{}/onednn.{}.{}.jsonl", testing::TempDir(), claim, getpid());
  const std::string command = fmt::format(
      "DNNL_MAX_CPU_ISA=AVX2 NPU_CTS_ONEDNN_CLAIM={0} '{1}/bin/npu-cts' run "
      "'npu_quant_matmul/atlas_a2/26.1.0/eager/*' --product atlas_a2 --release 26.1.0 --mode eager --op "
      "npu_quant_matmul --unsupported allow --jobs 1 --spec '{2}/spec' --driver 'plugin:{1}/lib/onednn_plugin.so' "
      "--journal '{3}' > '{3}.out' 2>&1",
      claim, NPU_CTS_BINARY_DIR, NPU_CTS_SOURCE_DIR, path);
  const int status = std::system(command.c_str());
  const auto journal = read_journal(path);
  if (!journal) ADD_FAILURE() << to_text(journal.diagnostics().front());
  return {.exit = WEXITSTATUS(status), .journal = journal ? *journal : Journal{}};
}

std::vector<Suspicion> diagnosis_of(const Journal& journal) {
  std::vector<const CaseResult*> results;
  for (const CaseResult& result : journal.results) results.push_back(&result);
  return diagnose(results);
}

std::size_t passed(const Journal& journal) {
  std::size_t count = 0;
  for (const CaseResult& result : journal.results) {
    if (result.status == Status::pass && result.outcome == OutcomeKind::completed) ++count;
  }
  return count;
}

TEST(OneDnn, IsFoundToSaturateIn16BitsAndToRoundThroughFloat32) {
  const Attempt run = run_onednn("all");
  EXPECT_EQ(run.exit, 1);
  const auto found = diagnosis_of(run.journal);
  const auto says = [](const char* words) { return Field(&Suspicion::wrong, testing::HasSubstr(words)); };
  EXPECT_THAT(found, Contains(says("pairs of products of x1 + 128 in int16")));
  EXPECT_THAT(found, Contains(says("float32")));
  for (const Suspicion& one : found) {
    const std::string from = one.from ? fmt::format(" from {} = {}", one.from->symbol, one.from->from) : "";
    fmt::print("{} cases: {}{}\n", one.cases, one.wrong.empty() ? "unexplained" : one.wrong, from);
  }
}

TEST(OneDnn, ConformsInWhatItComputesExactly) {
  const Attempt run = run_onednn("exact");
  EXPECT_EQ(run.exit, 0);
  EXPECT_GT(passed(run.journal), 0U);
  EXPECT_THAT(diagnosis_of(run.journal), IsEmpty());
}

}  // namespace
}  // namespace npu_cts
