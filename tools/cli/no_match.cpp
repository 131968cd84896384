// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/no_match.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/reader/read_spec.h"
#include "framework/record/journal.h"
#include "framework/record/rerun.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/find_spec.h"
#include "framework/run/session/selection.h"

namespace npu_cts {
namespace {

constexpr std::size_t release_part = 2;  ///< of an id: operator/product/release/mode/…
constexpr std::size_t target_parts = 4;
constexpr std::size_t most_named = 3;

/// Returns whether a plan without --release has cases of `release`.
bool is_default(const Spec& spec, const std::string& release) {
  return std::ranges::any_of(spec.operators, [&](const OpSpec& op) {
    const auto targets = expand::targets_of(spec, op, {});
    return contains(targets, release, &Target::release);
  });
}

/// Returns what may stand in `place` of an id whose first parts are `parts`.
std::vector<std::string> words_at(std::size_t place, const std::vector<std::vector<std::string>>& ids) {
  std::set<std::string> words;
  for (const auto& id : ids) {
    if (id.size() > place) words.insert(id[place]);
  }
  return {words.begin(), words.end()};
}

/// Returns the ids of a plan, cut at each '/', that agree with the first four parts of `query`: those of the word
/// nearest to each where none is written so.
std::vector<std::vector<std::string>> ids_near(const Spec& spec, std::vector<std::string>& query) {
  std::vector<std::string> ops;
  for (const OpSpec& op : spec.operators) ops.push_back(op.name);
  std::vector<std::string> products;
  for (const Product& product : spec.products) products.push_back(product.id);
  std::vector<std::string> modes;
  for (const Mode& mode : spec.modes.all) modes.push_back(mode.id);
  const std::array known{ops, products, spec.releases, modes};
  for (std::size_t place = 0; place < std::min(query.size(), target_parts); ++place) {
    if (expand::has_wildcard(query[place]) || contains(known[place], query[place])) continue;
    const auto near = nearest_word(query[place], known[place]);
    if (!near) return {};
    query[place] = *near;
  }
  std::vector<std::string> head(query.begin(), query.begin() + std::min<std::ptrdiff_t>(std::ssize(query), 4));
  const bool is_dated = head.size() > release_part && !expand::has_wildcard(head[release_part]);
  expand::PlanOptions options;
  options.filters.releases = is_dated ? std::vector{head[release_part]} : std::vector<std::string>{};
  options.query = {join(head, "/")};
  std::vector<std::vector<std::string>> ids;
  for (const Case& planned : expand::plan(spec, options).cases) ids.push_back(split(planned.id, '/'));
  return ids;
}

/// Returns the word nearest to that of `option`, "--family NAME" or "--rule ID", among those of the planned cases.
std::optional<std::string> nearest_name(const Spec& spec, const run::RunOptions& options, std::string_view option) {
  auto what = run::plan_options(spec, options);
  const auto space = option.find(' ');
  if (!what || space == std::string_view::npos) return std::nullopt;
  what->families.clear();
  std::set<std::string> known;
  for (const Case& planned : expand::plan(spec, *what).cases) {
    if (option.starts_with("--family ")) {
      known.emplace(name_of(planned.family));
    } else {
      for (const Reason& reason : planned.covers) known.insert(to_text(reason));
    }
  }
  const std::vector<std::string> words(known.begin(), known.end());
  return nearest_word(option.substr(space + 1), words);
}

std::vector<std::string> names_near(const Spec& spec, const run::RunOptions& options, const std::string& query) {
  if (!query.starts_with("--")) return query.empty() ? std::vector<std::string>{} : nearest_ids(spec, query);
  const auto near = nearest_name(spec, options, query);
  return near ? std::vector{*near} : std::vector<std::string>{};
}

/// Returns whether a run with `options` would plan what `query` names: ids, or "--family NAME".
bool is_planned(const Spec& spec, const run::RunOptions& options, const std::string& query) {
  constexpr std::string_view option = "--family ";
  const bool is_family = query.starts_with(option);
  auto what = run::plan_options(spec, options);
  if (!what || query.empty() || (query.starts_with("--") && !is_family)) return false;
  what->query = is_family ? std::vector<std::string>{} : std::vector{query};
  what->families = is_family ? std::vector{query.substr(option.size())} : std::vector<std::string>{};
  return expand::plan_count(spec, *what) > 0;
}

/// Returns which option of the run leaves out what `query` names, and what to do.
std::optional<std::string> excluding_option(const Spec& spec, const run::RunOptions& options,
                                            const std::string& query) {
  const Filters& given = options.filters;
  for (const auto& [key, option, words] : filter_lists) {
    run::RunOptions without = options;
    (without.filters.*words).clear();
    if (words != &Filters::releases && !(given.*words).empty() && is_planned(spec, without, query))
      return fmt::format("leave '{} {}' out: it excludes what is named", option, join(given.*words, " "));
  }
  run::RunOptions every = options;
  every.filters.releases = {"all"};
  if (!given.releases.empty() && is_planned(spec, every, query))
    return fmt::format("write '--release all': '--release {}' excludes what is named", join(given.releases, " "));
  run::RunOptions full = options;
  full.filters.tier = Tier::full;
  if (given.tier == Tier::full || !is_planned(spec, full, query)) return std::nullopt;
  return fmt::format("add '--tier full': the tier {} does not plan it", name_of(given.tier));
}

/// Returns what each leave out of the other, where several choose the cases.
std::optional<std::string> disjoint_choices(const run::RunOptions& options) {
  const Selection& asked = options.selection;
  std::vector<std::string> given;
  const auto add = [&](bool is_given, const char* name) {
    if (is_given) given.emplace_back(name);
  };
  add(!asked.queries.empty(), "the query");
  add(!options.from.empty(), "--from");
  add(options.failed.has_value(), "--failed");
  add(!asked.excluded.empty(), "--exclude");
  add(!asked.families.empty(), "--family");
  add(!asked.rules.empty(), "--rule");
  if (given.size() == 1 && !asked.excluded.empty()) return "leave '--exclude' out, or narrow it: it matches every case";
  if (given.size() < 2) return std::nullopt;
  return fmt::format("leave one of them out, they have no case in common: {}", join(given, ", "));
}

/// Returns `query` with '/*' behind it where it is a pattern that is a prefix of ids: only a query without wildcards
/// names what is below it.
std::optional<std::string> pattern_below(const Spec& spec, const run::RunOptions& options, const std::string& query) {
  const std::string below = query + (query.ends_with('/') ? "*" : "/*");
  return expand::has_wildcard(query) && is_planned(spec, options, below) ? std::optional(below) : std::nullopt;
}

/// Returns what to do about the query `excluded`, which leaves nothing out.
std::string fix_of_exclusion(const Spec& spec, const run::RunOptions& options, const std::string& excluded) {
  if (const auto below = pattern_below(spec, options, excluded)) return fmt::format("write '{}'", *below);
  const auto near = nearest_ids(spec, excluded);
  return did_you_mean(near.empty() ? std::nullopt : std::optional(join(near, "' or '")),
                      "leave it out; 'npu-cts list' shows the ids that are planned");
}

std::string fix_of(const Spec& spec, const run::RunOptions& options, const std::string& query) {
  constexpr std::string_view exclusion = "--exclude ";
  if (query.starts_with(exclusion)) return fix_of_exclusion(spec, options, query.substr(exclusion.size()));
  if (query.empty() || is_planned(spec, options, query)) {
    if (auto disjoint = disjoint_choices(options)) return *std::move(disjoint);
  }
  if (const auto below = pattern_below(spec, options, query)) return fmt::format("write '{}'", *below);
  const auto parts = split(query, '/');
  if (options.filters.releases.empty() && options.selection.listed.empty() && parts.size() > release_part &&
      find_release(spec, parts[release_part]) && !is_default(spec, parts[release_part])) {
    return fmt::format(
        "add '--release {}': without it each operator's newest release is planned, and those of the "
        "original documents",
        parts[release_part]);
  }
  if (auto excluding = excluding_option(spec, options, query)) return *std::move(excluding);
  const auto near = names_near(spec, options, query);
  if (near.empty() && query.starts_with("--family ")) return "families are " + join(all_names<Family>(), ", ");
  return did_you_mean(near.empty() ? std::nullopt : std::optional(join(near, "' or '")),
                      "'npu-cts list' shows the ids that are planned, with '--release all' those of every release");
}

/// Returns why the journal whose failures are asked for names no case of the spec, where that is not for the lack of
/// failures or for another option.
std::optional<Diagnostic> find_wrong_journal(const run::RunOptions& options) {
  if (!options.failed) return std::nullopt;
  const bool has_failures = !options.selection.listed.empty();
  const auto journal = record::read_journal(*options.failed);
  if (!journal || (journal->finished && !has_failures)) return std::nullopt;
  const std::string folder = run::find_spec_folder(options.spec);
  const auto digest = reader::digest_of(folder);
  if (digest && journal->info.spec_digest != *digest) return run::other_spec(*digest, *journal, *options.failed);
  if (has_failures) return std::nullopt;
  const std::string spec =
      folder == run::find_spec_folder("") ? "" : fmt::format(" --spec {}", record::shell_word(folder));
  return error_at(Kind::bad_journal, {.file = *options.failed},
                  "the run did not end, and no case of it has failed so far", "what did not run may fail",
                  fmt::format("go on with it: {}{} --journal {} --resume", record::run_command(journal->info), spec,
                              record::shell_word(*options.failed)));
}

/// Returns that nothing matches `query`, which may be all the words that select: those have quotes of their own.
std::string no_case_of(const std::string& query, bool is_all_words) {
  if (is_all_words) return fmt::format("no case is left by {}", escape_control(query));
  return query.empty() ? "no case matches" : fmt::format("no case matches '{}'", escape_control(query));
}

}  // namespace

std::vector<std::string> nearest_ids(const Spec& spec, const std::string& query) {
  std::vector<std::string> parts = split(query, '/');
  auto ids = ids_near(spec, parts);
  for (std::size_t place = 0; place < parts.size() && !ids.empty(); ++place) {
    const auto known = words_at(place, ids);
    const auto near = contains(known, parts[place]) ? parts[place] : nearest_word(parts[place], known);
    if (!expand::has_wildcard(parts[place]) && !near) break;
    if (!expand::has_wildcard(parts[place])) parts[place] = *near;
    std::erase_if(ids, [&](const auto& id) { return id.size() <= place || !expand::matches(parts[place], id[place]); });
  }
  if (ids.empty()) return {};
  if (const std::string corrected = join(parts, "/");
      corrected != query && expand::matches(corrected, join(ids.front(), "/")))
    return {corrected};
  std::vector<std::string> names;
  for (const auto& id : ids) {
    if (names.size() < most_named) names.push_back(join(id, "/"));
  }
  return names;
}

int complain_of_no_match(const Spec& spec, const run::RunOptions& options, std::string_view outcome,
                         const std::vector<std::string>& unmatched) {
  if (const auto wrong = find_wrong_journal(options)) return run::complain({*wrong}, run::exit_usage);
  if (options.failed && options.selection.listed.empty()) {
    fmt::print(stderr, "npu-cts: {}: no case failed in '{}'\n", outcome, escape_control(*options.failed));
    return run::exit_nothing_ran;
  }
  if (!options.from.empty() && !options.failed && options.selection.listed.empty()) {
    fmt::print(stderr, "npu-cts: {}: '{}' names no case\n  hint: write an id or a query in each line: npu-cts list\n",
               outcome, escape_control(options.from));
    return run::exit_nothing_ran;
  }
  const bool is_whole = unmatched.empty();
  const std::vector<std::string> all = is_whole ? std::vector<std::string>{run::query_text(options)} : unmatched;
  for (const std::string& query : all) {
    if (&query - all.data() == most_named) {
      fmt::print(stderr, "and {} more match no case\n", all.size() - most_named);
      break;
    }
    fmt::print(stderr, "npu-cts: {}: {}\n  hint: {}\n", outcome,
               no_case_of(query, is_whole && !run::is_one_query(options)),
               fix_of(spec, options, is_whole ? "" : query));
  }
  return run::exit_nothing_ran;
}

}  // namespace npu_cts
