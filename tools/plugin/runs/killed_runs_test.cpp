// SPDX-License-Identifier: Apache-2.0
// What befalls a run itself: a full disk, a reader that is gone, kill -9 at any point, a second run of the same
// journal. Whatever it is, the report that stands at the end is that of a run that nothing befell.

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "framework/record/compressed.h"
#include "tools/plugin/runs/run_command.h"

namespace npu_cts::runs {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;
constexpr const char* npu_cts_program = NPU_CTS_BINARY_DIR "/bin/npu-cts";
const std::string plugin = "plugin:" NPU_CTS_BINARY_DIR "/lib/reference_plugin.so";

/// A run of the sample in a folder of its own, by two processes.
class RunInFolder {
 public:
  explicit RunInFolder(std::string driver = plugin) : driver_(std::move(driver)) {}
  ~RunInFolder() { fs::remove_all(folder_); }
  RunInFolder(const RunInFolder&) = delete;
  RunInFolder& operator=(const RunInFolder&) = delete;

  [[nodiscard]] std::string journal() const { return folder_ + "/run.jsonl"; }
  [[nodiscard]] std::string log() const { return folder_ + "/log"; }
  [[nodiscard]] const std::string& folder() const { return folder_; }

  [[nodiscard]] Words words(const Words& more = {}) const { return words_to(journal(), more); }

  /// Returns the words of a run whose journal is `place`.
  [[nodiscard]] Words words_to(const std::string& place, const Words& more = {}) const {
    Words all = run_words("npu_trans_quant_param/*", driver_, place);
    all.insert(all.end(), {"--op", "npu_trans_quant_param", "--mode", "eager", "--jobs", "2"});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  /// Returns the bytes of every part that stands.
  [[nodiscard]] std::size_t bytes_of_parts() const {
    std::size_t bytes = 0;
    std::error_code gone;
    for (const auto& entry : fs::directory_iterator(folder_, gone)) {
      if (entry.path().string().find(".part") != std::string::npos) bytes += fs::file_size(entry.path(), gone);
    }
    return bytes;
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }

  /// Removes the journal and its parts.
  void clear() const {
    for (const std::string& name : names()) {
      if (name.starts_with("run.jsonl")) fs::remove(folder_ + "/" + name);
    }
  }

  /// Runs the sample to its end, with `more` words.
  [[nodiscard]] Ended run_with(const Words& more = {}) const { return run(words(more), log()); }

  [[nodiscard]] Ended write_report() const {
    const std::string spec = NPU_CTS_SOURCE_DIR "/spec";
    return run({npu_cts_program, "report", journal(), "--out", folder_ + "/report", "--spec", spec}, log());
  }

  /// Returns every form of the report on the journal, and the journal.
  [[nodiscard]] std::string report() const {
    const Ended ended = write_report();
    EXPECT_EQ(ended.exit, 0) << ended.output;
    std::string all = bytes_of(journal());
    for (const char* page : {"report.md", "report.html", "report.json", "report.csv", "report.junit.xml"}) {
      const std::string text = bytes_of(folder_ + "/report/" + page);
      EXPECT_FALSE(text.empty()) << page;
      all += text;
    }
    return all;
  }

 private:
  std::string driver_;
  std::string folder_ = new_folder();
};

/// What a run that nothing befalls leaves; run once for all tests.
struct Undisturbed {
  std::string report;
  std::size_t bytes = 0;  ///< of its parts, which are without the plan
};

/// Returns the bytes of the lines of the journal at `path` that its parts have, too.
std::size_t bytes_of_verdicts(const std::string& path) {
  std::size_t bytes = 0;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) bytes += line.starts_with("{\"planned\"") ? 0 : line.size() + 1;
  return bytes;
}

const Undisturbed& undisturbed(const std::string& driver = plugin) {
  static std::map<std::string, Undisturbed> made;
  const auto make = [&] {
    const RunInFolder quiet(driver);
    const Ended ended = quiet.run_with();
    EXPECT_EQ(ended.exit, 0) << ended.output;
    EXPECT_THAT(quiet.names(), testing::ElementsAre("log", "run.jsonl"));
    return Undisturbed{.report = quiet.report(), .bytes = bytes_of_verdicts(quiet.journal())};
  };
  if (!made.contains(driver)) made[driver] = make();
  return made[driver];
}

/// Waits until the run has written `bytes`, or is over, and kills it. Returns whether it was killed.
bool kill_after(const RunInFolder& where, pid_t process, std::size_t bytes) {
  while (where.bytes_of_parts() < bytes && !fs::exists(where.journal())) usleep(500);
  kill(process, SIGKILL);
  return wait_for(process, where.log()).exit == 128 + SIGKILL;
}

/// Leaves what a run leaves that is killed when it has written `bytes`, however often it is over before.
void run_and_kill_after(const RunInFolder& where, std::size_t bytes) {
  while (!kill_after(where, start(where.words(), where.log()), bytes) || fs::exists(where.journal())) where.clear();
}

TEST(KilledRun, GivesTheSameReportToTheByteWhereverItWasKilled) {
  std::mt19937_64 random(20260727);
  std::size_t killed = 0;
  for (int round = 0; round < 4; ++round) {
    const RunInFolder where;
    std::vector<std::string> more;
    for (std::size_t at = random() % undisturbed().bytes; at < undisturbed().bytes;
         at += 1 + random() % (undisturbed().bytes / 2)) {
      if (!kill_after(where, start(where.words(more), where.log()), at)) break;
      ++killed;
      more = {"--resume"};
    }
    const Ended ended = where.run_with({"--resume"});
    ASSERT_EQ(ended.exit, 0) << ended.output;
    ASSERT_TRUE(where.report() == undisturbed().report) << "round " << round;
  }
  EXPECT_GE(killed, 4U);
}

/// Cuts the file somewhere, when the process that writes it is gone.
void cut(const std::string& path, std::uint64_t random) {
  const int file = open(path.c_str(), O_RDWR);
  flock(file, LOCK_EX);
  const off_t size = lseek(file, 0, SEEK_END);
  EXPECT_EQ(ftruncate(file, static_cast<off_t>(random % (static_cast<std::uint64_t>(size) + 1))), 0);
  close(file);
}

TEST(KilledRun, GivesTheSameReportToTheByteWhereverItsPartsAreCut) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 4; ++round) {
    const RunInFolder where;
    run_and_kill_after(where, undisturbed().bytes * 3 / 4);
    for (const std::string& name : where.names()) {
      if (name.find(".part") != std::string::npos) cut(where.folder() + "/" + name, random());
    }
    const Ended ended = where.run_with({"--resume"});
    ASSERT_EQ(ended.exit, 0) << ended.output;
    ASSERT_TRUE(where.report() == undisturbed().report) << "round " << round;
  }
}

