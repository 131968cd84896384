// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_equality.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expression/nodes.h"
#include "framework/expression/print_expression.h"
#include "framework/model/half.h"
#include "framework/rule/bound_spec.h"
#include "suites/mutants/call_equality.h"
#include "suites/mutants/spec_comparison.h"

namespace npu_cts::mutants {
namespace {

/// What of a citation counts: the statement itself, or the pages that it stands on.
enum class Cited : std::uint8_t { statements, pages };

/// What is compared of two specs.
struct Compared {
  Cited cited = Cited::statements;
  bool has_rules = true;
};

/// Returns what of `cite` counts.
std::string text_of(const Spec& spec, const Citations& cite, Cited cited) {
  if (cited == Cited::statements) return join(cite, " ");
  std::set<std::string> pages;
  for (const std::string& id : cite) {
    if (const Statement* const one = find_statement(spec, id))
      pages.insert(one->documents.begin(), one->documents.end());
  }
  return join(pages, " ");
}

/// The facts of an operator that hold at a target, each by its place in its list and with what it cites.
class HeldFacts {
 public:
  HeldFacts(const Spec& spec, const OpSpec& op, const Target& target, Compared compared)
      : spec_(spec), target_(target), cited_(compared.cited) {
    add_first("signatures", op.signatures);
    for (const Parameter& one : op.parameters) add_parameter(one);
    add_all("rows", op.rows);
    if (compared.has_rules) add_all("rules", op.rules);
    for (const OpenQuestion& one : op.open) add("open." + one.id, 0, one.cite);
    for (const Output& one : op.outputs) {
      add(one.name, 0, one.cite);
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
      for (const Citations& side : one.statements) add("contradictions." + one.id, 0, side);
    }
    for (const Contested& one : op.contested) {
      if (holds(one.applies, spec_, target_)) add("contested." + one.id, 0, one.cite);
    }
  }

  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

 private:
  void add(const std::string& name, std::size_t index, const Citations& cite) {
    all_.push_back(fmt::format("{} {} {}", name, index, text_of(spec_, cite, cited_)));
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
  Cited cited_;
  std::vector<std::string> all_;
};

bool holds_alike(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other, Compared compared) {
  return std::ranges::all_of(all_targets(spec, op), [&](const Target& target) {
    const SupportCell* const a = find_support(spec, op, target);
    const SupportCell* const b = find_support(changed, other, target);
    if (a == nullptr || b == nullptr) return a == b;
    if (a - op.support.data() != b - other.support.data()) return false;
    if (text_of(spec, a->cite, compared.cited) != text_of(changed, b->cite, compared.cited)) return false;
    return a->state != SupportState::yes ||
           HeldFacts(spec, op, target, compared).all() == HeldFacts(changed, other, target, compared).all();
  });
}

constexpr std::int64_t most_exact = std::int64_t{1} << 24;  ///< up to here float32 holds each whole number

/// Returns the bounds of a formula that only stops float16 results at its ends, each as the float16 nearest to it.
/// Nothing where they are no whole numbers.
std::optional<std::array<std::uint16_t, 2>> float16_bounds(std::string_view formula) {
  constexpr std::string_view head = "out = clip(out, ";
  constexpr std::string_view between = ", ";
  const std::size_t comma = formula.rfind(between);
  if (!formula.starts_with(head) || !formula.ends_with(')') || comma < head.size()) return std::nullopt;
  const auto low = parse_integer(formula.substr(head.size(), comma - head.size()));
  const std::string_view last = formula.substr(comma + between.size());
  const auto high = parse_integer(last.substr(0, last.size() - 1));
  if (!low || !high || std::max(std::abs(*low), std::abs(*high)) > most_exact) return std::nullopt;
  return std::array{to_float16(static_cast<float>(*low)), to_float16(static_cast<float>(*high))};
}

/// Returns whether the results of `op` are float16 in what `when` picks: it says so, or there are no others.
bool gives_float16(const OpSpec& op, const ExpressionPtr& when) {
  if (when && to_text(*when) == "out == float16") return true;
  return std::ranges::all_of(op.outputs.front().dtype, [](const auto& dated) {
    return dated.value->kind == ExprKind::dtype && dated.value->dtype == DType::float16;
  });
}

/// Returns whether both compute alike. Rounding is monotone: a bound of float16 results counts as the float16 nearest
/// to it.
bool computes_alike(const Variant& a, const Variant& b, bool is_float16) {
  if (a.id != b.id || a.basis != b.basis || a.cite != b.cite) return false;
  if (a.formula == b.formula) return true;
  const auto bounds = float16_bounds(a.formula);
  return is_float16 && bounds && bounds == float16_bounds(b.formula);
}

bool computes_alike(const OpSpec& op, const ImplementationDefined& a, const ImplementationDefined& b) {
  const bool is_float16 = gives_float16(op, a.when);
  return a.id == b.id && a.applies == b.applies && same_tree(a.when, b.when) &&
         std::ranges::equal(a.variants, b.variants,
                            [&](const Variant& x, const Variant& y) { return computes_alike(x, y, is_float16); });
}

/// Returns whether the variants of both compute alike, though a formula is written otherwise.
bool differs_in_rounded_bounds(const OpSpec& op, const OpSpec& other) {
  const auto is_alike = [&](const auto& a, const auto& b) { return computes_alike(op, a, b); };
  const auto is_as_written = [](const ImplementationDefined& a, const ImplementationDefined& b) {
    return std::ranges::equal(a.variants, b.variants, {}, &Variant::formula, &Variant::formula);
  };
  const auto& before = op.implementation_defined;
  const auto& now = other.implementation_defined;
  return std::ranges::equal(before, now, is_alike) && !std::ranges::equal(before, now, is_as_written);
}

}  // namespace

std::string proof_of_equality(const Spec& spec, const Spec& changed, const SpecMutant& mutant) {
  const auto is_of = [&](std::initializer_list<FactClass> classes) { return contains(classes, mutant.in); };
  if (!mutant.file.starts_with("ops/") && mutant.in != FactClass::citation) return {};
  if (changed.operators.size() != 1) return {};
  const OpSpec& other = changed.operators.front();
  const OpSpec* const op = find_operator(spec, other.name);
  if (op == nullptr) return {};
  const auto holds = [&](Compared compared) { return holds_alike(spec, *op, changed, other, compared); };
  const auto says_alike = [&] {
    return compare_calls(spec, *op, changed, other).is_proved ? "the solver finds no call that differs" : "";
  };
  if (is_of({FactClass::date, FactClass::product})) {
    if (holds({})) return "the same facts hold at every target";
    return holds({.has_rules = false}) ? says_alike() : "";
  }
  if (is_of({FactClass::citation}) && mutant.edit.kind == TreeEdit::Kind::remove)
    return holds({.cited = Cited::pages}) ? "each fact stands on the same pages" : "";
  if (is_of({FactClass::rule, FactClass::rule_when, FactClass::shape, FactClass::symbol})) return says_alike();
  if (is_of({FactClass::variant}) && differs_in_rounded_bounds(*op, other)) return "both numbers are one float16";
  const bool is_condition = is_of({FactClass::variant}) && mutant.what.starts_with("when: ");
  if (is_condition && touches_alike(spec, *op, changed, other)) return "the solver finds no legal call that differs";
  return {};
}

}  // namespace npu_cts::mutants
