// SPDX-License-Identifier: Apache-2.0
// The check of formulas and of what is implementation-defined against the calls that they are about.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/checks/grounds/terms.h"
#include "framework/rule/bound_spec.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::findings {
namespace {

/// Returns whether `name` stands behind the equals sign of `formula`.
bool reads(std::string_view formula, std::string_view name) {
  const auto words = words_in(formula.substr(std::min(formula.find('='), formula.size())));
  return contains(words, name);
}

/// Returns whether an output or another formula that holds with it needs what `one` gives.
bool is_needed(const BoundSpec& bound, const ResultFormula& one) {
  const std::string name = one.formula.substr(0, one.formula.find(' '));
  if (contains(bound.op().outputs, name, &Output::name)) return true;
  return std::ranges::any_of(bound.formulas(), [&](const auto& other) {
    return other.written != &one && reads(other.written->formula, name);
  });
}

/// A fact with a condition, and the releases in which it holds: those in which a legal call has it. A fact with dates
/// has one in each.
struct Held {
  std::string says;
  Location at;
  bool is_dated = false;
  std::set<std::string> in = {};
  std::set<std::string> touched = {};
};

/// Holds the facts of an operator against its legal calls.
class IdleFacts {
 public:
  explicit IdleFacts(const Examined& examined) : examined_(examined) {}

  Findings run() {
    std::map<Target, std::vector<const Case*>> cases;
    for (const Case& planned : examined_.plan.cases) {
      if (planned.expected == Verdict::accept && planned.call.op == examined_.op.name)
        cases[planned.call.target].push_back(&planned);
    }
    for (const auto& [target, planned] : cases) ask(target, planned);
    for (const auto& [id, held] : held_) {
      for (const std::string& release : held.in) {
        const bool is_shown = held.is_dated ? held.touched.contains(release) : !held.touched.empty();
        if (!is_shown) say(id, held.at, fmt::format("{} touches no call of {}", held.says, release));
      }
    }
    return std::move(found_);
  }

 private:
  void ask(const Target& target, const std::vector<const Case*>& planned) {
    const BoundSpec& bound = examined_.bound.at(examined_.op, target);
    for (const auto& one : bound.implementation_defined())
      touch(bound, one, fmt::format("implementation-defined '{}'", one.written->id), planned);
    for (const auto& one : bound.formulas()) {
      touch(bound, one, fmt::format("formula '{}'", one.written->id), planned);
      if (!is_needed(bound, *one.written))
        say(one.written->id, one.written->at,
            fmt::format("nothing reads what formula '{}' gives in {}", one.written->id, target.release));
    }
  }

  template <class Fact>
  void touch(const BoundSpec& bound, const Conditional<Fact>& fact, std::string says,
             const std::vector<const Case*>& planned) {
    const std::string& release = bound.target().release;
    const Applies& applies = fact.written->applies;
    Held& held = held_[fact.written->id];
    held.says = std::move(says);
    held.at = fact.written->at;
    held.is_dated = applies.since != Applies{}.since || applies.until != Applies{}.until;
    held.in.insert(release);
    if (held.touched.contains(release)) return;
    const bool is_touched = !fact.when || std::ranges::any_of(planned, [&](const Case* one) {
      return decide(*fact.when, SlotCall(bound, one->call.arguments)) == true;
    });
    if (is_touched) held.touched.insert(release);
  }

  void say(const std::string& id, const Location& at, std::string what) {
    if (said_.insert(id).second) found_.push_back(finding(examined_.op, id, at, std::move(what)));
  }

  const Examined& examined_;
  std::map<std::string, Held> held_;
  std::set<std::string> said_;
  Findings found_;
};

}  // namespace

Findings find_idle_facts(const Examined& examined) { return IdleFacts(examined).run(); }

}  // namespace npu_cts::findings
