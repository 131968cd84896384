// The checks that read what the generator could not show.

#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"

namespace npu_cts {
namespace {

std::string op_of(const std::string& id) { return id.substr(0, id.find('/')); }

/// Returns "OP RULE" for each rule that some case breaks alone.
std::set<std::string> broken_alone(const Plan& plan) {
  std::set<std::string> broken;
  for (const Case& planned : plan.cases) {
    if (planned.family == "negative") broken.insert(planned.call.op + " " + planned.because.front());
  }
  return broken;
}

/// Returns the misses of `family`, one for each place in the law.
std::map<std::pair<Location, std::string>, const Unreached*> misses_of(const Plan& plan, std::string_view family) {
  std::map<std::pair<Location, std::string>, const Unreached*> misses;
  for (const Unreached& miss : plan.unreached) {
    if (miss.family == family) misses.try_emplace({miss.at, miss.what}, &miss);
  }
  return misses;
}

std::string where(const Target& target) {
  return fmt::format("{}, {}, release {}", target.product, name_of(target.mode), target.release);
}

}  // namespace

Diagnostics find_unsatisfiable_law(const Examined& examined) {
  Diagnostics found;
  for (const std::string_view family : {"rows", "shapes", "support"}) {
    for (const auto& [key, miss] : misses_of(examined.plan, family)) {
      found.push_back({.kind = Kind::unsatisfiable_law,
                       .at = miss->at,
                       .what = fmt::format("no legal call has '{}'", miss->what),
                       .why = fmt::format("every call that was tried breaks a rule ({})", where(miss->target)),
                       .mend = "correct the rule that forbids it, or give 'hints' a value that satisfies it",
                       .notes = {}});
    }
  }
  return found;
}

Diagnostics find_rules_without_negative(const Examined& examined) {
  Diagnostics found;
  const auto shown = broken_alone(examined.plan);
  std::set<std::string> reported;
  for (const auto& [key, miss] : misses_of(examined.plan, "negative")) {
    for (const OpSpec& op : examined.spec.operators) {
      if (op.file != miss->at.file) continue;
      const std::string name = op.name + " " + miss->what;
      if (shown.contains(name) || !reported.insert(name).second) continue;
      found.push_back({.kind = Kind::rule_without_negative,
                       .at = miss->at,
                       .what = fmt::format("no call breaks rule '{}' and no other", miss->what),
                       .why = "every call that was tried keeps it, or breaks another rule too",
                       .mend = "remove the rule if others imply it, correct it, or give 'hints' a value that breaks it",
                       .notes = {}});
    }
  }
  return found;
}

Diagnostics find_rules_without_boundary(const Examined& examined) {
  Diagnostics found;
  std::set<std::string> shown;
  for (const Case& planned : examined.plan.cases) {
    if (planned.family == "boundary") shown.insert(planned.call.op + " " + planned.because.front());
  }
  std::set<std::string> reported;
  for (const auto& [key, miss] : misses_of(examined.plan, "boundary")) {
    for (const OpSpec& op : examined.spec.operators) {
      if (op.file != miss->at.file) continue;
      const std::string name = op.name + " " + miss->what;
      if (shown.contains(name) || !reported.insert(name).second) continue;
      found.push_back({.kind = Kind::rule_without_boundary,
                       .at = miss->at,
                       .what = fmt::format("no legal call stands at the limit of rule '{}'", miss->what),
                       .why = "every call that was tried there breaks a rule",
                       .mend = "correct the limit or the rule that forbids it, or give 'hints' a value that reaches it",
                       .notes = {}});
    }
  }
  return found;
}

Diagnostics find_empty_families(const Examined& examined) {
  std::map<std::string, std::set<std::string>> families;
  for (const Case& planned : examined.plan.cases) families[op_of(planned.id)].insert(planned.family);
  Diagnostics found;
  for (const OpSpec& op : examined.spec.operators) {
    for (const std::string_view family : {"rows", "negative", "boundary", "data"}) {
      if (families[op.name].contains(std::string(family))) continue;
      found.push_back({.kind = Kind::empty_family,
                       .at = {.file = op.file, .line = 1, .column = 1},
                       .what = fmt::format("'{}' has no case of family '{}'", op.name, family),
                       .why = "a family that expands to nothing tests nothing",
                       .mend = "add what the family is made from: see spec/README.md",
                       .notes = {}});
    }
  }
  return found;
}

}  // namespace npu_cts
