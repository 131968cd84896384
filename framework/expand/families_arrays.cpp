// SPDX-License-Identifier: Apache-2.0
// The family members in which choices meet: arrays of legal calls (choice_array.h).

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/arrays/check.h"
#include "framework/base/find.h"
#include "framework/expand/choices/choice_array.h"
#include "framework/expand/families.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::expand {
namespace {

/// The row in names of a base, where the operator has no rows.
constexpr std::string_view unnamed_row = "any";

/// The calls of a data set that meet further choices have so many elements at most.
constexpr std::int64_t most_filled = std::int64_t{1} << 18;

/// Those of a named group of sizes from which steps lead to refused calls.
constexpr std::int64_t most_refused = std::int64_t{1} << 17;

/// Returns what takes a call of at most so many elements.
ChoiceArray::Allows is_at_most(std::int64_t elements) {
  return [elements](const SlotCall& call) { return search::elements_of(call) <= elements; };
}

/// Returns whether `set` makes the choice of `axis` itself.
bool chooses(const DataSet& set, const ChoiceAxis& axis) {
  using enum search::MutationStep::Kind;
  const auto kind = axis.steps.front().kind;
  const auto is_among = [&](const auto& chosen) { return chosen.contains(axis.name); };
  return (kind == symbol && is_among(set.sizes)) || ((kind == argument || kind == omit) && is_among(set.arguments)) ||
         (kind == alternative && is_among(set.shapes)) || (kind == layout && is_among(set.layouts)) ||
         (kind == format && is_among(set.formats));
}

/// Returns `calls`, rows of `narrow`, as rows of `wide`: that has its parameters, each with further values behind, and
/// perhaps others.
std::vector<ArrayCall> in_rows_of(const std::vector<arrays::Parameter>& wide,
                                  const std::vector<arrays::Parameter>& narrow, std::vector<ArrayCall> calls) {
  std::vector<std::size_t> places;
  const auto is_at = [](const arrays::Parameter& some, const arrays::Parameter& all) {
    return some.name == all.name && some.values.size() <= all.values.size() &&
           std::equal(some.values.begin(), some.values.end(), all.values.begin());
  };
  std::size_t place = 0;
  for (const arrays::Parameter& parameter : narrow) {
    while (place < wide.size() && !is_at(parameter, wide[place])) ++place;
    assert(place < wide.size());
    places.push_back(place++);
  }
  for (ArrayCall& call : calls) {
    arrays::Row row(wide.size(), 0);
    for (std::size_t i = 0; i < places.size(); ++i) row[places[i]] = call.row[i];
    call.row = std::move(row);
  }
  return calls;
}

/// Adds those of `more` whose row no call of `calls` has.
void add_new(std::vector<ArrayCall> more, std::vector<ArrayCall>& calls) {
  for (ArrayCall& call : more) {
    if (!contains(calls, call.row, &ArrayCall::row)) calls.push_back(std::move(call));
  }
}

}  // namespace

/// Returns a base for each row and each choice of what may be left out, of calls that `set`, if there is one, fills.
std::vector<ArrayBase> Families::array_bases(const Conditional<DataSet>* set) {
  std::vector<ArrayBase> bases;
  std::set<std::string> names;
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    std::string name = combinations_[i].row.empty() ? std::string(unnamed_row) : combinations_[i].row;
    for (const search::DTypeOf& column : combinations_[i].dtypes) {
      const Parameter& parameter = *bound_.parameters()[column.slot].written;
      if (parameter.optional && column.dtype) name += "+" + parameter.key;
    }
    if (names.contains(name)) continue;
    if (set != nullptr && build_with(*set, bases_[i].candidate) != Verdict::accept) continue;
    bases.push_back({.name = name, .candidate = set == nullptr ? bases_[i].candidate : search_.builder().candidate()});
    names.insert(std::move(name));
  }
  return bases;
}

/// Returns how much of what can meet does, `strength` values of choices at a time.
ChoiceCoverage Families::count_choices(Family family, const ChoiceArray& array, const std::vector<ArrayCall>& calls,
                                       std::size_t strength) const {
  std::vector<arrays::Row> rows;
  for (const ArrayCall& call : calls) rows.push_back(call.row);
  const arrays::Check check = arrays::check(array.model(), rows, strength);
  return {.op = bound_.op().name,
          .family = family,
          .met = check.covered,
          .missed = check.missed,
          .infeasible = check.infeasible};
}

