// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "framework/explore/corpus.h"
#include "framework/explore/coverage.h"
#include "framework/explore/shrink_story.h"

namespace npu_cts::explore {

/// How far an exploration goes. What is drawn depends on the seed alone, not on what ended it.
struct ExploreOptions {
  std::uint64_t seed = 1;
  std::size_t most_calls = SIZE_MAX;
  std::function<bool()> is_over = {};     ///< asked before each sequence; may be empty
  std::function<bool()> is_stopped = {};  ///< asked before each call, and while a failure is shrunk; may be empty
  std::int64_t most_elements = std::int64_t{1} << 16;
  std::size_t most_failures = 20;  ///< different ones
  std::size_t most_tries = 1000;   ///< to shrink one of them
  std::filesystem::path corpus = {};
};

/// What an exploration did so far.
struct Exploration {
  std::size_t replayed = 0;
  std::size_t sequences = 0;
  std::size_t calls = 0;  ///< drawn and run
  std::map<Verdict, std::size_t> expected = {};
  std::size_t contested = 0;
  std::size_t open = 0;      ///< drawn and not run: the documents do not say
  std::size_t failed = 0;    ///< calls, of all failures
  std::size_t failures = 0;  ///< different ones
  std::size_t kept = 0;      ///< calls that showed a new choice, added to the corpus
  bool is_stopped = false;   ///< before the options would have ended it
  Coverage coverage = {};
};

/// A failure to tell of: `name` is its folder in the corpus, or that of the calls that were replayed.
struct Failure {
  std::string name = {};
  TriedStory story;
};

/// Writes `failure` into the folder of `root` that its name says: the calls before it, its own, and its values.
record::WriteError save_failure(const std::filesystem::path& root, const Failure& failure,
                                const judging::Oracle& oracle);

/// Explores one implementation: replays the corpus, then draws sequences of calls until the options end it.
class Explorer {
 public:
  /// `on_failure` is told of each different failure, shrunk. All but the options must outlive it.
  Explorer(const Bench& bench, Drawers& drawers, ExploreOptions options,
           std::function<void(const Failure&)> on_failure);

  /// Runs the calls of the corpus, each for itself.
  void replay(BoundSpecs& specs, const std::vector<Saved>& corpus);

  /// Draws and runs.
  /// Errors: unwritable_file, of the corpus.
  record::WriteError explore();

  [[nodiscard]] const Exploration& so_far() const { return exploration_; }

 private:
  [[nodiscard]] bool is_over() const;
  bool is_stopped();
  record::WriteError run_sequence(const Sequence& sequence);
  record::WriteError add_failure(const Story& story, const DecidedCall& call, const Tried& tried);
  record::WriteError keep(const DecidedCall& call);
  bool is_new(const TriedStory& story);
  void tell(const Failure& failure);
  [[nodiscard]] bool is_known(const std::string& op, const Signature& signature) const;
  bool see(const DrawnCall& drawn, const DecidedCall& call);

  const Bench& bench_;
  Drawers& drawers_;
  ExploreOptions options_;
  std::function<void(const Failure&)> on_failure_;
  Exploration exploration_;
  std::map<std::string, std::vector<Signature>> known_;  ///< by operator
  std::set<std::string> told_;                           ///< what a person would take for one failure
};

}  // namespace npu_cts::explore
