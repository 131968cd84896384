// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/sha256.h"
#include "framework/record/journal.h"
#include "framework/record/scope.h"

namespace npu_cts::evidence {

/// How many wrong implementations the cases of a tier catch, of those that can be caught: see `npu-cts strength`.
struct KillScore {
  std::string tier;
  std::size_t killed = 0;
  std::size_t killable = 0;

  friend bool operator==(const KillScore&, const KillScore&) = default;
};

/// What was measured of the suite for the spec of a run.
struct Strength {
  std::string day;
  std::vector<KillScore> scores = {};

  friend bool operator==(const Strength&, const Strength&) = default;
};

/// What a run amounts to, as a report of its journal says it.
struct RunVerdict {
  record::CoveredScope scope = {};
  std::string conclusion;                         ///< "conforms"
  std::map<std::string, std::size_t> tally = {};  ///< cases, by how they ended
  std::size_t waived = 0;                         ///< cases that a list of known failures waives
  std::optional<Strength> strength = {};          ///< of the suite, where it was measured for the spec
};

/// What pins the cases of a journal down.
struct RecordsSeal {
  std::size_t count = 0;
  std::string root;    ///< see RecordsTree
  std::string digest;  ///< SHA-256 of the text of the journal
};

/// The Merkle tree over the cases of a run, which come in the order of their ids: what was planned and how it ended.
/// Leaves and nodes are hashed apart (a 0 or a 1 before them); the last of an odd number moves up as it is.
class RecordsTree {
 public:
  /// Adds a case: its lines as JSON. One that was not run has no second one.
  void add(std::string_view planned, std::string_view result);

  /// Returns the root.
  std::string root();

 private:
  /// A whole subtree.
  struct Node {
    std::size_t leaves = 0;
    std::string hash;
  };

  /// Puts the last two subtrees together.
  void join_last();

  std::vector<Node> nodes_;  ///< each smaller than the one before
  Sha256 hash_;
};

/// Everything that a certificate states a fact of.
struct Facts {
  const record::Journal& run;  ///< what holds of all of its cases, which are not looked at
  RecordsSeal records;
  std::optional<std::string> expectations_digest;  ///< of the list of known failures, where there is one
  std::string day;                                 ///< by which the known failures were judged
  RunVerdict verdict;
  std::string documents_digest;  ///< SHA-256 of the list of the vendor's pages
};

/// Returns the in-toto statement (v1, with a test-result predicate) of a run, as JSON.
std::string statement_of(const Facts& facts);

/// A part of a statement that is held against what its own journal gives.
struct StatementPart {
  std::string_view check;    ///< the name of the check
  std::string_view pointer;  ///< where it stands, as a JSON pointer
  std::string_view what;     ///< what is wrong where it differs
  std::string_view says;     ///< what is so where it does not
};

/// Returns the strength of the suite that `statement` states in the form of statement_of; nothing where it does not.
std::optional<Strength> stated_strength(const std::string& statement);

/// Returns why `statement` is not read: it is no JSON, too long or nested too deeply; nothing where it is.
std::optional<std::string> find_malformed(std::string_view statement);

/// Returns why `part` of the JSON `stated` is not that of `derived`; nothing where it is. Both are well-formed.
std::optional<std::string> find_difference(const StatementPart& part, const std::string& stated,
                                           const std::string& derived);

/// Returns the result of each case; of several the first. They point into `journal`.
std::map<std::string_view, const CaseResult*> results_by_id(const record::Journal& journal);

/// Returns what a certificate is as evidence: "self-declared", or "challenged" where its run had a challenge.
std::string_view level_of(const RunInfo& info);

/// A statement in its envelope (DSSE), which says who signed it.
struct Envelope {
  std::string payload;         ///< the statement
  std::string signature = {};  ///< of sealed(payload)
};

/// Returns what a signature of `payload` is made over.
std::string sealed(std::string_view payload);

/// Returns the envelope as JSON, and back; nothing for what `to_text` would not write.
std::string to_text(const Envelope& envelope);
std::optional<Envelope> read_envelope(std::string_view text);

}  // namespace npu_cts::evidence
