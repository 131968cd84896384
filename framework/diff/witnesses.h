// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "framework/diff/diff.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::diff {

/// What one side says of a call.
struct Opinion {
  Verdict verdict = Verdict::accept;
  std::vector<std::string> refused = {};  ///< ids of the broken rules, in the order of judgement; "page", "support"
  std::string row;                        ///< that admits the dtypes
};

/// One side's spec of one operator at one target; a side may lack the operator, the page or the support.
class View {
 public:
  View(const Side& side, std::string_view op, const Target& target);

  [[nodiscard]] bool is_supported() const { return !lines_.empty(); }
  [[nodiscard]] const BoundSpec& bound() const { return *bound_; }
  [[nodiscard]] const Target& target() const { return target_; }

  /// Returns the lines that two specs which accept the same calls share; empty where nothing is supported.
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

  /// Returns what this side says of the arguments of `call`, at its own target.
  [[nodiscard]] Opinion opinion_of(const Call& call) const;

  /// Returns whether the spec at the target has a parameter `key`. Needs support.
  [[nodiscard]] bool knows(std::string_view key) const;

  /// Returns what stands behind rule, row or refusal `id`: text, and the sentences of this release's pages.
  [[nodiscard]] std::optional<Ground> ground_of(const std::string& id) const;
  [[nodiscard]] std::optional<Ground> ground_of_row(const std::string& id) const;
  [[nodiscard]] std::optional<Ground> ground_of_parameter(const std::string& key) const;

  /// Returns `arguments` as this side's page names them.
  [[nodiscard]] std::vector<Given> given(const Arguments& arguments) const;

  [[nodiscard]] std::map<std::string, SpecFact> facts() const;
  [[nodiscard]] std::vector<Sentence> sentences(const Citations& cite) const;

 private:
  const Spec* spec_;
  const OpSpec* op_ = nullptr;
  Target target_;
  std::optional<std::size_t> release_;
  std::optional<BoundSpec> bound_;  ///< nothing where the side lacks operator, release or mode
  std::vector<std::string> lines_;
};

/// Calls that one side accepts and the other refuses, all for the same reason: the smallest stands for them.
struct Difference {
  bool gained = false;
  std::vector<std::string> refused;  ///< rules broken on the refusing side
  std::string row;                   ///< of the accepting side
  Verdict refusal = Verdict::reject;
  Arguments witness;
};

/// What two views of one operator and target do not agree on.
struct Disagreement {
  std::vector<Difference> differences;                         ///< gained first, then by refused rules and row
  std::set<std::string> rows;                                  ///< rows that apply on either side
  std::map<std::string, std::set<std::string>> gained_dtypes;  ///< by row: combinations only the newer side admits
  std::map<std::string, std::set<std::string>> lost_dtypes;
  bool proved = false;  ///< the specs are equal
};

/// Returns what `older` and `newer` do not agree on. Where the lines of the specs are equal that is nothing, proved;
/// else every planned case of either side is judged by both, and each witness is made as small as its reason allows.
Disagreement compare(const View& older, const View& newer);

}  // namespace npu_cts::diff