TEST(KilledRun, IsNamedByTheReportThatLooksForItsJournal) {
  const RunInFolder where;
  run_and_kill_after(where, 1);
  std::vector<std::string> parts = where.names();  // of the second process too, or not yet
  std::erase_if(parts, [](const std::string& name) { return name.find(".part") == std::string::npos; });
  const Ended ended = where.write_report();
  EXPECT_EQ(ended.exit, 3);
  ASSERT_THAT(parts, testing::SizeIs(testing::Ge(1U)));
  for (const std::string& part : parts) EXPECT_THAT(ended.output, HasSubstr(part));
  EXPECT_THAT(ended.output, HasSubstr("'--resume'"));
  EXPECT_FALSE(fs::exists(where.folder() + "/report"));
}

TEST(KilledRun, IsNotGoneOnWithAsAnotherRun) {
  const RunInFolder where;
  run_and_kill_after(where, undisturbed().bytes * 3 / 4);
  const Ended other = where.run_with({"--resume", "--product", "atlas_a2"});
  EXPECT_EQ(other.exit, 3);
  EXPECT_THAT(other.output, HasSubstr("has another 'products': '', not 'atlas_a2'"));
  const Ended lenient = where.run_with({"--resume", "--unsupported", "allow"});
  EXPECT_EQ(lenient.exit, 3);
  EXPECT_THAT(lenient.output, HasSubstr("has another 'unsupported': 'reject', not 'allow'"));
  EXPECT_EQ(where.run_with({"--resume"}).exit, 0);
  EXPECT_TRUE(where.report() == undisturbed().report);
}

TEST(FinishedRun, IsCompleteAlreadyForARunThatIsTheSame) {
  const RunInFolder where;
  ASSERT_EQ(where.run_with().exit, 0);
  const std::string whole = bytes_of(where.journal());
  const Ended again = where.run_with({"--resume"});
  EXPECT_EQ(again.exit, 0);
  EXPECT_THAT(again.output,
              testing::AllOf(HasSubstr("is complete already"), HasSubstr(": conforms in its scope; journal:")));
  EXPECT_EQ(bytes_of(where.journal()), whole);
  EXPECT_THAT(where.names(), testing::ElementsAre("log", "run.jsonl"));
}

TEST(FinishedRun, StandsWhereAnotherRunWouldGoOnWithIt) {
  const RunInFolder where;
  ASSERT_EQ(where.run_with().exit, 0);
  const std::string whole = bytes_of(where.journal());
  for (const bool is_part : {false, true}) {
    const std::string stands = where.journal() + (is_part ? ".part0of1" : "");
    fs::rename(where.journal(), stands);
    for (const auto& [option, word] : {std::pair{"--product", "atlas_a2"}, std::pair{"--unsupported", "allow"}}) {
      const Ended other = where.run_with({"--resume", option, word});
      EXPECT_EQ(other.exit, 3) << option;
      EXPECT_THAT(other.output, HasSubstr("the run to go on with has ")) << option;
      EXPECT_THAT(other.output, HasSubstr("leave '--resume' out")) << option;
      EXPECT_EQ(bytes_of(stands), whole) << option;
    }
  }
}

