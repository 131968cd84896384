// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/checks/check.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/sort.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::findings {
namespace {

/// Elements of its tensors, then arguments.
std::pair<std::int64_t, std::size_t> size_of(const Call& call) { return {elements_of(call), call.arguments.size()}; }

using Wanted = std::function<bool(const Case& planned)>;

class Search {
 public:
  /// Calls on targets where `applies` holds come before the others.
  Search(const Examined& examined, const Applies& applies) : examined_(examined) {
    for (const Case& planned : examined.plan.cases) {
      if (planned.call.op == examined.op.name) cases_.push_back(&planned);
    }
    sort_stably(cases_, {}, [](const Case* one) { return size_of(one->call); });
    std::stable_partition(cases_.begin(), cases_.end(),
                          [&](const Case* one) { return holds(applies, examined.spec, one->call.target); });
  }

  /// Returns the smallest call that is wanted.
  [[nodiscard]] std::optional<Call> smallest(const Wanted& wanted) const {
    const auto it = std::ranges::find_if(cases_, [&](const Case* one) { return wanted(*one); });
    if (it == cases_.end()) return std::nullopt;
    return (*it)->call;
  }

  /// Returns the smallest call that is legal on some target of `applies` and breaks `claim` there.
  [[nodiscard]] std::optional<Call> breaks_claim(const Expression& claim, const Applies& applies) const {
    std::optional<Call> found;
    for (const Target& target : supported_targets(examined_.spec, examined_.op)) {
      if (!holds(applies, examined_.spec, target)) continue;
      found = smallest_of(claim, examined_.bound.at(examined_.op, target));
      if (found) return found;
    }
    return found;
  }

 private:
  [[nodiscard]] std::optional<Call> smallest_of(const Expression& claim, const BoundSpec& bound) const {
    const BoundNode wanted = bound.names().bind(claim);
    for (const Case* planned : cases_) {
      if (planned->expected != Verdict::accept) continue;
      Call call = planned->call;
      call.target = bound.target();
      const SlotCall slots(bound, call.arguments);
      if (decide(wanted, slots) == false && is_legal(slots)) return call;
    }
    return std::nullopt;
  }

  const Examined& examined_;
  std::vector<const Case*> cases_;
};

bool covers_id(const Case& planned, const std::string& id) { return contains(planned.covers, id, &Reason::id); }

bool has_dtype(const Case& planned, const std::string& key, std::string_view dtype) {
  const auto argument = planned.call.arguments.find(key);
  if (argument == planned.call.arguments.end()) return false;
  if (const auto* named = std::get_if<DType>(&argument->second)) return name_of(*named) == dtype;
  const auto* tensor = std::get_if<Tensor>(&argument->second);
  return tensor != nullptr && name_of(tensor->type.dtype) == dtype;
}

bool legal_with(const Case& planned, const std::string& key) {
  return planned.expected == Verdict::accept && planned.call.arguments.contains(key);
}

/// Returns a call that leaves `key` out and is otherwise legal.
std::optional<Call> leaving_out(const Search& search, const std::string& key) {
  auto call = search.smallest([&](const Case& planned) { return legal_with(planned, key); });
  if (call) call->arguments.erase(key);
  return call;
}

/// Returns a call that uses what `subject` names, where it is "KEY" or "KEY.WHAT".
std::optional<Call> with_parameter(const Search& search, const OpSpec& op, const std::string& subject) {
  const std::size_t dot = subject.find('.');
  const std::string key = subject.substr(0, dot);
  const std::string what = dot == std::string::npos ? "" : subject.substr(dot + 1);
  if (find_parameter(op, key) == nullptr) return std::nullopt;
  if (what == "defaults") return leaving_out(search, key);
  if (find_named<DType>(what))
    return search.smallest([&](const Case& planned) { return has_dtype(planned, key, what); });
  if (what.starts_with("shapes.")) {
    const std::string id = key + "=" + what.substr(7);
    return search.smallest(
        [&](const Case& planned) { return planned.family == Family::shapes && planned.content == id; });
  }
  if (auto call = search.smallest([&](const Case& planned) { return legal_with(planned, key); })) return call;
  return search.smallest([&](const Case& planned) { return planned.call.arguments.contains(key); });
}

/// Gives the argument `key` of `call` the dtype that stands first in `cell`. Returns whether it has one to give it to,
/// or is left out where the cell says so.
bool set_dtype(Call& call, const std::string& key, const Cell& cell) {
  const auto argument = call.arguments.find(key);
  if (cell.dtypes.empty() || argument == call.arguments.end()) return cell.none && argument == call.arguments.end();
  if (auto* const tensor = std::get_if<Tensor>(&argument->second)) tensor->type.dtype = cell.dtypes.front();
  if (auto* const named = std::get_if<DType>(&argument->second)) *named = cell.dtypes.front();
  return true;
}

/// Returns a call with dtypes of `row`, which no legal call has: made from a legal one of other dtypes.
std::optional<Call> with_row(const Search& search, const Examined& examined, const Row& row) {
  std::optional<Call> made;
  const auto base = search.smallest([&](const Case& planned) {
    if (planned.expected != Verdict::accept) return false;
    Call call = planned.call;
    const auto takes = [&](const auto& cell) { return set_dtype(call, cell.first, cell.second); };
    if (!std::ranges::all_of(row.cells, takes)) return false;
    if (judge_rules(SlotCall(examined.bound.at(examined.op, call.target), call.arguments)).row != row.id) return false;
    made = std::move(call);
    return true;
  });
  return base ? made : std::nullopt;
}

}  // namespace

std::optional<Call> witness_of(const Examined& examined, const Contradiction& one) {
  const OpSpec& op = examined.op;
  const Search search(examined, one.applies);
  if (one.rejected_claim) return search.breaks_claim(*one.rejected_claim, one.applies);
  if (one.kind == "default-breaks-rule") return leaving_out(search, one.subject);
  const auto behaviour = std::ranges::find(op.implementation_defined, one.subject, &ImplementationDefined::id);
  if (behaviour != op.implementation_defined.end()) {
    return search.smallest([&](const Case& planned) {
      if (planned.expected != Verdict::accept) return false;
      const SlotCall call(examined.bound.at(op, planned.call.target), planned.call.arguments);
      return !behaviour->when || evaluate(*behaviour->when, call) == Computed(true);
    });
  }
  if (auto call = search.smallest([&](const Case& planned) { return covers_id(planned, one.subject); })) return call;
  if (auto call = with_parameter(search, op, one.subject)) return call;
  const auto row = std::ranges::find(op.rows, one.subject, &Row::id);
  if (row != op.rows.end()) return with_row(search, examined, *row);
  const std::string name = one.subject.substr(0, one.subject.find('.'));
  const bool is_output = contains(op.outputs, name, &Output::name);
  if (!is_output) return std::nullopt;
  return search.smallest([&](const Case& planned) { return planned.expected == Verdict::accept; });
}

Findings find_upheld_claims(const Examined& examined) {
  Findings found;
  for (const Contradiction& one : examined.op.contradictions) {
    if (!one.rejected_claim || witness_of(examined, one)) continue;
    found.push_back(finding(examined.op, "", one.at, fmt::format("no legal call breaks what '{}' rejects", one.id)));
    found.back().hint = "remove it, or correct 'rejected_claim:'";
  }
  return found;
}

}  // namespace npu_cts::findings
