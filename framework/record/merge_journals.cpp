// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"
#include "framework/record/journal_keys.h"
#include "framework/record/journal_line.h"
#include "framework/record/run_fields.h"
#include "framework/record/sorted_cases.h"

namespace npu_cts::record {
namespace {

std::string name_of(const Shard& shard) { return fmt::format("part {} of {}", shard.index + 1, shard.count); }

/// Adds the lines of a part to `whole`: no other part has one with an id of its.
template <class Line>
void add(std::vector<Line>& whole, std::vector<Line>&& part) {
  if (whole.empty())
    whole = std::move(part);
  else
    std::ranges::move(part, std::back_inserter(whole));
}

/// Returns `lines` in the order of their ids. Of several with one id the first stays.
template <class Line>
std::vector<Line> in_order(std::vector<Line> lines) {
  sort_by_id(lines);
  const auto is_same = [](const Line& a, const Line& b) { return a.id == b.id; };
  lines.erase(std::unique(lines.begin(), lines.end(), is_same), lines.end());
  return lines;
}

/// Puts parts of one run together and says what keeps them apart.
class Merger {
 public:
  std::optional<std::string> take(Journal part) {
    if (parts_ == 0) whole_.info = part.info;
    if (const auto difference = find_difference(whole_.info, part.info))
      return fmt::format("the journals are of different runs: {}", *difference);
    if (parts_ > 0 && (part.shards.empty() || whole_.shards.empty()))
      return "a journal of the whole run stands beside another: parts of one run are disjoint";
    ++parts_;
    for (const Shard& shard : part.shards) {
      if (const auto problem = add_shard(shard)) return problem;
    }
    for (const PlannedCase& planned : part.planned) {
      if (!part.shards.empty() && !is_part(part.shards, planned.id))
        return fmt::format("'{}' is no case of {}", planned.id, name_of(part.shards.front()));
    }
    add(whole_.planned, std::move(part.planned));
    add(whole_.results, std::move(part.results));
    add(whole_.environments, std::move(part.environments));
    whole_.finished = part.finished && (parts_ == 1 || whole_.finished);
    return std::nullopt;
  }

  Journal finish() {
    if (!whole_.shards.empty() && whole_.shards.size() == whole_.shards.front().count) whole_.shards.clear();
    std::ranges::sort(whole_.shards, {}, &Shard::index);
    whole_.planned = in_order(std::move(whole_.planned));
    whole_.results = in_order(std::move(whole_.results));
    return std::move(whole_);
  }

 private:
  std::optional<std::string> add_shard(const Shard& shard) {
    for (const Shard& other : whole_.shards) {
      if (other == shard) return fmt::format("{} is there twice", name_of(shard));
      if (other.count != shard.count)
        return fmt::format("{} and {} are not of one run", name_of(other), name_of(shard));
    }
    whole_.shards.push_back(shard);
    return std::nullopt;
  }

  Journal whole_;
  std::size_t parts_ = 0;
};

}  // namespace

PlannedCase planned_of(const Case& planned) { return planned_of(planned, planned.id, planned.call.target); }

PlannedCase planned_of(const Case& shared, std::string id, const Target& target) {
  return {.id = std::move(id),
          .op = shared.call.op,
          .target = target,
          .family = shared.family,
          .expected = shared.expected,
          .covers = to_texts(shared.covers),
          .at = {.file = spec_path(shared.at.file), .line = shared.at.line, .column = 0}};
}

std::size_t part_of(std::string_view id, std::size_t count) { return stable_hash(id) % count; }

bool is_part(const Shard& shard, std::string_view id) { return part_of(id, shard.count) == shard.index; }

bool is_part(std::span<const Shard> shards, std::string_view id) {
  const std::uint64_t hash = stable_hash(id);
  return std::ranges::any_of(shards, [&](const Shard& shard) { return hash % shard.count == shard.index; });
}

std::optional<std::string> find_difference(const RunInfo& earlier, const RunInfo& info) {
  const auto another = [](std::string_view name, const std::string& was, const std::string& is) {
    return fmt::format("another '{}': '{}', not '{}'", name, escape_control(was), escape_control(is));
  };
  for (const RunField& field : run_fields()) {
    if (const std::string was = field.value(earlier), is = field.value(info); was != is)
      return another(field.name, was, is);
  }
  for (const auto& [key, list] : selection_fields) {
    if (earlier.selection.*list != info.selection.*list)
      return another(key, join(earlier.selection.*list, ", "), join(info.selection.*list, ", "));
  }
  return std::nullopt;
}

Journal reproducible(Journal journal) {
  journal.environments.clear();
  for (CaseResult& result : journal.results) result = reproducible(std::move(result));
  return journal;
}

CaseResult reproducible(CaseResult result) {
  result.printed.clear();
  result.microseconds = 0;
  return result;
}

Result<Journal> merge_journals(std::vector<Journal> parts) {
  if (parts.empty()) return bad_journal({}, "there is no journal to merge");
  Merger merger;
  for (Journal& part : parts) {
    if (auto problem = merger.take(std::move(part))) {
      return error_at(Kind::bad_journal, {}, *std::move(problem),
                      "journals are put together where they are the parts of one run",
                      "name each journal of one run, and each once");
    }
  }
  return merger.finish();
}

void LinesWriter::add(std::string json) {
  constexpr std::size_t most = std::size_t{1} << 18U;  // bytes
  if (error_) return;
  text_ += chain_.link(std::move(json));
  if (text_.size() < most) return;
  error_ = take_(text_);
  text_.clear();
}

std::optional<Diagnostic> LinesWriter::close() { return error_ ? error_ : take_(text_); }

std::optional<Diagnostic> write_text(const Journal& journal, const TakeLines& take) {
  LinesWriter lines(take);
  const RunLine run{
      .info = journal.info, .shards = journal.shards, .environments = journal.environments, .plan = journal.plan};
  lines.add(to_text(JournalLine(run)));
  for (const PlannedCase& planned : journal.planned) {
    if (journal.plan.empty()) lines.add(to_text(planned));
  }
  for (const CaseResult& result : journal.results) {
    lines.add(to_text(JournalLine(BeginLine{result.id})));
    lines.add(to_text(result));
  }
  if (journal.finished) lines.add(to_text(JournalLine(DoneLine{journal.planned.size(), journal.results.size()})));
  return lines.close();
}

std::string to_text(const Journal& journal) {
  std::string text;
  write_text(journal, [&text](std::string_view lines) {
    text += lines;
    return std::optional<Diagnostic>();
  });
  return text;
}

}  // namespace npu_cts::record