TEST(UnfinishedJournal, IsNotComparedAndWithoutPartsGoneOnWith) {
  const RunInFolder where;
  ASSERT_EQ(where.run_with().exit, 0);
  const std::string whole = bytes_of(where.journal());
  fs::resize_file(where.journal(), whole.size() * 3 / 4);
  const Ended compared = run({npu_cts_program, "diff", where.journal(), where.journal()}, where.log());
  EXPECT_EQ(compared.exit, 3);
  EXPECT_THAT(compared.output, HasSubstr("the journal ends before its run does"));
  EXPECT_EQ(where.run_with({"--resume"}).exit, 0);
  EXPECT_EQ(bytes_of(where.journal()), whole);
}

/// As one that stopped after its first failure: of what its processes ran at the same time, the later ended first.
TEST(UnfinishedJournal, IsGoneOnWithWhereALaterCaseEndedAndAnEarlierDidNotPackedOrNot) {
  const RunInFolder where;
  ASSERT_EQ(where.run_with().exit, 0);
  const std::string whole = bytes_of(where.journal());
  record::Journal journal = record::read_journal(where.journal()).value();
  journal.results = {journal.results.back()};
  journal.finished = false;
  for (const std::string& text : {to_text(journal), record::compress(to_text(journal))}) {
    std::ofstream(where.journal(), std::ios::binary) << text;
    EXPECT_EQ(where.run_with({"--resume"}).exit, 0);
    EXPECT_EQ(bytes_of(where.journal()), whole);
    EXPECT_THAT(where.names(), testing::ElementsAre("log", "run.jsonl"));
  }
}

TEST(ManyJobs, StartNoMoreProcessesThanThereAreCasesAndWriteTheSameJournal) {
  const RunInFolder where;
  const std::string program = where.folder() + "/program.sh";
  const std::string starts = where.folder() + "/starts";
  std::ofstream(program) << "echo x >> " << starts << "\nexec " NPU_CTS_BINARY_DIR "/bin/reference_program\n";
  std::string first;
  for (const char* jobs : {"1", "200"}) {
    fs::remove(starts);
    auto words =
        run_words("npu_trans_quant_param/atlas_a2/26.1.0/eager/rows/*", "exec:/bin/sh " + program, where.journal());
    words.insert(words.end(), {"--op", "npu_trans_quant_param", "--jobs", jobs});
    const Ended ended = run(words, where.log());
    EXPECT_EQ(ended.exit, 0) << ended.output;
    if (first.empty()) first = bytes_of(where.journal());
    EXPECT_EQ(bytes_of(where.journal()), first) << jobs;
    EXPECT_LE(bytes_of(starts).size(), 2 * (1 + results_of(where.journal()).size())) << jobs;  // one asks for its name
  }
}

void expect_refused_part(std::string (*change)(std::string bytes), const std::string& what) {
  const RunInFolder where;
  run_and_kill_after(where, undisturbed().bytes * 3 / 4);
  const std::string part = where.journal() + ".part0of2";
  const std::string bytes = change(bytes_of(part));
  std::ofstream(part, std::ios::binary) << bytes;
  const Ended ended = where.run_with({"--resume"});
  EXPECT_EQ(ended.exit, 3);
  EXPECT_THAT(ended.output, testing::AllOf(HasSubstr("run.jsonl.part0of2:"), HasSubstr(what)));
  EXPECT_EQ(bytes_of(part), bytes);
}

TEST(DamagedPart, IsNoPartToGoOnWithAndStaysAsItIs) {  // two lines that are none, with verdicts before and behind them
  expect_refused_part([](std::string bytes) { return bytes.insert(bytes.size() / 2, "\n"); }, "the line is no JSON");
}

TEST(EditedPart, IsNoPartToGoOnWithAndStaysAsItIs) {
  expect_refused_part([](std::string bytes) { return bytes.replace(bytes.find("\"pass\""), 6, "\"weak\""); },
                      "the line is not as the run wrote it");
}

TEST(AnotherFile, IsNoJournalToGoOnWith) {
  const RunInFolder where;
  std::ofstream(where.journal()) << "a diary\n";
  const Ended ended = where.run_with({"--resume"});
  EXPECT_EQ(ended.exit, 3);
  EXPECT_THAT(ended.output, HasSubstr("this file is no journal, and is not overwritten"));
  EXPECT_EQ(bytes_of(where.journal()), "a diary\n");
}

