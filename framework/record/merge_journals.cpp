// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"
#include "framework/record/journal_keys.h"
#include "framework/record/journal_line.h"
#include "framework/record/run_fields.h"

namespace npu_cts {
namespace {

std::string name_of(const Shard& shard) { return fmt::format("part {} of {}", shard.index, shard.count); }

/// Sorts `lines`; of several with one id the first stays.
template <class Line>
void sort_by_id(std::vector<Line>& lines) {
  std::ranges::stable_sort(lines, {}, &Line::id);
  const auto is_same = [](const Line& a, const Line& b) { return a.id == b.id; };
  lines.erase(std::unique(lines.begin(), lines.end(), is_same), lines.end());
}

/// Puts parts of one run together and says what keeps them apart.
class Merger {
 public:
  std::optional<std::string> take(const Journal& part) {
    if (parts_ == 0) whole_.info = part.info;
    if (const auto difference = find_difference(whole_.info, part.info))
      return fmt::format("the journals are of different runs: {}", *difference);
    if (parts_ > 0 && (part.shards.empty() || whole_.shards.empty()))
      return "a journal of the whole run stands beside another: parts of one run are disjoint";
    ++parts_;
    for (const Shard& shard : part.shards) {
      if (const auto problem = add(shard)) return problem;
    }
    for (const PlannedCase& planned : part.planned) {
      if (const auto problem = add(planned, part.shards)) return problem;
    }
    whole_.results.insert(whole_.results.end(), part.results.begin(), part.results.end());
    whole_.finished = part.finished && (parts_ == 1 || whole_.finished);
    whole_.environments.insert(whole_.environments.end(), part.environments.begin(), part.environments.end());
    return std::nullopt;
  }

  Journal finish() {
    if (!whole_.shards.empty() && whole_.shards.size() == whole_.shards.front().count) whole_.shards.clear();
    std::ranges::sort(whole_.shards, {}, &Shard::index);
    sort_by_id(whole_.planned);
    sort_by_id(whole_.results);
    return std::move(whole_);
  }

 private:
  std::optional<std::string> add(const Shard& shard) {
    for (const Shard& other : whole_.shards) {
      if (other == shard) return fmt::format("{} is there twice", name_of(shard));
      if (other.count != shard.count)
        return fmt::format("{} and {} are not of one run", name_of(other), name_of(shard));
    }
    whole_.shards.push_back(shard);
    return std::nullopt;
  }

  std::optional<std::string> add(const PlannedCase& planned, const std::vector<Shard>& shards) {
    if (!shards.empty() && !is_part(shards, planned.id))
      return fmt::format("'{}' is no case of {}", planned.id, name_of(shards.front()));
    whole_.planned.push_back(planned);
    return std::nullopt;
  }

  Journal whole_;
  std::size_t parts_ = 0;
};

/// Calls `take` with each line of the text of `journal`, until it returns false. Returns whether it never did.
template <class Take>
bool for_each_line(const Journal& journal, const Take& take) {
  Chain chain;
  const RunLine run{.info = journal.info, .shards = journal.shards, .environments = journal.environments};
  bool goes_on = take(chain.link(to_text(JournalLine(run))));
  for (std::size_t i = 0; goes_on && i < journal.planned.size(); ++i)
    goes_on = take(chain.link(to_text(journal.planned[i])));
  for (std::size_t i = 0; goes_on && i < journal.results.size(); ++i) {
    const CaseResult& result = journal.results[i];
    goes_on = take(chain.link(to_text(JournalLine(BeginLine{result.id})))) && take(chain.link(to_text(result)));
  }
  if (!goes_on || !journal.finished) return goes_on;
  return take(chain.link(to_text(JournalLine(DoneLine{journal.planned.size(), journal.results.size()}))));
}

}  // namespace

PlannedCase planned_of(const Case& planned) {
  return {.id = planned.id,
          .op = planned.call.op,
          .target = planned.call.target,
          .family = std::string(name_of(planned.family)),
          .expected = planned.expected,
          .covers = to_texts(planned.covers),
          .at = {.file = spec_path(planned.at.file), .line = planned.at.line, .column = 0}};
}

bool is_part(const Shard& shard, std::string_view id) { return is_part(std::span(&shard, 1), id); }

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
  for (CaseResult& result : journal.results) {
    result.printed.clear();
    result.microseconds = 0;
  }
  return journal;
}

Result<Journal> merge_journals(std::span<const Journal> parts) {
  if (parts.empty()) return bad_journal({}, "there is no journal to merge");
  Merger merger;
  for (const Journal& part : parts) {
    if (auto problem = merger.take(part)) return bad_journal({}, std::move(*problem));
  }
  return merger.finish();
}

std::string to_text(const Journal& journal) {
  std::string text;
  for_each_line(journal, [&](const std::string& line) {
    text += line;
    return true;
  });
  return text;
}

bool is_text_of(std::string_view text, const Journal& journal) {
  const bool is_begin = for_each_line(journal, [&](const std::string& line) {
    if (!text.starts_with(line)) return false;
    text.remove_prefix(line.size());
    return true;
  });
  return is_begin && text.empty();
}

}  // namespace npu_cts
