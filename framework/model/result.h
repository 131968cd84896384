// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/base/boxed.h"
#include "framework/base/names.h"
#include "framework/model/case.h"
#include "framework/model/request.h"

namespace npu_cts {

/// How a case ended; the worst of several wins.
enum class Status : std::uint8_t {
  pass,
  weak,           ///< right, but the result proves little
  expected_fail,  ///< failed as an expectation list says
  skip,
  contested,        ///< evidence of the vendor's contradicts what the documents refuse: neither right nor wrong
  unexpected_pass,  ///< passed although an expectation list says otherwise
  fail,
  crash,
  timeout,
  error,  ///< ours, not the implementation's
};
constexpr auto names_of(Status) {
  return name_list("pass", "weak", "expected_fail", "skip", "contested", "unexpected_pass", "fail", "crash", "timeout",
                   "error");
}

/// Returns whether a case of `status` keeps its implementation from conforming.
bool is_failure(Status status);

/// The first element of an output that agrees with no variant.
struct Mismatch {
  std::string output;
  Shape index;
  std::string got;
  std::string want;                       ///< under the variants that the outputs are nearest to
  std::string pattern = {};               ///< where the wrong elements lie: "every element", "one column"
  std::vector<std::string> details = {};  ///< how many are wrong and by how much, then the first of them

  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

/// The verdict on one case.
struct CaseResult {
  std::string id;
  Status status = Status::pass;
  std::string reason;  ///< one line, for a person; empty for a plain pass
  OutcomeKind outcome = OutcomeKind::completed;
  Boxed<Mismatch> mismatch = {};
  std::vector<VariantChoice> agrees = {};  ///< the choices of variants that the outputs match; empty: none is free
  std::map<std::string, std::int64_t> sizes = {};  ///< whole-number symbols, of a call whose values were judged
  std::vector<std::string> matching_mutants = {};  ///< what wrong implementations with these very values do, in words
  Boxed<Attribution> attribution = {};             ///< what the implementation did wrong, if it did
  std::vector<std::string> printed = {};           ///< the last lines that the implementation printed; of a failure
  /// Of a failed case that passes where it runs alone: earlier ones behind which it fails; an empty id where they are
  /// not known. Empty: it fails alone, too, or was not run again.
  std::vector<std::string> behind = {};
  std::int64_t microseconds = 0;  ///< that the case took; 0 where nothing measured it
  std::string another = {};       ///< what the call was that failed, where the planned one passes; else empty
  std::string nonce = {};    ///< of the values that it failed with, where it passes with the planned ones; else empty
  std::string outputs = {};  ///< of a run with a challenge: the digest of what came out (see output_digest)

  /// Whether the planned call passes, and another of the case failed.
  [[nodiscard]] bool is_of_further_call() const { return !another.empty() || !nonce.empty(); }

  [[nodiscard]] bool is_behind_known() const { return !behind.empty() && !behind.front().empty(); }

  friend bool operator==(const CaseResult&, const CaseResult&) = default;
};

/// What a run makes of a call that the judge can let pass: it fails, or it is only listed.
enum class Policy : std::uint8_t { reject, allow };
constexpr auto names_of(Policy) { return name_list("reject", "allow"); }

/// A file of the implementation, as it was when the run began.
struct BackendFile {
  std::string path;  ///< as the run was told
  std::string sha256;
  std::uint64_t bytes = 0;

  friend bool operator==(const BackendFile&, const BackendFile&) = default;
};

/// What selected the cases of a run, where that was more than one query. As given; empty: everything.
struct Selection {
  std::vector<std::string> queries = {};
  std::vector<std::string> excluded = {};
  std::vector<std::string> families = {};
  std::vector<std::string> rules = {};
  std::vector<std::string> listed = {};  ///< the lines of a list, or the failures of a journal
  friend bool operator==(const Selection&, const Selection&) = default;
};

/// What a run was of: everything a later reader needs to know besides the spec. The same for every part of a run.
struct RunInfo {
  std::string driver;  ///< "reference", "plugin:libfoo.so" …
  std::string driver_version;
  std::string spec_digest;  ///< SHA-256 of the spec that planned it
  std::string query;        ///< in one text, for people; the query itself where there is only one
  std::string tool_version;
  Policy unsupported = Policy::reject;     ///< what a call declared unsupported is
  Policy extensions = Policy::reject;      ///< what an accepted undocumented call is
  std::vector<std::string> numerics = {};  ///< NAME=VARIANT, sorted: what was pinned
  Filters filters = {};                    ///< sorted
  std::string tool_commit = {};            ///< empty where npu-cts was built outside its repository
  std::vector<BackendFile> backend = {};
  Selection selection = {};
  std::string challenge = {};    ///< a nonce of who will verify the run, mixed into every filled value; empty: none
  std::string tool_digest = {};  ///< SHA-256 of the program that judged the cases; empty in journals of old

  friend bool operator==(const RunInfo&, const RunInfo&) = default;
};

}  // namespace npu_cts
