// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "framework/record/journal.h"

namespace npu_cts::runs {

/// How a command ended.
struct Ended {
  int exit = -1;  ///< 128 + the signal, where one ended it
  std::string output;
};

/// Returns the words of `npu-cts run` over the cases of the newest release that `query` names.
std::vector<std::string> run_words(const std::string& query, const std::string& driver, const std::string& journal);

/// Starts a program of this build by its words; its output goes to `log`. Returns its process id.
pid_t start(const std::vector<std::string>& words, const std::string& log);

/// Waits for `process`, whose output went to `log`.
Ended wait_for(pid_t process, const std::string& log);

/// Starts a program and waits for it.
Ended run(const std::vector<std::string>& words, const std::string& log);

/// Returns what the file holds.
std::string bytes_of(const std::string& path);

/// Returns the verdicts of the journal at `path`; the test fails where there is none.
std::vector<CaseResult> results_of(const std::string& path);

/// Returns a new empty folder for the test that runs.
std::string new_folder();

}  // namespace npu_cts::runs
