// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/base/names.h"
#include "framework/base/result.h"
#include "framework/diff/canonical.h"
#include "framework/model/spec.h"

namespace npu_cts::diff {

/// How the calls that the newer side accepts stand to those of the older one.
enum class Relation : std::uint8_t { same, more, less, incomparable };
constexpr auto names_of(Relation) { return name_list("same", "more", "less", "incomparable"); }

/// One of the two specs that are compared. The spec must outlive what is made from it.
struct Side {
  const Spec* spec = nullptr;
  std::string release;  ///< empty: every release of the tree
  std::string label;    ///< how messages call it
};

/// A sentence of the pages behind a difference: where it stands. What it says is the paraphrase beside it.
struct Sentence {
  std::string id;
  std::string place;
  std::vector<std::string> documents = {};

  friend bool operator==(const Sentence&, const Sentence&) = default;
};

/// Something that a spec says, and the sentences that it says it from.
struct Ground {
  std::string id;  ///< of a rule, row, parameter
  Text text;       ///< our paraphrase
  std::vector<Sentence> sentences = {};

  friend bool operator==(const Ground&, const Ground&) = default;
};

/// Where a difference holds.
struct Spot {
  std::string product;
  std::string mode;
  std::string row;  ///< that admits the call; empty where there are no rows

  friend bool operator==(const Spot&, const Spot&) = default;
};

/// One argument of a witness as its page calls it.
struct Given {
  Group group = Group::arguments;
  std::string name;
  Value value;

  friend bool operator==(const Given&, const Given&) = default;
};

/// One reason why the two sides do not accept the same calls.
struct Change {
  bool gained = false;                ///< the newer side accepts the witness and the older does not; or the reverse
  std::vector<Ground> refused = {};   ///< the rules that the witness breaks on the side that refuses it
  std::vector<Ground> admitted = {};  ///< what the other side says instead: its row, its rule of the same id
  Verdict refusal = Verdict::reject;  ///< what the refusing side says of the witness
  Call witness;                       ///< the smallest call found; its target is the accepting side's
  std::vector<Given> given;           ///< its arguments, in the order of the signature
  std::vector<Spot> where;            ///< by product, mode and row
};

/// A fact that differs and that no call shows.
struct FactChange {
  std::string id;
  std::string older;  ///< empty: it says nothing
  std::string newer;
  Text older_text;  ///< as sentences; see SpecFact
  Text newer_text;
  std::vector<Sentence> sentences;
  std::vector<std::string> where;  ///< "alpha, eager", sorted

  friend bool operator==(const FactChange&, const FactChange&) = default;
};

/// How one row of one product stands: over all modes.
struct RowRelation {
  std::string product;
  std::string row;
  Relation relation = Relation::same;
  bool proved = false;            ///< the specs are equal, not only found to be
  std::size_t gained_dtypes = 0;  ///< combinations of dtypes that are new, counted over modes once
  std::size_t lost_dtypes = 0;

  friend bool operator==(const RowRelation&, const RowRelation&) = default;
};

/// One operator in one pair of releases.
struct OpDiff {
  std::string op;
  std::string older;  ///< release; empty where the side has no page
  std::string newer;
  std::vector<RowRelation> rows;  ///< by product, then row
  std::vector<Change> changes;    ///< gained first, then by reason
  std::vector<FactChange> facts;  ///< by id
};

struct Diff {
  std::string older;  ///< labels of the sides
  std::string newer;
  std::vector<std::string> modes;          ///< those of the newer side, then those that the older alone has
  std::map<std::string, Text> names = {};  ///< of products and modes, by id
  std::vector<OpDiff> operators = {};
};

/// Returns what `newer` accepts and `older` does not, and the reverse, for every operator and release that either has.
/// Dtype combinations are compared as sets, exactly; the rest by judging every planned case of either side under the
/// other. Where the specs say the same in other order, that is proved and nothing is searched.
Diff diff(const Side& older, const Side& newer);

/// Returns whether nothing differs.
bool is_same(const Diff& diff);

}  // namespace npu_cts::diff
