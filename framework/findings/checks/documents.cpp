// SPDX-License-Identifier: Apache-2.0
// The checks between documents: between the pages of one release, and between those of neighbouring releases.

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/checks/documents.h"
#include "framework/search/dtype_choices.h"

namespace npu_cts::findings {
namespace {

std::string listed(const std::set<std::string>& names) { return join(names, ", "); }

/// Returns the languages of the pages of `op` in `release`.
std::set<std::string> languages_of(const Spec& spec, const std::vector<std::string>& pages) {
  std::set<std::string> languages;
  for (const Document& page : spec.documents) {
    if (contains(pages, page.id)) languages.insert(page.language);
  }
  return languages;
}

/// Returns the pages of `pages` that have a sentence of `cite`.
std::vector<std::string> pages_saying(const Spec& spec, const Citations& cite, const std::vector<std::string>& pages) {
  std::vector<std::string> saying;
  for (const std::string& id : cite) {
    const Statement* statement = find_statement(spec, id);
    if (statement == nullptr) continue;
    for (const std::string& page : statement->documents) {
      if (contains(pages, page)) saying.push_back(page);
    }
  }
  return saying;
}

/// Returns the sections of the page of `release` that the cited sentences stand in: "output", "examples".
std::set<std::string> sections_of(const Spec& spec, const Citations& cite, const std::vector<std::string>& pages) {
  std::set<std::string> sections;
  for (const std::string& id : cite) {
    const Statement* statement = find_statement(spec, id);
    if (statement == nullptr || pages_saying(spec, {id}, pages).empty()) continue;
    sections.insert(statement->place.substr(0, statement->place.find(',')));
  }
  return sections;
}

bool has_cells(const BoundSpec& bound, const search::DTypeChoice& choice, const Row& row) {
  return std::ranges::all_of(row.cells, [&](const auto& column) {
    const auto chosen = std::ranges::find(choice, bound.names().parameter(column.first), &search::DTypeOf::slot);
    if (chosen == choice.end() || !chosen->dtype) return column.second.none;
    return contains(column.second.dtypes, *chosen->dtype);
  });
}

/// What the pages that follow said of fewer products is gone for the others.
bool part_of_targets(const Applies& before, const Applies& after) {
  Applies widened = before;
  widened.since = after.since;
  widened.until = after.until;
  return after.products.empty() || before.products.empty() || within(widened, after);
}

using Pages = std::vector<std::string>;  ///< of one release, by their ids

/// Rows that stand at some target of a release, and those of them that a legal call may have.
struct Rows {
  std::set<const Row*> held;
  std::set<const Row*> used;
};

/// Holds the pages of one operator against each other.
class Comparison {
 public:
  Comparison(const Spec& spec, const OpSpec& op) : spec_(spec), op_(op), promises_(promises_of(op)) {}

  Findings run() {
    find_rows();
    for (auto page = op_.pages.begin(); page != op_.pages.end(); ++page) {
      compare_editions(page->first, page->second);
      compare_results(page->first, page->second);
      compare_rows(page->first);
      if (std::next(page) != op_.pages.end()) compare_releases(page->first, std::next(page)->first);
    }
    return std::move(found_);
  }

 private:
  void compare_editions(std::size_t release, const Pages& pages) {
    const auto languages = languages_of(spec_, pages);
    if (languages.size() < 2) return;
    for (const Promise& promise : promises_) {
      if (!in_release(*promise.applies, release)) continue;
      const auto saying = languages_of(spec_, pages_saying(spec_, *promise.cite, pages));
      if (saying.empty() || saying == languages) continue;
      report(promise, fmt::format("of the pages of {} only the {} one says '{}'", spec_.releases[release],
                                  listed(saying), promise.subject));
    }
  }

