// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/solver.h"

#include <fmt/format.h>

#include "framework/findings/prove/translate.h"

namespace npu_cts::findings::prove {
namespace {

z3::context make_context() {
  z3::config config;
  config.set("model", true);
  return z3::context(config);
}

}  // namespace

struct SpecSolver::State {
  explicit State(const BoundSpec& bound)
      : target(bound.target()),
        op_name(bound.op().name),
        terms(context),
        call(terms, bound.op(), box_of(bound.op())),
        translator(terms, bound.op(), call),
        solver(context),
        all_rules(bound.rules()) {
    z3::params params(context);
    params.set("rlimit", most_work);
    params.set("random_seed", 0U);
    solver.set(params);
    solver.add(call.in_box());
    for (const Parameter& parameter : bound.op().parameters)
      well_formed = well_formed && is_well_formed(bound, parameter);
    for (const BoundRule& rule : all_rules) {
      translated.push_back(terms_of(rule));
      solver.add(z3::implies(flag("kept", rule), translated.back().kept));
      solver.add(z3::implies(flag("unbroken", rule), !translated.back().broken));
      solver.add(z3::implies(flag("broken", rule), translated.back().broken));
    }
  }

  /// What has no terms binds nothing: then "impossible" still holds, and "possible" is up to the evaluator.
  RuleTerms terms_of(const Rule& rule) {
    std::string why = "reads values, which the calls of the box do not carry";
    if (!rule.on_data) {
      RuleTerms made = translator.rule(rule);
      if (made.untranslated.empty()) return made;
      why = std::move(made.untranslated);
    }
    return {.kept = terms.truth(1), .broken = terms.truth(0), .untranslated = std::move(why)};
  }

  z3::expr flag(const std::string& what, const BoundRule& rule) {
    return context.bool_const(fmt::format("{}!{}", what, rule.index).c_str());
  }

  const RuleTerms& of(const BoundRule& rule) const { return translated[rule.index]; }

  Answer ask(const z3::expr_vector& assumptions) {
    switch (solver.check(assumptions)) {
      case z3::sat: {
        Call witness = call.call_of(solver.get_model(), target);
        witness.op = op_name;
        return {.reply = Reply::possible, .witness = std::move(witness)};
      }
      case z3::unsat:
        return {.reply = Reply::impossible, .core = core_of(solver.unsat_core())};
      case z3::unknown:
        break;
    }
    return {.reply = Reply::unknown, .why = solver.reason_unknown()};
  }

  /// Returns the rules that the assumptions of `core` stand for, in the order of judgement.
  std::vector<std::string> core_of(const z3::expr_vector& core) {
    std::vector<std::string> ids;
    for (const BoundRule& rule : all_rules) {
      for (const z3::expr& assumption : core) {
        const std::string name = assumption.decl().name().str();
        if (name.substr(name.find('!') + 1) == std::to_string(rule.index)) ids.push_back(rule.id);
      }
    }
    return ids;
  }

  /// An argument with a default that is no None has a value, and a layout is one that the shape can have.
  z3::expr is_well_formed(const BoundSpec& bound, const Parameter& parameter) {
    const SymbolicArgument& argument = *call.find(parameter.key);
    if (parameter.kind == ParameterKind::tensor) return has_layout(argument);
    const auto* const fallback = bound.current(parameter.defaults);
    const bool may_be_none =
        parameter.optional || fallback == nullptr || std::holds_alternative<None>(fallback->value.value);
    return may_be_none ? terms.truth(1) : argument.given;
  }

  /// A strided view wants two elements. A transposed one wants two axes, both longer than 1 unless it lies in blocks:
  /// what no stride shows is no layout.
  z3::expr has_layout(const SymbolicArgument& argument) {
    std::vector<z3::expr> filled;
    std::vector<z3::expr> several;
    std::vector<z3::expr> last_two;
    z3::expr is_long_before = terms.truth(0);
    for (std::size_t axis = 0; axis < argument.sizes.items.size(); ++axis) {
      const z3::expr is_axis = terms.number(static_cast<std::int64_t>(axis)) < argument.sizes.length;
      const z3::expr is_last = terms.number(static_cast<std::int64_t>(axis) + 1) == argument.sizes.length;
      const z3::expr& size = argument.sizes.items[axis].value;
      filled.push_back(z3::implies(is_axis, size > 0));
      several.push_back(is_axis && size > 1);
      last_two.push_back(is_last && is_long_before && size > 1);
      is_long_before = size > 1;
    }
    const auto is = [&](Layout layout) { return argument.layout.value == static_cast<int>(layout); };
    const z3::expr is_in_blocks =
        argument.format.value == static_cast<int>(Format::blocked) && argument.sizes.length >= 2;
    const z3::expr shows = terms.all(filled) && terms.any(last_two);
    return z3::implies(is(Layout::transposed), shows || is_in_blocks) &&
           z3::implies(is(Layout::strided), terms.all(filled) && terms.any(several));
  }

