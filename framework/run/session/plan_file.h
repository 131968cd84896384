// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/expand/expand.h"
#include "framework/model/case.h"
#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/run/session/selection.h"

namespace npu_cts::run {

/// Returns `cases` as bytes: how the process that planned a run hands its cases to those that share it. Only processes
/// of one build on one machine understand each other.
std::string to_bytes(std::span<const Case> cases);
std::string to_bytes(std::span<const ChosenCase> cases);

/// The cases of a run, shared out over its parts.
class PlanParts {
 public:
  /// `cases`, at most 2^32, outlive it.
  PlanParts(std::span<const ChosenCase> cases, std::size_t count);

  /// Returns a file in memory with the cases of a part as bytes. Errors: those of memory_file.
  [[nodiscard]] Result<record::OutputFile> file_of(std::size_t part) const;

 private:
  std::span<const ChosenCase> cases_;
  std::vector<std::vector<std::uint32_t>> places_;  ///< of each part, in the order of ids
};

/// Cases in bytes, of which each takes some hundred: in a file they stay where they are. One is made when it is asked
/// for: all cases of a run, each whole, would take several times as much.
class CaseList {
 public:
  CaseList() = default;

  /// Returns those of the cases in the file `path` that fall to `shard`, in their order.
  /// Errors: unreadable_file; wrong_usage, where the bytes are not those of as many whole cases. What each says is not
  /// looked at before it is asked for.
  static Result<CaseList> read(const std::string& path, const record::Shard& shard);

  /// As `read`, of what to_bytes gave, which came from `file`.
  static Result<CaseList> parse(std::string bytes, const std::string& file, const record::Shard& shard);

  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] std::vector<std::string_view> ids() const;
  [[nodiscard]] Case at(std::size_t place) const;  ///< ends the process where the bytes are no case

  /// As `at`, without the arguments, which are nearly all of its cost.
  [[nodiscard]] Case head(std::size_t place) const;

  /// Returns the operators of all cases that were read.
  [[nodiscard]] const std::set<std::string, std::less<>>& operators() const { return operators_; }

  /// Keeps the cases whose ids `is_kept` names.
  void keep(const std::function<bool(std::string_view id)>& is_kept);

  /// Puts the cases into the order of what `key` says of their ids; those of which it says the same stay as they were.
  void sort_by(const std::function<std::uint64_t(std::string_view id)>& key);

 private:
  struct Place {
    std::size_t id;
    std::size_t id_size;
    std::size_t planned;  ///< what follows the id and its length
    std::size_t size;
  };

  static Result<CaseList> of(std::shared_ptr<const void> owner, std::string_view bytes, const std::string& file,
                             const record::Shard& shard);
  [[nodiscard]] std::string_view id_of(const Place& place) const;

  std::shared_ptr<const void> owner_;  ///< of the bytes
  std::string_view bytes_;
  std::vector<Place> places_;
  std::set<std::string, std::less<>> operators_;
};

/// Returns `plan`, which was made for `key`, as bytes. What `key` says is left out: the operator, the target, the file.
/// Nothing where the plan says something else of one of these.
std::optional<std::string> to_bytes(const expand::PlanKey& key, const expand::Plan& plan);

/// Returns the plan that to_bytes gave for a key like `key`, at its target. Nothing where `bytes` are not of that form.
std::optional<expand::Plan> plan_of(const expand::PlanKey& key, std::string_view bytes);

}  // namespace npu_cts::run