  /// Says which results only an example has, where another part of the page promises another one.
  void compare_results(std::size_t release, const Pages& pages) {
    for (const Promise& shown : promises_) {
      if (shown.category != PromiseCategory::result || !in_release(*shown.applies, release)) continue;
      if (sections_of(spec_, *shown.cite, pages) != std::set<std::string>{"examples"}) continue;
      const bool is_told_otherwise = std::ranges::any_of(promises_, [&](const Promise& told) {
        return told.subject == shown.subject && told.content != shown.content && in_release(*told.applies, release) &&
               !sections_of(spec_, *told.cite, pages).empty();
      });
      if (!is_told_otherwise) continue;
      report(shown,
             fmt::format("an example of {} gives '{}' as its text does not", spec_.releases[release], shown.subject));
    }
  }

  /// Finds which rows of a release stand at some target, and which of them are left a combination of dtypes there.
  void find_rows() {
    for (const auto& group : expand::groups_of(spec_, op_, supported_targets(spec_, op_))) {
      const BoundSpec bound = BoundSpec::bind(spec_, op_, group.front());
      const auto legal = search::legal_dtypes(bound);
      for (const Row& row : op_.rows) {
        if (!bound.holds(row.applies)) continue;
        const auto has_row = [&](const auto& choice) { return has_cells(bound, choice.first, row); };
        const bool is_used = std::ranges::any_of(legal, has_row);
        for (const Target& target : group) {
          Rows& rows = rows_[target.release];
          rows.held.insert(&row);
          if (is_used) rows.used.insert(&row);
        }
      }
    }
  }

  /// Says which rows no combination of dtypes is left for, though they stand in the table of the release: a sentence
  /// refuses what the table lists.
  void compare_rows(std::size_t release) {
    const auto it = rows_.find(spec_.releases[release]);
    for (const Row& row : op_.rows) {
      if (it == rows_.end() || !it->second.held.contains(&row) || it->second.used.contains(&row)) continue;
      found_.push_back(finding(op_, row.id, row.at,
                               fmt::format("the table of {} has row '{}', and its sentences refuse each of its "
                                           "combinations",
                                           spec_.releases[release], row.id)));
    }
  }

  /// Looks at two releases that follow each other.
  void compare_releases(std::size_t before, std::size_t after) {
    for (const PromiseCategory category : every<PromiseCategory>) {
      const Promise* first = nullptr;
      std::set<std::string> gone;
      for (const Promise& promise : promises_) {
        if (promise.category != category || !in_release(*promise.applies, before)) continue;
        if (is_kept(promise, after)) continue;
        if (first == nullptr) first = &promise;
        gone.insert(promise.subject);
      }
      if (first == nullptr) continue;
      report(*first, fmt::format("{} of {} that {} no longer has: {}", name_of(category), spec_.releases[before],
                                 spec_.releases[after], listed(gone)));
    }
    compare_products(before, after);
  }

  [[nodiscard]] bool is_kept(const Promise& promise, std::size_t after) const {
    return std::ranges::any_of(promises_, [&](const Promise& other) {
      return other.category == promise.category && in_release(*other.applies, after) && other.keeps(promise) &&
             part_of_targets(*promise.applies, *other.applies);
    });
  }

  [[nodiscard]] std::set<std::string> products_in(std::size_t release) const {
    std::set<std::string> products;
    for (const Target& target : supported_targets(spec_, op_)) {
      if (target.release == spec_.releases[release]) products.insert(target.product);
    }
    return products;
  }

  void compare_products(std::size_t before, std::size_t after) {
    const auto had = products_in(before);
    const auto has = products_in(after);
    if (had == has || op_.support.empty()) return;
    found_.push_back(finding(op_, "support", op_.support.front().at,
                             fmt::format("{} supports {}, and {} supports {}", spec_.releases[before], listed(had),
                                         spec_.releases[after], listed(has))));
  }

  void report(const Promise& promise, std::string what) {
    found_.push_back(finding(op_, promise.subject, *promise.at, std::move(what)));
    found_.back().statements = *promise.cite;
  }

  const Spec& spec_;
  const OpSpec& op_;
  std::vector<Promise> promises_;
  std::map<std::string, Rows> rows_;  ///< by release
  Findings found_;
};

}  // namespace

Findings find_document_disagreements(const Spec& spec, const OpSpec& op) { return Comparison(spec, op).run(); }

}  // namespace npu_cts::findings
