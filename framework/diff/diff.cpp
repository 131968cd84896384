// SPDX-License-Identifier: Apache-2.0
#include "framework/diff/diff.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/names.h"
#include "framework/base/sort.h"
#include "framework/diff/witnesses.h"

namespace npu_cts::diff {
namespace {

/// Returns the modes of the newer side, and behind them those that the older alone has.
std::vector<std::string> modes_of(const Side& older, const Side& newer) {
  std::vector<std::string> modes;
  for (const Side* side : {&newer, &older}) {
    for (const Mode& mode : side->spec->modes.all) {
      if (!contains(modes, mode.id)) modes.push_back(mode.id);
    }
  }
  return modes;
}

/// Returns what a default says, with its mark in Chinese where no call can use it.
std::string in_chinese(std::string_view says) {
  const bool usable = !says.ends_with(unusable_mark);
  if (!usable) says.remove_suffix(unusable_mark.size());
  return std::string(says) + (usable ? "" : "（不可用）");
}

/// The comparison of one operator in one pair of releases.
class OpComparison {
 public:
  OpComparison(const Side& older, const Side& newer, std::string op)
      : older_(older), newer_(newer), modes_(modes_of(older, newer)) {
    diff_.op = std::move(op);
    diff_.older = older.release;
    diff_.newer = newer.release;
  }

  OpDiff run() {
    std::set<std::string> products;
    for (const Side* side : {&older_, &newer_}) {
      for (const Product& product : side->spec->products) products.insert(product.id);
    }
    for (const std::string& product : products) {
      for (const std::string& mode : modes_) compare_target(product, mode);
      finish_product(product);
    }
    sort_stably(diff_.changes, std::greater{}, &Change::gained);
    for (auto& [key, change] : facts_) diff_.facts.push_back(std::move(change));
    return std::move(diff_);
  }

 private:
  struct Tally {
    bool gained = false;
    bool lost = false;
    bool proved = true;
    std::set<std::string> gained_dtypes;
    std::set<std::string> lost_dtypes;
  };

  void compare_target(const std::string& product, const std::string& mode) {
    const View before(older_, diff_.op, {.product = product, .release = older_.release, .mode = mode});
    const View after(newer_, diff_.op, {.product = product, .release = newer_.release, .mode = mode});
    if (!before.is_supported() && !after.is_supported()) return;
    const auto [it, is_new] = compared_.try_emplace({key_of(before), key_of(after)});
    if (is_new) it->second = compare(before, after);
    for (const std::string& row : it->second.rows) add_row(it->second, row);
    for (const Difference& difference : it->second.differences) add_change(before, after, difference);
    if (before.is_supported() && after.is_supported()) add_facts(before, after, product, mode);
  }

  /// Targets with equal keys are compared once.
  static std::vector<std::string> key_of(const View& view) {
    if (view.is_supported()) return view.lines();
    return {std::string(name_of(view.opinion_of({}).verdict))};
  }

  void add_row(const Disagreement& found, const std::string& row) {
    Tally& tally = tallies_[row];
    tally.proved = tally.proved && found.proved;
    for (const Difference& difference : found.differences) {
      if (difference.row != row) continue;
      (difference.gained ? tally.gained : tally.lost) = true;
    }
    if (const auto it = found.gained_dtypes.find(row); it != found.gained_dtypes.end())
      tally.gained_dtypes.insert(it->second.begin(), it->second.end());
    if (const auto it = found.lost_dtypes.find(row); it != found.lost_dtypes.end())
      tally.lost_dtypes.insert(it->second.begin(), it->second.end());
  }

  void finish_product(const std::string& product) {
    for (const auto& [row, tally] : tallies_) {
      const Relation relation = tally.gained && tally.lost ? Relation::incomparable
                                : tally.gained             ? Relation::more
                                : tally.lost               ? Relation::less
                                                           : Relation::same;
      diff_.rows.push_back({.product = product,
                            .row = row,
                            .relation = relation,
                            .proved = tally.proved,
                            .gained_dtypes = tally.gained_dtypes.size(),
                            .lost_dtypes = tally.lost_dtypes.size()});
    }
    tallies_.clear();
  }

  /// Adds a change, or another spot of one with the same reason.
  void add_change(const View& before, const View& after, const Difference& difference) {
    const View& accepting = difference.gained ? after : before;
    const View& refusing = difference.gained ? before : after;
    Change change{
        .gained = difference.gained,
        .refusal = difference.refusal,
        .witness = {.op = diff_.op, .target = accepting.target(), .arguments = difference.witness},
        .given = accepting.given(difference.witness),
        .where = {{.product = accepting.target().product, .mode = accepting.target().mode, .row = difference.row}}};
    for (const std::string& id : difference.refused) {
      if (auto ground = refusing.ground_of(id)) change.refused.push_back(std::move(*ground));
      const std::string key = id.ends_with(".unknown") ? id.substr(0, id.find('.')) : "";
      auto answer = key.empty() ? accepting.ground_of(id) : accepting.ground_of_parameter(key);
      const bool is_new = answer && (change.refused.empty() || *answer != change.refused.back());
      if (is_new) change.admitted.push_back(std::move(*answer));
    }
    const std::vector<Ground> defaults = changed_defaults(accepting, refusing, difference.witness);
    change.admitted.insert(change.admitted.end(), defaults.begin(), defaults.end());
    if (auto row = accepting.ground_of_row(difference.row)) change.admitted.push_back(std::move(*row));
    merge(std::move(change));
  }