/// Returns the cases of `calls`: `start` is what their content begins with.
std::vector<Families::DataCall> Families::cases_of(std::span<const ArrayCall> calls, const Naming& start) const {
  std::vector<DataCall> cases;
  for (const ArrayCall& call : calls) {
    Naming naming = start;
    const std::string row = call.name.substr(0, call.name.find_first_of("+,"));
    naming.content += call.name;
    naming.covers = {{ReasonKind::row, row == unnamed_row ? all_dtypes : row}};
    cases.push_back(
        {.naming = std::move(naming), .call = to_call(bound_, call.found.arguments), .verdict = Verdict::accept});
  }
  return cases;
}

void Families::add_calls(Family family, std::span<const ArrayCall> calls) {
  const Naming start{.family = family, .at = start_of(bound_.op())};
  for (DataCall& one : cases_of(calls, start)) add(std::move(one.naming), std::move(one.call), one.verdict);
}

/// Adds the calls of an array, those behind the first `known`.
void Families::add_array(Family family, const ChoiceArray& array, const std::vector<ArrayCall>& calls,
                         std::size_t known) {
  add_calls(family, std::span(calls).subspan(known));
  plan_.choices.push_back(count_choices(family, array, calls, family == Family::triples ? 3 : 2));
}

void Families::add_pairs() {
  if (tier_ != Tier::full && wants_limits_beside())
    add_limits_beside_bases(ChoiceArray(search_, array_bases(nullptr), {}, {}), {});
  const bool wants_among = wants_refused("/among/");
  if (!wants("pairs/") && !wants_triples() && !wants_beside() && !wants_among) return;
  const std::vector<ChoiceAxis> axes = choice_axes(bound_, Tier::fast);
  ChoiceArray array(search_, array_bases(nullptr), axes, {});
  const std::vector<ArrayCall> pairs = array.cover(2, {});
  std::vector<ArrayBase> joint = array.joint_bases();
  if (wants_among) add_refused_among(pairs);
  if (tier_ == Tier::full) {
    add_calls(Family::pairs, pairs);
    add_all_pairs(array.parameters(), pairs, joint);
  } else {
    add_array(Family::pairs, array, pairs, 0);
  }
  if (wants_triples()) add_array(Family::triples, array, array.cover(3, pairs), pairs.size());
  for (ArrayBase& base : joint) add_joint(std::move(base), axes);
  if (!wants_beside()) return;
  add_refused_beside_sizes();
  add_beside_dtypes();
}

/// Adds what meets where each hinted value is a choice, and to `joint` what is legal only together. `few` are the calls
/// of the tier fast, rows of `parameters`.
void Families::add_all_pairs(const std::vector<arrays::Parameter>& parameters, const std::vector<ArrayCall>& few,
                             std::vector<ArrayBase>& joint) {
  ChoiceArray array(search_, array_bases(nullptr), choice_axes(bound_, Tier::full), {});
  const std::vector<ArrayCall> calls = array.cover(2, in_rows_of(array.parameters(), parameters, few));
  add_array(Family::pairs, array, calls, few.size());
  if (wants_beside()) {
    add_refused_beside(array, calls, Broken::in_each_way);
    if (wants_limits_beside()) add_limits_beside_bases(array, calls);
  }
  for (ArrayBase& base : array.joint_bases()) {
    const auto is_it = [&](const ArrayBase& one) { return one.candidate == base.candidate || one.name == base.name; };
    if (std::ranges::none_of(joint, is_it)) joint.push_back(std::move(base));
  }
}

bool Families::wants_triples() const { return tier_ == Tier::full && wants("triples/"); }

/// Adds what meets the value that `base` was found for: each other value of `axes`; in threes every two.
void Families::add_joint(ArrayBase base, const std::vector<ChoiceAxis>& axes) {
  ChoiceArray joint(search_, {std::move(base)}, axes, {});  // one for each: its axes are what its call takes
  const std::vector<ArrayCall> beside = joint.each({});
  add_calls(Family::pairs, beside);
  if (wants_beside()) {
    add_refused_beside(joint, beside, Broken::in_each_way);
    add_limits_beside(joint, beside);
  }
  if (!wants_triples()) return;
  const std::vector<ArrayCall> calls = joint.cover(2, beside);
  add_calls(Family::triples, std::span(calls).subspan(beside.size()));
}

