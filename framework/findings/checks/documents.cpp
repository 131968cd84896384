// The checks between documents: between the pages of one release, and between those of neighbouring releases.

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/dtype_choices.h"
#include "framework/findings/checks/documents.h"
#include "framework/findings/checks/finding.h"

namespace npu_cts {
namespace {

std::string listed(const std::set<std::string>& names) {
  return join(std::vector<std::string>(names.begin(), names.end()), ", ");
}

/// Looks at two releases of one operator that follow each other.
class Succession {
 public:
  Succession(const Spec& spec, const OpSpec& op, std::size_t before, std::size_t after, Findings& found)
      : spec_(spec), op_(op), before_(before), after_(after), found_(found) {}

  void run() {
    for (std::size_t i = 0; i < promise_words.size(); ++i) {
      std::vector<Promise> gone;
      for (Promise& promise : promises_of(op_)) {
        if (promise.category != static_cast<PromiseCategory>(i) || !in_release(*promise.applies, before_)) continue;
        if (!is_kept(promise)) gone.push_back(std::move(promise));
      }
      if (!gone.empty()) report(promise_words.at(i), gone);
    }
    compare_products();
  }

 private:
  [[nodiscard]] bool is_kept(const Promise& promise) const {
    const auto promises = promises_of(op_);
    return std::ranges::any_of(promises, [&](const Promise& other) {
      return other.category == promise.category && in_release(*other.applies, after_) && other.keeps(promise) &&
             part_of_targets(*promise.applies, *other.applies);
    });
  }

  /// What the pages that follow said of fewer products is gone for the others.
  [[nodiscard]] static bool part_of_targets(const Applies& before, const Applies& after) {
    Applies widened = before;
    widened.since = after.since;
    widened.until = after.until;
    return after.products.empty() || before.products.empty() || within(widened, after);
  }

  void report(std::string_view word, const std::vector<Promise>& gone) {
    std::set<std::string> names;
    for (const Promise& promise : gone) names.insert(promise.about);
    found_.push_back(finding(op_, gone.front().about, *gone.front().at,
                             fmt::format("{} of {} that {} no longer has: {}", word, spec_.releases[before_],
                                         spec_.releases[after_], listed(names))));
  }

  [[nodiscard]] std::set<std::string> products_in(std::size_t release) const {
    std::set<std::string> products;
    for (const Target& target : supported_targets(spec_, op_)) {
      if (target.release == spec_.releases[release]) products.insert(target.product);
    }
    return products;
  }

  void compare_products() {
    const auto before = products_in(before_);
    const auto after = products_in(after_);
    if (before == after || op_.support.empty()) return;
    found_.push_back(finding(op_, "support", op_.support.front().at,
                             fmt::format("{} supports {}, and {} supports {}", spec_.releases[before_], listed(before),
                                         spec_.releases[after_], listed(after))));
  }

  const Spec& spec_;
  const OpSpec& op_;
  std::size_t before_;
  std::size_t after_;
  Findings& found_;
};

/// Returns the languages of the pages of `op` in `release`.
std::set<std::string> languages_of(const Spec& spec, const std::vector<std::string>& pages) {
  std::set<std::string> languages;
  for (const Document& page : spec.documents) {
    if (std::ranges::find(pages, page.id) != pages.end()) languages.insert(page.language);
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
      if (std::ranges::find(pages, page) != pages.end()) saying.push_back(page);
    }
  }
  return saying;
}

void compare_editions(const Spec& spec, const OpSpec& op, std::size_t release, const std::vector<std::string>& pages,
                      Findings& found) {
  const auto languages = languages_of(spec, pages);
  if (languages.size() < 2) return;
  for (const Promise& promise : promises_of(op)) {
    if (!in_release(*promise.applies, release)) continue;
    const auto saying = languages_of(spec, pages_saying(spec, *promise.cite, pages));
    if (saying.empty() || saying == languages) continue;
    found.push_back(finding(op, promise.about, *promise.at,
                            fmt::format("of the pages of {} only the {} one says '{}'", spec.releases[release],
                                        listed(saying), promise.about)));
  }
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

/// Says which results only an example has, where another part of the page promises another one.
void compare_results(const Spec& spec, const OpSpec& op, std::size_t release, const std::vector<std::string>& pages,
                     Findings& found) {
  const auto promises = promises_of(op);
  for (const Promise& shown : promises) {
    if (shown.category != PromiseCategory::result || !in_release(*shown.applies, release)) continue;
    if (sections_of(spec, *shown.cite, pages) != std::set<std::string>{"examples"}) continue;
    const bool is_told_otherwise = std::ranges::any_of(promises, [&](const Promise& told) {
      return told.about == shown.about && told.content != shown.content && in_release(*told.applies, release) &&
             !sections_of(spec, *told.cite, pages).empty();
    });
    if (!is_told_otherwise) continue;
    found.push_back(
        finding(op, shown.about, *shown.at,
                fmt::format("an example of {} gives '{}' as its text does not", spec.releases[release], shown.about)));
  }
}

bool has_cells(const DTypeChoice& choice, const Row& row) {
  return std::ranges::all_of(row.cells, [&](const auto& column) {
    const auto chosen = choice.find(column.first);
    if (chosen == choice.end() || !chosen->second) return column.second.none;
    return std::ranges::find(column.second.dtypes, *chosen->second) != column.second.dtypes.end();
  });
}

/// Says which rows no combination of dtypes is left for, though they stand in the table of the release: a sentence
/// refuses what the table lists.
void compare_rows(const Spec& spec, const OpSpec& op, std::size_t release, Findings& found) {
  std::set<const Row*> used;
  std::set<const Row*> held;
  for (const Target& target : supported_targets(spec, op)) {
    if (target.release != spec.releases[release]) continue;
    const auto legal = legal_dtypes(BoundSpec::bind(spec, op, target));
    for (const Row& row : op.rows) {
      if (!holds(row.applies, spec, target)) continue;
      held.insert(&row);
      if (std::ranges::any_of(legal, [&](const auto& choice) { return has_cells(choice.first, row); }))
        used.insert(&row);
    }
  }
  for (const Row& row : op.rows) {
    if (!held.contains(&row) || used.contains(&row)) continue;
    found.push_back(finding(op, row.id, row.at,
                            fmt::format("the table of {} has row '{}', and its sentences refuse each of its "
                                        "combinations",
                                        spec.releases[release], row.id)));
  }
}

}  // namespace

Findings find_document_disagreements(const Spec& spec) {
  Findings found;
  for (const OpSpec& op : spec.operators) {
    for (auto page = op.pages.begin(); page != op.pages.end(); ++page) {
      compare_editions(spec, op, page->first, page->second, found);
      compare_results(spec, op, page->first, page->second, found);
      compare_rows(spec, op, page->first, found);
      if (std::next(page) != op.pages.end()) Succession(spec, op, page->first, std::next(page)->first, found).run();
    }
  }
  return found;
}

}  // namespace npu_cts