TEST(SecondRun, OfTheSameJournalIsRefusedAndTheFirstIsUnharmed) {
  const std::string folder = new_folder();
  const std::string program = folder + "/program.sh";  // starts, and goes on when it may
  std::ofstream(program) << "touch " << folder << "/started\nwhile [ ! -e " << folder << "/go ]; do sleep 0.01; done\n"
                         << "exec " NPU_CTS_BINARY_DIR "/bin/reference_program\n";
  const std::string driver = "exec:/bin/sh " + program;
  const RunInFolder where(driver);
  const pid_t first = start(where.words(), where.log());
  while (!fs::exists(folder + "/started")) {
    ASSERT_EQ(waitpid(first, nullptr, WNOHANG), 0) << bytes_of(where.log());
    usleep(500);
  }
  const Ended second = run(where.words(), where.folder() + "/second.log");
  EXPECT_EQ(second.exit, 3);
  EXPECT_THAT(second.output, HasSubstr("another run is writing this journal"));
  std::ofstream(folder + "/go") << "go";
  EXPECT_EQ(wait_for(first, where.log()).exit, 0);
  EXPECT_TRUE(where.report() == undisturbed(driver).report);
  fs::remove_all(folder);
}

/// Runs with no file allowed to grow beyond `bytes`: what a full disk does to every write behind that.
Ended run_on_full_disk(const RunInFolder& where, std::size_t bytes) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit full{.rlim_cur = bytes, .rlim_max = before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  const pid_t process = start(where.words(), where.log());
  setrlimit(RLIMIT_FSIZE, &before);
  return wait_for(process, where.log());
}

TEST(FullDisk, LeavesTheOldJournalAndARunThatGoesOn) {
  for (const std::size_t part : {1U, 40U, 80U}) {
    const RunInFolder where("reference");  // a worker's shared memory would be a file that may not grow
    const std::string old = "{\"journal\":0,\"run\":{}}\n";  // of an earlier version
    std::ofstream(where.journal()) << old;
    const Ended full = run_on_full_disk(where, undisturbed("reference").bytes * part / 200);
    EXPECT_EQ(full.exit, 3) << part << full.output;
    EXPECT_THAT(full.output, HasSubstr("File too large")) << part;
    EXPECT_EQ(bytes_of(where.journal()), old) << part;
    const Ended ended = where.run_with({"--resume"});
    ASSERT_EQ(ended.exit, 0) << ended.output;
    EXPECT_TRUE(where.report() == undisturbed("reference").report) << part;
  }
}

/// Runs with `journal` as the place of the journal, behind the words of a shell; `out` in the folder takes it.
void expect_journal_elsewhere(const std::string& journal, const std::string& shell) {
  const RunInFolder where("reference");
  auto words = where.words_to(journal.empty() ? where.folder() + "/pipe" : journal);
  words.insert(words.begin(), {"/bin/sh", "-c", "cd " + where.folder() + "; " + shell, "sh"});
  const Ended ended = run(words, where.log());
  EXPECT_EQ(ended.exit, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr(": conforms in its scope; journal: "));
  const auto written = record::read_journal(where.folder() + "/out");
  ASSERT_TRUE(written);
  EXPECT_TRUE(written->finished);
  for (const std::string& name : where.names()) EXPECT_THAT(name, testing::AnyOf("log", "out", "pipe"));
}

TEST(StandardOutput, TakesTheJournalAlone) { expect_journal_elsewhere("-", R"(exec "$@" > out)"); }

TEST(Pipe, TakesTheJournalAndHasNoPartsBesideIt) {
  expect_journal_elsewhere("", R"(mkfifo pipe; cat pipe > out & "$@"; code=$?; wait; exit $code)");
}

TEST(Pipe, EndsTheSuiteWhereItsReaderIsGone) {
  const RunInFolder where("reference");
  const std::string shell = "; mkfifo pipe; head -n 5300 pipe > out & timeout 60 " NPU_CTS_BINARY_DIR
                            "/bin/npu-cts-suite 'npu_trans_quant_param/*' --spec " NPU_CTS_SOURCE_DIR
                            "/spec --driver reference --journal pipe > /dev/null";  // its plan has some 5,200 lines
  EXPECT_EQ(run({"/bin/sh", "-c", "cd " + where.folder() + shell}, where.log()).exit, 128 + SIGPIPE);
}

TEST(StandardOutput, IsNothingToGoOnWith) {
  const RunInFolder where;
  const Ended ended = run(where.words_to("-", {"--resume"}), where.log());
  EXPECT_EQ(ended.exit, 3);
  EXPECT_THAT(ended.output, HasSubstr("this is no file to go on with"));
}

}  // namespace
}  // namespace npu_cts::runs
