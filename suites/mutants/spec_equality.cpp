// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_equality.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/bound_spec.h"
#include "suites/mutants/call_equality.h"
#include "suites/mutants/spec_comparison.h"

namespace npu_cts::mutants {
namespace {

/// The facts of an operator that hold at a target, each by its place in its list and with what it cites.
class HeldFacts {
 public:
  HeldFacts(const Spec& spec, const OpSpec& op, const Target& target) : spec_(spec), target_(target) {
    add_first("signatures", op.signatures);
    for (const Parameter& one : op.parameters) add_parameter(one);
    add_all("rows", op.rows);
    add_all("rules", op.rules);
    for (const Output& one : op.outputs) {
      add_first(one.name + ".dtype", one.dtype);
      add_first(one.name + ".shape", one.shape);
    }
    add_all("formulas", op.formulas);
    add_all("examples", op.examples);
    for (const ImplementationDefined& one : op.implementation_defined) {
      if (!holds(one.applies, spec_, target_)) continue;
      for (const Variant& variant : one.variants) add(one.id + "." + variant.id, 0, variant.cite);
    }
    for (const Contradiction& one : op.contradictions) {
      if (!holds(one.applies, spec_, target_)) continue;
      for (const Citations& party : one.statements) add("contradictions." + one.id, 0, party);
    }
    for (const Contested& one : op.contested) {
      if (holds(one.applies, spec_, target_)) add("contested." + one.id, 0, {});
    }
  }

  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

 private:
  void add(const std::string& name, std::size_t index, const Citations& cite) {
    all_.push_back(fmt::format("{} {} {}", name, index, join(cite, " ")));
  }

  /// The first entry that holds counts.
  template <class T>
  void add_first(const std::string& name, const std::vector<T>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (holds(entries[i].applies, spec_, target_)) return add(name, i, entries[i].cite);
    }
  }

  template <class T>
  void add_all(const std::string& name, const std::vector<T>& facts) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (holds(facts[i].applies, spec_, target_)) add(name, i, facts[i].cite);
    }
  }

  void add_parameter(const Parameter& one) {
    if (!holds(one.applies, spec_, target_)) return;
    add(one.key, 0, one.cite);
    add_first(one.key + ".names", one.names);
    add_first(one.key + ".defaults", one.defaults);
    add_first(one.key + ".dtypes", one.dtypes);
    add_first(one.key + ".formats", one.formats);
    add_first(one.key + ".layouts", one.layouts);
    add_all(one.key + ".shapes", one.shapes);
  }

  const Spec& spec_;
  const Target& target_;
  std::vector<std::string> all_;
};

bool holds_alike(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other) {
  return std::ranges::all_of(all_targets(spec, op), [&](const Target& target) {
    const SupportCell* const a = find_support(spec, op, target);
    const SupportCell* const b = find_support(changed, other, target);
    if (a == nullptr || b == nullptr) return a == b;
    if (a - op.support.data() != b - other.support.data() || a->cite != b->cite) return false;
    return a->state != SupportState::yes ||
           HeldFacts(spec, op, target).all() == HeldFacts(changed, other, target).all();
  });
}

}  // namespace

std::string proof_of_equality(const Spec& spec, const Spec& changed, const SpecMutant& mutant) {
  const auto is_of = [&](std::initializer_list<FactClass> classes) {
    return std::ranges::find(classes, mutant.in) != classes.end();
  };
  if (!mutant.file.starts_with("ops/") || changed.operators.size() != 1) return {};
  const OpSpec& other = changed.operators.front();
  const OpSpec* const op = find_operator(spec, other.name);
  if (op == nullptr) return {};
  if (is_of({FactClass::date, FactClass::product}))
    return holds_alike(spec, *op, changed, other) ? "the same facts hold at every target" : "";
  if (is_of({FactClass::rule, FactClass::rule_when, FactClass::shape, FactClass::symbol}))
    return says_alike_of_calls(spec, *op, changed, other) ? "the solver finds no call that differs" : "";
  return {};
}

}  // namespace npu_cts::mutants
