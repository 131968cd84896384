// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/runs/run_command.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace npu_cts::runs {

std::vector<std::string> run_words(const std::string& query, const std::string& driver, const std::string& journal) {
  const std::string program = NPU_CTS_BINARY_DIR "/bin/npu-cts";
  const std::string spec = NPU_CTS_SOURCE_DIR "/spec";
  return {program,  "run",      query,  "--spec",    spec,    "--release",
          "26.1.0", "--driver", driver, "--journal", journal, "--reproducible"};
}

pid_t start(const std::vector<std::string>& words, const std::string& log) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(output, 1);
  dup2(output, 2);
  execv(argv.front(), argv.data());
  _exit(127);
}

Ended wait_for(pid_t process, const std::string& log) {
  int status = 0;
  waitpid(process, &status, 0);
  return {.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), .output = bytes_of(log)};
}

Ended run(const std::vector<std::string>& words, const std::string& log) { return wait_for(start(words, log), log); }

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<CaseResult> results_of(const std::string& path) {
  const auto journal = record::read_journal(path);
  return journal ? journal->results : std::vector<CaseResult>{};
}

std::string new_folder() {
  static int count = 0;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("npu_cts_runs_{}_{}", getpid(), ++count);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder.string();
}

}  // namespace npu_cts::runs