  /// Returns the defaults that the witness takes and that differ: a rule may say the same of other values.
  static std::vector<Ground> changed_defaults(const View& accepting, const View& refusing, const Arguments& witness) {
    constexpr std::string_view suffix = ".default";
    std::vector<Ground> grounds;
    const auto others = refusing.facts();
    for (const auto& [id, fact] : accepting.facts()) {
      if (!id.ends_with(suffix) || witness.contains(id.substr(0, id.size() - suffix.size()))) continue;
      const auto other = others.find(id);
      if (other == others.end() || other->second.says == fact.says) continue;
      const std::string key = id.substr(0, id.size() - suffix.size());
      grounds.push_back({.id = id,
                         .text = {.en = fmt::format("{} defaults to {}, not to {}", key, fact.says, other->second.says),
                                  .zh = fmt::format("{} 默认为 {}，而非 {}", key, in_chinese(fact.says),
                                                    in_chinese(other->second.says))},
                         .sentences = accepting.sentences(fact.cite)});
    }
    return grounds;
  }

  void merge(Change change) {
    const auto same = std::ranges::find_if(diff_.changes, [&](const Change& other) {
      return other.gained == change.gained && other.refused == change.refused && other.refusal == change.refusal;
    });
    if (same == diff_.changes.end()) {
      diff_.changes.push_back(std::move(change));
      return;
    }
    same->where.insert(same->where.end(), change.where.begin(), change.where.end());
    sort_stably(same->where, {}, [&](const Spot& spot) {
      return std::tuple(spot.product, std::ranges::find(modes_, spot.mode) - modes_.begin(), spot.row);
    });
    for (Ground& ground : change.admitted) {
      const bool is_new = !contains(same->admitted, ground);
      if (is_new) same->admitted.push_back(std::move(ground));
    }
  }

  void add_facts(const View& before, const View& after, const std::string& product, const std::string& mode) {
    const auto old_facts = before.facts();
    const auto new_facts = after.facts();
    std::set<std::string> ids;
    for (const auto& [id, fact] : old_facts) ids.insert(id);
    for (const auto& [id, fact] : new_facts) ids.insert(id);
    for (const std::string& id : ids) {
      const auto was = old_facts.find(id);
      const auto is = new_facts.find(id);
      const std::string older = was == old_facts.end() ? "" : was->second.says;
      const std::string newer = is == new_facts.end() ? "" : is->second.says;
      if (older == newer) continue;
      FactChange& change = facts_[{id, older, newer}];
      change.id = id;
      change.older = older;
      change.newer = newer;
      if (was != old_facts.end()) change.older_text = was->second.text;
      if (is != new_facts.end()) change.newer_text = is->second.text;
      if (was != old_facts.end()) add_sentences(before, was->second, change);
      if (is != new_facts.end()) add_sentences(after, is->second, change);
      change.where.push_back(fmt::format("{}, {}", product, mode));
    }
  }

  static void add_sentences(const View& view, const SpecFact& fact, FactChange& change) {
    for (Sentence& sentence : view.sentences(fact.cite)) {
      const bool is_new = !contains(change.sentences, sentence);
      if (is_new) change.sentences.push_back(std::move(sentence));
    }
  }

  const Side older_;
  const Side newer_;
  const std::vector<std::string> modes_;
  OpDiff diff_;
  std::map<std::string, Tally> tallies_;  ///< by row, of the product at hand
  std::map<std::tuple<std::string, std::string, std::string>, FactChange> facts_;
  std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, Disagreement> compared_;
};

bool has_page(const Side& side, const std::string& op, const std::string& release) {
  const OpSpec* const found = find_operator(*side.spec, op);
  const auto at = find_release(*side.spec, release);
  return found != nullptr && at && found->pages.contains(*at);
}

/// Returns the pairs of releases to compare: the one that was asked for, or every one of either tree with itself.
std::vector<std::pair<std::string, std::string>> pairs_of(const Side& older, const Side& newer) {
  if (!older.release.empty()) return {{older.release, newer.release}};
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Side* side : {&newer, &older}) {
    for (const std::string& release : side->spec->releases) {
      const std::pair pair{release, release};
      if (!contains(pairs, pair)) pairs.push_back(pair);
    }
  }
  return pairs;
}

}  // namespace

Diff diff(const Side& older, const Side& newer) {
  Diff all{.older = older.label, .newer = newer.label, .modes = modes_of(older, newer)};
  for (const Side* side : {&newer, &older}) {
    for (const Product& product : side->spec->products) all.names.emplace(product.id, product.name);
    for (const Mode& mode : side->spec->modes.all) all.names.emplace(mode.id, mode.name);
  }
  std::set<std::string> names;
  for (const Side* side : {&older, &newer}) {
    for (const OpSpec& op : side->spec->operators) names.insert(op.name);
  }
  for (const std::string& op : names) {
    for (const auto& [before, after] : pairs_of(older, newer)) {
      if (!has_page(older, op, before) && !has_page(newer, op, after)) continue;
      Side a = older;
      Side b = newer;
      a.release = before;
      b.release = after;
      all.operators.push_back(OpComparison(a, b, op).run());
    }
  }
  return all;
}

bool is_same(const Diff& diff) {
  return std::ranges::all_of(diff.operators, [](const OpDiff& op) { return op.changes.empty() && op.facts.empty(); });
}

}  // namespace npu_cts::diff