/// Returns calls that the data set `one` fills: of each base those that together have each choice that it leaves open.
std::vector<Families::DataCall> Families::calls_beside_choices(const Conditional<DataSet>& one) {
  const DataSet& set = *one.written;
  std::vector<ChoiceAxis> axes = choice_axes(bound_, Tier::fast);
  std::erase_if(axes, [&](const ChoiceAxis& axis) { return chooses(set, axis); });
  const auto is_filled_alike = [&](const SlotCall& call) {
    return search::elements_of(call) <= most_filled && (!one.when || decide(*one.when, call) == true);
  };
  ChoiceArray array(search_, array_bases(&one), std::move(axes), is_filled_alike);
  std::vector<DataCall> calls =
      cases_of(array.each({}, Others::mixed),
               {.family = Family::data, .content = set.id + "/with/", .at = set.at, .data_set = set.id});
  for (DataCall& call : calls) call.naming.covers.insert(call.naming.covers.begin(), {ReasonKind::data_set, set.id});
  return calls;
}

std::vector<ArrayBase> Families::bases_of(const BoundSizeGroup& group) {
  return array_bases(group.written->is_named() ? &group.start : nullptr);
}

/// Adds calls in which rules are broken beside the sizes that the hints ask for.
void Families::add_refused_beside_sizes() {
  for (const BoundSizeGroup& group : bound_.size_groups()) {
    const SizeGroup& written = *group.written;
    const bool is_named = written.is_named();
    std::vector<ArrayBase> bases = bases_of(group);
    if (bases.empty()) continue;
    const std::int64_t most = is_named ? std::min(written.most_elements, most_refused) : written.most_elements;
    ChoiceArray array(search_, std::move(bases), size_axes(bound_, written, Tier::full), is_at_most(most));
    std::vector<ArrayCall> calls = array.each({});
    add_new(array.equals(), calls);
    for (ArrayCall& call : calls) call.name = (is_named ? written.start.id : "sizes") + "/" + call.name;
    add_refused_beside(array, calls, Broken::once);
  }
}

/// Returns the calls of `group`: what the tier full has more comes behind those of fast.
Families::SizeCalls Families::calls_of(const BoundSizeGroup& group) {
  const SizeGroup& written = *group.written;
  SizeCalls all;
  const std::vector<ArrayBase> bases = bases_of(group);
  if (bases.empty()) return all;
  std::vector<ArrayCall> calls;
  std::vector<ArrayBase> joint;
  std::vector<arrays::Parameter> fast;
  for (const Tier tier : {Tier::fast, Tier::full}) {
    if (tier > tier_) continue;
    ChoiceArray array(search_, bases, size_axes(bound_, written, tier), is_at_most(written.most_elements));
    if (tier > Tier::fast) calls = in_rows_of(array.parameters(), fast, std::move(calls));
    if (written.strength == 1) calls = array.each(calls);
    add_new(array.equals(), calls);
    if (written.strength != 1) {
      calls = array.cover(written.strength, calls);
      all.met = count_choices(Family::size_pairs, array, calls, written.strength);
    }
    if (tier == Tier::fast && written.is_named()) joint = array.joint_bases();
    if (tier < tier_) fast = array.parameters();
  }
  for (ArrayBase& base : joint) {  // the same in each tier
    ChoiceArray array(search_, {std::move(base)}, size_axes(bound_, written, Tier::fast),
                      is_at_most(written.most_elements));
    std::ranges::move(array.each({}), std::back_inserter(calls));
  }
  all.calls = cases_of(calls, {.family = Family::size_pairs,
                               .content = written.is_named() ? written.start.id + "/" : "",
                               .at = written.is_named() ? written.start.at : start_of(bound_.op()),
                               .data_set = written.start.id});
  return all;
}

void Families::add_size_pairs(const BoundSpec& at) {
  if (!wants("size-pairs/")) return;
  for (const BoundSizeGroup& group : at.size_groups()) {
    const auto [known, is_new] = size_calls_.try_emplace(group.written);
    if (is_new) known->second = calls_of(group);
    for (const DataCall& one : known->second.calls) {
      Call call = one.call;
      call.target = at.target();
      add(one.naming, std::move(call), one.verdict);
    }
    if (known->second.met) plan_.choices.push_back(*known->second.met);
  }
}

}  // namespace npu_cts::expand
