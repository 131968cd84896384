// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/diff/diff.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Returns "-2", "update", "none", "[1, 2]", "int8 [2, 4]": a value as a call file writes it.
std::string to_text(const Value& value);

/// Returns "26.1.0, alpha, eager: axis: 1; x: float16 [2, 4]": where a call is made, and its arguments by key.
std::string to_text(const Call& call);

/// Returns "x: float16 [2, 4], transposed; axis: 1": the arguments of a witness under the names of its release.
std::string witness_of(const diff::Change& change);

/// Returns the modes in which a change holds, by product.
std::map<std::string, std::vector<std::string>> modes_by_product(const diff::Change& change);

/// Returns "alpha (eager, graph_static): rows r1, r2; beta …": where a change holds.
std::string spots_of(const diff::Change& change);

/// Returns "id (documents: place)".
std::string source_of(const diff::Sentence& sentence);

/// Returns every sentence behind a change, those of the refusing side first.
std::vector<diff::Sentence> sentences_of(const diff::Change& change);

/// Returns what the two sides say: the rules that refuse, then what stands on the other side.
std::string grounds_of(const std::vector<diff::Ground>& grounds, Language language);

/// Returns "accepts more", "接受更多".
std::string phrase_of(diff::Relation relation, Language language);

/// Returns "26.1.0 against 7.1.0", or the one release that two trees are compared in.
std::string releases_of(const diff::OpDiff& op, Language language);

}  // namespace npu_cts::reports
