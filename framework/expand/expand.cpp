#include "framework/expand/expand.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <set>

#include "framework/expand/families.h"

namespace npu_cts {
namespace {

template <class T>
bool is_named(const std::vector<T>& names, const T& name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

bool is_covered(const Spec& spec, const OpSpec& op, std::size_t release, const PlanOptions& options) {
  if (!op.pages.contains(release)) return false;
  const std::string& name = spec.releases[release];
  const auto is_original = [&](const std::string& page) {
    const auto document = std::ranges::find(spec.documents, page, &Document::id);
    return document != spec.documents.end() && document->path.starts_with("original/");
  };
  if (!options.releases.empty()) {
    return std::ranges::find(options.releases, "all") != options.releases.end() || is_named(options.releases, name);
  }
  const bool newest = release == op.pages.rbegin()->first;
  return newest || std::ranges::any_of(op.pages.at(release), is_original);
}

bool glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

/// Returns whether an id of `op` for `target` may match one of `queries`: whether they agree up to the first wildcard.
bool may_match(const std::vector<std::string>& queries, const OpSpec& op, const Target& target) {
  const std::string head = case_id({.op = op.name, .target = target, .arguments = {}}, "");
  return queries.empty() || std::ranges::any_of(queries, [&](std::string_view query) {
           const std::string_view literal = query.substr(0, query.find_first_of("*?"));
           const std::size_t common = std::min(literal.size(), head.size());
           return literal.substr(0, common) == std::string_view(head).substr(0, common);
         });
}

/// Returns where family and content begin in "op/product/release/mode/family/content".
std::size_t content_start(std::string_view id) {
  std::size_t place = 0;
  for (int part = 0; part < 4; ++part) place = id.find('/', place) + 1;
  return place;
}

/// Returns `plan` for another target whose spec is the same.
Plan retarget(const Plan& plan, const Target& target) {
  Plan other = plan;
  for (Case& planned : other.cases) {
    planned.call.target = target;
    planned.id = case_id(planned.call, planned.id.substr(content_start(planned.id)));
  }
  for (CoverageGap& miss : other.coverage_gaps) miss.target = target;
  return other;
}

/// Moves what `part` holds to the end of `all`.
void take(Plan part, Plan& all) {
  std::ranges::move(part.cases, std::back_inserter(all.cases));
  std::ranges::move(part.coverage_gaps, std::back_inserter(all.coverage_gaps));
}

/// Returns the part of plan_witnesses that is about `op`.
Plan witnesses_of(const Spec& spec, const OpSpec& op) {
  Plan all;
  std::set<std::string> seen;   // what the spec says of a target, or the place of the support cell that excludes it
  std::set<std::string> shown;  // "negative RULE", "boundary RULE"
  for (const Target& target :
       targets_of(spec, op, {.ops = {}, .products = {}, .releases = {"all"}, .modes = {}, .query = {}})) {
    const SupportCell* support = find_support(spec, op, target);
    if (support == nullptr) continue;
    const bool is_supported = support->state == SupportState::yes;
    const std::string key = is_supported ? same_spec_key(spec, op, target) : std::to_string(support->at.line);
    if (!seen.insert(key).second) continue;
    const BoundSpec bound = BoundSpec::bind(spec, op, target);
    Families families(bound);
    if (is_supported) {
      families.add_legal_dtypes();
      families.add_choices();
      families.add_rule_witnesses(shown);
      if (shown.empty()) families.add_data();
      families.add_examples();
    } else {
      families.add_support();
    }
    Plan part = families.take();
    for (const Case& planned : part.cases) {
      if (planned.family == "negative" || planned.family == "boundary")
        shown.insert(planned.family + " " + planned.covers.front());
    }
    take(std::move(part), all);
  }
  return all;
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): three axes
std::vector<Target> targets_of(const Spec& spec, const OpSpec& op, const PlanOptions& options) {
  std::vector<Target> targets;
  for (std::size_t release = 0; release < spec.releases.size(); ++release) {
    if (!is_covered(spec, op, release, options)) continue;
    for (const Product& product : spec.products) {
      if (!is_named(options.products, product.id)) continue;
      for (const Mode mode : all_modes) {
        if (is_named(options.modes, mode)) {
          targets.push_back({.product = product.id, .release = spec.releases[release], .mode = mode});
        }
      }
    }
  }
  return targets;
}

Plan expand(const BoundSpec& bound) {
  if (bound.support() == nullptr) return {};
  Families families(bound);
  if (!bound.is_supported()) {
    families.add_support();
    return families.take();
  }
  families.add_legal_dtypes();
  families.add_illegal_dtypes();
  families.add_choices();
  families.add_rules();
  families.add_data();
  families.add_examples();
  return families.take();
}

Plan plan(const Spec& spec, const PlanOptions& options) {
  Plan all;
  for (const OpSpec& op : spec.operators) {
    if (!is_named(options.ops, op.name)) continue;
    std::map<std::string, Plan> made;  // by what the spec says of the target
    for (const Target& target : targets_of(spec, op, options)) {
      if (!may_match(options.query, op, target)) continue;
      const SupportCell* support = find_support(spec, op, target);
      if (support == nullptr) continue;
      if (support->state != SupportState::yes) {
        take(expand(BoundSpec::bind(spec, op, target)), all);
        continue;
      }
      const auto [it, is_new] = made.try_emplace(same_spec_key(spec, op, target));
      if (is_new) it->second = expand(BoundSpec::bind(spec, op, target));
      take(retarget(it->second, target), all);
    }
  }
  std::ranges::sort(all.cases, {}, &Case::id);
  return all;
}

Plan plan_witnesses(const Spec& spec) {
  std::vector<std::future<Plan>> parts;
  for (const OpSpec& op : spec.operators) {
    parts.push_back(std::async(std::launch::async, [&spec, &op] { return witnesses_of(spec, op); }));
  }
  Plan all;
  for (std::future<Plan>& part : parts) take(part.get(), all);
  return all;
}

bool matches(std::string_view pattern, std::string_view id) {
  const bool is_prefix =
      id.starts_with(pattern) && (id.size() == pattern.size() || pattern.ends_with('/') || id[pattern.size()] == '/');
  return pattern.empty() || is_prefix || glob(pattern, id);
}

}  // namespace npu_cts
