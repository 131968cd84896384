// SPDX-License-Identifier: Apache-2.0
// Whole runs: one backend through three attachments gets the same verdicts, and a backend that is wrong about what may
// be called is blamed for just the cases that it gets wrong.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "framework/run/session/complain.h"
#include "tools/plugin/faults/fault_table.h"
#include "tools/plugin/runs/run_command.h"

namespace npu_cts::faults {
void PrintTo(const FaultRow& row, std::ostream* out) { *out << row.name; }
}  // namespace npu_cts::faults

namespace npu_cts::runs {
namespace {

using faults::FaultRow;

const std::string reference_plugin = NPU_CTS_BINARY_DIR "/lib/reference_plugin.so";

class Attachments : public testing::TestWithParam<std::string> {};

using Words = std::vector<std::string>;

/// Returns the journal of a run of `query` on `driver` with `options`, which ends with `exit`.
Result<record::Journal> journal_of(const std::string& query, const std::string& driver, const Words& options,
                                   int exit) {
  const std::string folder = new_folder();
  const std::string path = folder + "/run.jsonl";
  Words words = run_words(query, driver, path);
  words.insert(words.end(), options.begin(), options.end());
  const Ended ended = run(words, folder + "/log");
  EXPECT_EQ(ended.exit, exit) << ended.output;
  auto journal = record::read_journal(path);
  std::filesystem::remove_all(folder);
  return journal;
}

/// Returns the journal of some cases of every operator on `driver`, which must conform.
record::Journal journal_on(const std::string& driver, std::string_view family) {
  auto journal = journal_of(fmt::format("*/atlas_a2/26.1.0/graph_static/{}/*", family), driver,
                            {"--product", "atlas_a2", "--mode", "graph_static"}, 0);
  if (!journal) return {};
  journal->info = {};  // which driver it was is all that may differ
  return *journal;
}

std::size_t count_of_specs() {
  const std::filesystem::directory_iterator specs(NPU_CTS_SOURCE_DIR "/spec/ops");
  return static_cast<std::size_t>(std::distance(begin(specs), end(specs)));
}

TEST_P(Attachments, GetTheSameVerdictsAsTheSameBackendLinked) {
  for (const std::string_view family : {"rows", "negative"}) {
    static std::map<std::string_view, record::Journal> linked;
    if (!linked.contains(family)) linked[family] = journal_on("reference", family);
    std::set<std::string> operators;
    for (const record::PlannedCase& planned : linked[family].planned) operators.insert(planned.op);
    EXPECT_EQ(operators.size(), count_of_specs()) << family;
    EXPECT_EQ(to_text(journal_on(GetParam(), family)), to_text(linked[family])) << family;
  }
}

INSTANTIATE_TEST_SUITE_P(Drivers, Attachments,
                         testing::Values("plugin:" + reference_plugin,
                                         "exec:" NPU_CTS_BINARY_DIR "/bin/reference_program",
                                         "exec:" NPU_CTS_BINARY_DIR "/bin/npu-cts-worker " + reference_plugin),
                         [](const auto& row) {
                           const bool is_plugin = row.param.starts_with("plugin:");
                           const bool is_worker = row.param.find("worker") != std::string::npos;
                           return std::string(is_plugin ? "Plugin" : is_worker ? "WorkerAsProgram" : "Program");
                         });

/// Whether a backend that is contrary as `name` says gets this case wrong.
bool is_guilty(std::string_view name, const record::PlannedCase& planned) {
  const bool legal = planned.expected == Verdict::accept;
  if (name == "claims-nothing" || name == "refuses-everything") return legal;
  if (name == "claims-everything") return planned.expected == Verdict::unsupported;
  return planned.expected == Verdict::reject || planned.expected == Verdict::unsupported;
}

const std::string contrary_plugin = NPU_CTS_BINARY_DIR "/lib/contrary_plugin.so";

/// Returns the journal of `query` on the reference's plugin, contrary as `name` says: the run ends with `exit`.
Result<record::Journal> contrary_journal(std::string_view name, const std::string& query, const Words& options,
                                         int exit = 1) {
  setenv("NPU_CTS_CONTRARY", std::string(name).c_str(), 1);
  setenv("NPU_CTS_CONTRARY_OF", reference_plugin.c_str(), 1);
  return journal_of(query, "plugin:" + contrary_plugin, options, exit);
}

TEST(PluginThatLoadsAnother, HasBothOnRecord) {
  const auto journal = contrary_journal("", "npu_quant_scatter_/*/examples/*",
                                        {"--product", "atlas_a2", "--release", "26.1.0", "--mode", "eager"}, 0);
  ASSERT_TRUE(journal);
  const auto is_of = [](const std::string& path) { return testing::Field(&BackendFile::path, path); };
  EXPECT_THAT(journal->info.backend, testing::ElementsAre(is_of(contrary_plugin), is_of(reference_plugin)));
}

class Backend : public testing::TestWithParam<FaultRow> {};

TEST_P(Backend, FailsTheCasesItGetsWrongAndNoOther) {
  const auto journal = contrary_journal(
      GetParam().name, "*/eager/*",
      {"--product", "atlas_a3", "--release", "6.0.rc1", "--mode", "eager", "--op", "npu_trans_quant_param"});
  ASSERT_TRUE(journal);
  ASSERT_EQ(journal->results.size(), journal->planned.size());
  std::size_t guilty = 0;
  for (std::size_t i = 0; i < journal->planned.size(); ++i) {
    const CaseResult& result = journal->results[i];
    const bool attributed = is_guilty(GetParam().name, journal->planned[i]);
    guilty += attributed ? 1 : 0;
    EXPECT_EQ(result.attribution ? name_of(result.attribution->fault) : "", attributed ? GetParam().want : "")
        << result.id;
  }
  EXPECT_GT(guilty, 0U);
  EXPECT_LT(guilty, journal->planned.size());
}

constexpr auto name_of_row = [](const testing::TestParamInfo<FaultRow>& row) {
  std::string words;
  for (const char letter : std::string_view(row.param.name)) words += letter == '-' ? '_' : letter;
  return words;
};

INSTANTIATE_TEST_SUITE_P(Table, Backend, testing::ValuesIn(faults::backend_table), name_of_row);

std::set<std::string_view> faults_of(const record::Journal& journal) {
  std::set<std::string_view> faults;
  for (const CaseResult& result : journal.results) {
    if (result.attribution) faults.insert(name_of(result.attribution->fault));
  }
  return faults;
}

class Memory : public testing::TestWithParam<FaultRow> {};

TEST_P(Memory, OfWhatABackendShouldForgetIsFound) {
  const auto journal = contrary_journal(GetParam().name, "npu_quant_matmul/*/pairs/*",
                                        {"npu_quant_matmul/*/full-mantissas/*", "npu_trans_quant_param/*", "--product",
                                         "atlas_a2", "--release", "26.1.0", "--mode", "eager", "--jobs", "1"});
  ASSERT_TRUE(journal);
  EXPECT_THAT(faults_of(*journal), testing::Contains(GetParam().want));
}

INSTANTIATE_TEST_SUITE_P(Table, Memory, testing::ValuesIn(faults::memory_table), name_of_row);

const std::string few_cases = "*/atlas_a2/26.1.0/eager/pairs/*";
const Words of_two_operators{"--op", "npu_quant_scatter_", "--op", "npu_trans_quant_param"};

class Idle : public testing::TestWithParam<FaultRow> {};

TEST_P(Idle, ABackendPassesNoCaseWhoseValuesProveSomething) {
  const auto journal = contrary_journal(GetParam().name, few_cases, of_two_operators);
  ASSERT_TRUE(journal);
  EXPECT_THAT(faults_of(*journal), testing::Contains(GetParam().want));
  const auto passes = [](const CaseResult& result) { return result.status == Status::pass; };
  EXPECT_EQ(std::ranges::count_if(journal->results, passes), 0);
}

INSTANTIATE_TEST_SUITE_P(Table, Idle, testing::ValuesIn(faults::idle_table), name_of_row);

class Heart : public testing::TestWithParam<FaultRow> {};

/// What is learned in one file and recited in another is found, with the values that only the other gives.
TEST_P(Heart, KnowsNoValuesButThePlannedOnes) {
  const std::string table = new_folder();
  setenv("NPU_CTS_CONTRARY_TABLE", table.c_str(), 1);
  Words options = of_two_operators;
  options.insert(options.end(), {"--unsupported", "allow"});
  ASSERT_TRUE(contrary_journal("learns-by-heart", few_cases, options, 0));
  setenv("NPU_CTS_CONTRARY", std::string(GetParam().name).c_str(), 1);
  const std::string other = table + "/other_plugin.so";
  std::filesystem::copy_file(contrary_plugin, other);
  std::ofstream(other, std::ios::app) << "other";
  const auto plain = journal_of(few_cases, "plugin:" + other, options, 1);
  ASSERT_TRUE(plain);
  std::set<std::string> failed;
  for (const CaseResult& result : plain->results) {
    if (result.status <= Status::skip) continue;
    failed.insert(result.id.substr(0, result.id.find('/')));
    EXPECT_THAT(result.nonce, testing::SizeIs(64));
    EXPECT_THAT(result.reason, testing::EndsWith("(with other values than the planned ones, with which it passes)"));
  }
  EXPECT_THAT(failed, testing::SizeIs(2));
  const std::string_view want = GetParam().want;
  EXPECT_THAT(faults_of(*plain), testing::Contains(want.substr(0, want.find(','))));
  std::filesystem::remove_all(table);
}

INSTANTIATE_TEST_SUITE_P(Table, Heart, testing::ValuesIn(faults::heart_table), name_of_row);

TEST(AProgramThatChanges, HasNoVerdict) {
  const std::string folder = new_folder();
  const std::string program = folder + "/program";
  std::ofstream(program) << "#!/bin/sh\necho '#' >> \"$0\"\nexec " NPU_CTS_BINARY_DIR "/bin/reference_program\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  Words words = run_words("npu_trans_quant_param/*/eager/examples/*", "exec:" + program, folder + "/run.jsonl");
  const Ended ended = run(words, folder + "/log");
  EXPECT_EQ(ended.exit, run::exit_usage);
  EXPECT_THAT(ended.output, testing::HasSubstr("changed while the run was using it"));
  std::filesystem::remove_all(folder);
}

/// What a run reads stays as it is from before the first program of the backend starts.
TEST(AProgramThatMovesTheSpec, IsKeptFromIt) {
  const std::string folder = new_folder();
  const std::filesystem::path spec = folder + "/spec";
  std::filesystem::copy(NPU_CTS_SOURCE_DIR "/spec", spec, std::filesystem::copy_options::recursive);
  const std::string program = folder + "/program.sh";
  std::ofstream(program) << fmt::format("mv {0}/products.yaml {0}/moved.yaml\nexec {1}/bin/reference_program\n",
                                        spec.string(), NPU_CTS_BINARY_DIR);
  Words words = run_words("npu_trans_quant_param/*/eager/examples/*", "exec:/bin/sh " + program, folder + "/run.jsonl");
  *std::ranges::find(words, NPU_CTS_SOURCE_DIR "/spec") = spec;
  const Ended ended = run(words, folder + "/log");
  EXPECT_EQ(ended.exit, run::exit_conforms) << ended.output;
  EXPECT_TRUE(std::filesystem::exists(spec / "products.yaml"));
  std::filesystem::remove_all(folder);
}

TEST(ReadOnlyFolder, IsSaidBeforeAnyCase) {
  const std::string folder = new_folder();
  const Ended ended = run(run_words("npu_trans_quant_param/*", "reference", "/proc/run.jsonl"), folder + "/log");
  EXPECT_EQ(ended.exit, run::exit_usage) << "even root makes no file there";
  EXPECT_THAT(ended.output, testing::HasSubstr("cannot create the journal here"));
  std::filesystem::remove_all(folder);
}

/// The last worker ends when every case is in the journal.
TEST(AWorkerThatEnds, DoesNotWriteToTheJournal) {
  const auto journal = contrary_journal("forges-when-closed", "*/eager/*",
                                        {"--product", "atlas_a3", "--release", "6.0.rc1", "--mode", "eager", "--op",
                                         "npu_trans_quant_param", "--jobs", "1"});
  ASSERT_TRUE(journal) << journal.diagnostics().front().what;
  const auto is_attributed = [](const CaseResult& result) { return result.attribution.has_value(); };
  EXPECT_EQ(std::ranges::count_if(journal->results, is_attributed), 2) << "the first that completed and the 32nd";
}

/// Failed cases run again when the processes of the run have ended, and before its parts are put together.
TEST(AWorkerThatRunsFailedCasesAgain, DoesNotReplaceTheVerdicts) {
  const auto journal = contrary_journal("forges-afterwards", "*/rows/*",
                                        {"--product", "atlas_a3", "--release", "26.1.0", "--mode", "eager", "--op",
                                         "npu_trans_quant_param", "--jobs", "1"});
  ASSERT_TRUE(journal) << journal.diagnostics().front().what;
  EXPECT_FALSE(journal->results.empty());
  const auto fails = [](const CaseResult& result) { return is_failure(result.status); };
  EXPECT_EQ(std::ranges::count_if(journal->results, fails), std::ssize(journal->results));
}

}  // namespace
}  // namespace npu_cts::runs