  /// As ask, with as few of `assumptions` as exclude a call.
  Answer ask_for_few(const z3::expr_vector& assumptions) {
    Answer answer = ask(assumptions);
    if (answer.reply != Reply::impossible) return answer;
    std::vector<z3::expr> needed;
    for (const z3::expr& assumption : solver.unsat_core()) needed.push_back(assumption);
    for (std::size_t i = 0; i < needed.size();) {
      z3::expr_vector fewer(context);
      for (std::size_t k = 0; k < needed.size(); ++k) {
        if (k != i) fewer.push_back(needed[k]);
      }
      if (solver.check(fewer) == z3::unsat) {
        needed.erase(needed.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    z3::expr_vector core(context);
    for (const z3::expr& assumption : needed) core.push_back(assumption);
    answer.core = core_of(core);
    return answer;
  }

  Answer ask_way(const z3::expr_vector& assumptions, const search::WayQuestion& question) {
    solver.push();
    solver.add(well_formed);
    for (const ExpressionPtr& claim : question.holds) solver.add(translator.boolean(*claim).yes);
    if (question.same) solver.add(!translator.boolean(*question.same).yes);
    const std::string why = translator.take_untranslated();
    Answer answer = why.empty() ? ask_for_few(assumptions) : Answer{.reply = Reply::unknown, .why = why};
    solver.pop();
    return answer;
  }

  z3::expr_vector keeping_all(const std::set<std::string, std::less<>>& left_out = {}) {
    z3::expr_vector assumptions(context);
    for (const BoundRule& rule : all_rules) {
      if (!rule.on_data && !left_out.contains(rule.id)) assumptions.push_back(flag("kept", rule));
    }
    return assumptions;
  }

  /// That `rule` is broken, and no other whose verdict is `least` or stricter.
  z3::expr_vector breaking_only(const BoundRule& rule, Verdict least = Verdict::accept) {
    z3::expr_vector assumptions(context);
    assumptions.push_back(flag("broken", rule));
    for (const BoundRule& other : all_rules) {
      const bool waits = other.joins_rows && rule.lists_dtypes;
      const bool counts = other.on_violation >= least;
      if (&other != &rule && counts && !waits && !other.on_data) assumptions.push_back(flag("unbroken", other));
    }
    return assumptions;
  }

  z3::context context = make_context();
  Target target;
  std::string op_name;
  Terms terms;
  SymbolicCall call;
  Translator translator;
  z3::solver solver;
  std::span<const BoundRule> all_rules;
  z3::expr well_formed = terms.truth(1);  ///< each argument is one that a call can have
  std::vector<RuleTerms> translated;
};

SpecSolver::SpecSolver(const BoundSpec& bound) : state_(std::make_unique<State>(bound)) {}

SpecSolver::~SpecSolver() = default;

Answer SpecSolver::legal(std::span<const ExpressionPtr> claims) { return kept_but({}, claims); }

Answer SpecSolver::kept_but(const std::set<std::string, std::less<>>& left_out, std::span<const ExpressionPtr> claims,
                            const ExpressionPtr& untrue) {
  state_->solver.push();
  state_->solver.add(state_->well_formed);
  std::string why;
  for (const ExpressionPtr& claim : claims) {
    state_->solver.add(state_->translator.boolean(*claim).yes);
    if (why.empty()) why = state_->translator.take_untranslated();
  }
  if (untrue) state_->solver.add(!state_->translator.boolean(*untrue).yes);
  if (untrue && why.empty()) why = state_->translator.take_untranslated();
  Answer answer =
      why.empty() ? state_->ask(state_->keeping_all(left_out)) : Answer{.reply = Reply::unknown, .why = why};
  state_->solver.pop();
  return answer;
}

Answer SpecSolver::breaks_only(const BoundRule& rule, Verdict least) {
  if (const std::string& why = state_->of(rule).untranslated; !why.empty()) {
    return {.reply = Reply::unknown, .why = why};
  }
  return state_->ask(state_->breaking_only(rule, least));
}

Answer SpecSolver::breaks_only(const BoundRule& rule, const search::WayQuestion& question) {
  if (const std::string& why = state_->of(rule).untranslated; !why.empty()) {
    return {.reply = Reply::unknown, .why = why};
  }
  return state_->ask_way(state_->breaking_only(rule), question);
}

Answer SpecSolver::legal(const search::WayQuestion& question) {
  return state_->ask_way(state_->keeping_all(), question);
}

Answer SpecSolver::tells_apart(const BoundRule& a, const BoundRule& b) {
  for (const BoundRule* rule : {&a, &b}) {
    if (const std::string& why = state_->of(*rule).untranslated; !why.empty()) {
      return {.reply = Reply::unknown, .why = why};
    }
  }
  const RuleTerms& first = state_->of(a);
  const RuleTerms& second = state_->of(b);
  state_->solver.push();
  state_->solver.add((first.broken && !second.broken) || (second.broken && !first.broken));
  Answer answer = state_->ask(z3::expr_vector(state_->context));
  state_->solver.pop();
  return answer;
}

}  // namespace npu_cts::findings::prove
