// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/formula_check.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/judge/variants.h"
#include "framework/model/element.h"
#include "framework/rule/judge_call.h"
#include "kernels/mutant.h"
#include "suites/mutants/aimed_values.h"
#include "suites/mutants/formula_call.h"
#include "suites/mutants/formula_value.h"

namespace npu_cts::mutants {
namespace {

constexpr std::int64_t most_cost = 1 << 14;  ///< multiply-adds of a call that is tried
constexpr int enough_calls = 6;              ///< of one kind that a formula gives, before it ought to speak of them
constexpr int most_aimed = 3;                ///< calls of one kind that are tried with numbers beyond ends, too

/// Where the elements of a result of `dtype` may lie that are `one` before the last rounding. What
/// `has_ends` of its own is not stopped at those of an integer.
Interval stored(const Interval& one, DType dtype, HasEnds has_ends) {
  if (!is_float(dtype)) {
    if (bytes_of(dtype) == 8) return one;
    const double half = has_ends == HasEnds::yes ? HUGE_VAL : std::ldexp(1, bytes_of(dtype) * 8 - 1);
    const auto stop = [&](double x) { return std::clamp(std::nearbyint(x), -half, half - 1); };
    return {stop(one.low), stop(one.high)};
  }
  constexpr double largest_half = 60000;
  const double size = std::max(std::abs(one.low), std::abs(one.high));
  if (dtype == DType::float16 && size > largest_half) return {-HUGE_VAL, HUGE_VAL};
  const double step = (dtype == DType::bfloat16 ? std::ldexp(1, -8) : std::ldexp(1, -10)) * size + 1e-7;
  return {one.low - step, one.high + step};
}

/// Returns whether `result` has elements as `value`, each at its place.
bool has_elements(const Tensor& result, const FormulaValue& value) {
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    const Interval may = stored(value.elements[i], result.type.dtype, value.has_ends);
    const double is = number_at(result, i);
    if (!std::isnan(is) && (is < may.low || is > may.high)) return false;
  }
  return true;
}

/// Returns whether `result`, a larger tensor that is written in part, has each number as often as `value` has it.
bool holds_elements(const Tensor& result, const FormulaValue& value) {
  std::map<double, std::int64_t> missing;
  for (const Interval& one : value.elements) {
    const Interval may = stored(one, result.type.dtype, value.has_ends);
    if (may.is_one()) ++missing[may.low];
  }
  const auto count = static_cast<std::size_t>(numel(result.type.shape));
  if (value.elements.size() > count) return false;
  for (std::size_t i = 0; i < count; ++i) --missing[number_at(result, i)];
  return std::ranges::all_of(missing, [](const auto& one) { return one.second <= 0; });
}

bool gives(const FormulaValue& value, const Tensor& result) {
  return value.shape == result.type.shape ? has_elements(result, value) : holds_elements(result, value);
}

/// What decides which formula speaks of a call: the dtype of each argument, or its value.
std::string kind_of_call(const Call& call) {
  std::string kind;
  for (const auto& [key, value] : call.arguments) {
    if (const auto* const tensor = std::get_if<Tensor>(&value))
      kind += fmt::format(" {}:{}", key, name_of(tensor->type.dtype));
    if (const auto* const dtype = std::get_if<DType>(&value)) kind += fmt::format(" {}={}", key, name_of(*dtype));
  }
  return kind;
}

/// Adds to `numbers` some beyond the ends in `formula` at which it stops what it rounds: "clip(round(x), -8, 7)".
void add_beyond_ends(std::string_view formula, AimedNumbers& numbers) {
  constexpr std::string_view head = "clip(round(";
  for (std::size_t at = formula.find(head); at != std::string_view::npos; at = formula.find(head, at + 1)) {
    const std::size_t begin = at + head.size();
    const std::size_t end = formula.find_first_of(" ,()", begin);
    if (end == std::string_view::npos || !formula.substr(end).starts_with("), ")) continue;
    const std::string ends(formula.substr(end + 3));
    const double low = std::strtod(ends.c_str(), nullptr);
    const double high = std::strtod(ends.c_str() + ends.find(',') + 1, nullptr);
    numbers[std::string(formula.substr(begin, end - begin))] = {high, high + 1, low, low - 1, high + 45, low - 45, 0.5};
  }
}

AimedNumbers numbers_beyond_ends(const BoundSpec& bound) {
  AimedNumbers numbers;
  for (const auto& one : bound.formulas()) add_beyond_ends(one.written->formula, numbers);
  for (const auto& one : bound.implementation_defined()) {
    for (const Variant& variant : one.written->variants) add_beyond_ends(variant.formula, numbers);
  }
  return numbers;
}

/// The outputs of a call under one choice of variants.
using Answer = std::vector<NamedTensor>;

/// Formulas to be computed on a call, in their order.
struct FormulaTask {
  const BoundSpec& bound;
  const Call& call;
  std::vector<std::string> formulas = {};
};

/// Asks the formulas of an operator about calls.
class FormulaChecker {
 public:
  FormulaChecker(const OpSpec& op, const judging::Oracle& oracle) : op_(op), oracle_(oracle) {}

  void ask(const BoundSpec& bound) {
    for (const auto& one : bound.formulas()) held_.try_emplace(one.written, 0);
    if (held_.empty() && bound.implementation_defined().empty()) return;
    const expand::Plan plan = expand::expand(bound, Tier::fast);
    const AimedNumbers aimed = numbers_beyond_ends(bound);
    std::map<std::string, int> tried;
    for (const Case& planned : plan.cases) {
      if (planned.expected != Verdict::accept || cost_of(planned.call) > most_cost) continue;
      ask_call(bound, expand::fill(bound, planned), planned.id);
      const bool is_aimed =
          std::ranges::any_of(aimed, [&](const auto& one) { return planned.call.arguments.contains(one.first); });
      if (!is_aimed || ++tried[kind_of_call(planned.call)] > most_aimed) continue;
      std::vector<Call> beyond = with_lone_products(bound, planned.call, aimed);
      beyond.push_back(with_cancelling_values(bound, planned.call, aimed));
      for (const Call& call : beyond) {
        if (judge_rules(bound, call).verdict == Verdict::accept) ask_call(bound, call, planned.id);
      }
    }
  }

  std::vector<FormulaFinding> found() {
    for (const auto& [formula, calls] : held_) {
      if (calls == 0) say(FormulaFault::idle, "formulas." + formula->id, formula->at, "no planned call has it");
    }
    for (const auto& [formula, asked] : computed_) {
      const auto is_known = [](const auto& kind) { return kind.second.given > 0; };
      const auto is_rare = [](const auto& kind) {
        return kind.second.calls >= enough_calls && kind.second.given > 0 && 2 * kind.second.given < kind.second.calls;
      };
      const auto rare = std::ranges::find_if(asked.kinds, is_rare);
      if (std::ranges::none_of(asked.kinds, is_known)) {
        say(FormulaFault::empty, asked.fact, asked.at,
            fmt::format("no call can compute it (first {})", asked.kinds.begin()->second.first));
      } else if (rare != asked.kinds.end()) {
        say(FormulaFault::rare, asked.fact, asked.at,
            fmt::format("few calls such as {} can compute it", rare->second.first));
      }
    }
    for (const auto& [step, seen] : steps_) {
      if (seen.calls >= enough_calls && seen.given == 0)
        say(FormulaFault::idle, "formulas." + step.first->id, step.first->at,
            fmt::format("it changes nothing in {}", seen.first));
    }
    for (const auto& [missed, seen] : missed_) {
      if (seen.given == seen.calls && seen.calls >= enough_calls)
        say(FormulaFault::narrow, "formulas." + missed.first->id, missed.first->at,
            fmt::format("it gives the results of {} and does not speak of it", seen.first));
    }
    return std::move(found_);
  }

 private:
  /// Calls of one kind: that no formula speaks of, that one speaks of, or to which one is a further step.
  struct CallsOfKind {
    int calls = 0;
    int given = 0;      ///< of them by the formula; computed by it; changed by the step
    std::string first;  ///< its id

    void add(const std::string& id, bool is_given) {
      if (++calls == 1) first = id;
      if (is_given) ++given;
    }
  };

  /// A formula, and the calls that it speaks of.
  struct Computed {
    std::string fact;
    Location at;
    std::map<std::string, CallsOfKind> kinds = {};
  };

  void ask_call(const BoundSpec& bound, const Call& call, const std::string& id) {
    ask_formulas(bound, call, id);
    ask_variants(bound, call, id);
  }

  /// Remembers whether `formula` of `fact` could be computed.
  void count(const std::string& formula, const Computed& fact, bool is_known, const Call& call, const std::string& id) {
    Computed& asked = computed_.try_emplace(fact.fact + formula, fact).first->second;
    asked.kinds[kind_of_call(call)].add(id, is_known);
  }

  /// Computes `one`, a step from what is known before: it changes an argument or a result.
  void take_step(FormulaCall& formulas, const ResultFormula& one, const Call& call, const std::string& id) {
    const std::string name = one.formula.substr(0, one.formula.find(' '));
    const bool is_argument = result_of(one.formula) == nullptr;
    if (is_argument && find_parameter(op_, name) != nullptr && !call.arguments.contains(name))
      say(FormulaFault::idle, "formulas." + one.id, one.at,
          fmt::format("it changes '{}', which {} does not give", name, id));
    const bool is_step = is_argument || goes_on(one.formula);
    const std::optional<FormulaValue> before = is_step ? formulas.value_of(name) : std::nullopt;
    formulas.compute(one.formula);
    const std::optional<FormulaValue> after = formulas.value_of(name);
    count(one.formula, {.fact = "formulas." + one.id, .at = one.at}, after.has_value(), call, id);
    if (!is_step) return;
    const bool is_changed = !before || !after || before->elements != after->elements;
    steps_[{&one, kind_of_call(call)}].add(id, is_changed);
  }

  void say(FormulaFault fault, const std::string& fact, const Location& at, std::string says) {
    if (said_.emplace(fault, fact).second)
      found_.push_back({.fault = fault, .fact = fact, .at = at, .says = std::move(says)});
  }

  /// Returns the output that `formula` gives, or null where it changes an argument.
  [[nodiscard]] const Output* result_of(const std::string& formula) const {
    return find_by(op_.outputs, formula.substr(0, formula.find(' ')), &Output::name);
  }

  /// Returns whether the right side of `formula` names the result that others give.
  [[nodiscard]] bool goes_on(const std::string& formula) const {
    const Output* const result = result_of(formula);
    return result != nullptr && has_name(formula.substr(formula.find('=') + 1), result->name);
  }

  /// Returns whether `formula` names each optional tensor of `call`: the model of one behaviour leaves out what others
  /// are about.
  [[nodiscard]] bool names_all(const std::string& formula, const Call& call) const {
    return std::ranges::all_of(op_.parameters, [&](const Parameter& one) {
      const auto it = call.arguments.find(one.key);
      const bool is_extra = one.optional && it != call.arguments.end() && std::holds_alternative<Tensor>(it->second);
      return !is_extra || formula.find(one.key) != std::string::npos;
    });
  }

  /// Returns what the oracle gives `call` under each choice of variants, but for those that `leaves_out`.
  template <class LeavesOut>
  [[nodiscard]] std::vector<Answer> answers_of(const BoundSpec& bound, const Call& call,
                                               const LeavesOut& leaves_out) const {
    auto choices = judging::variant_choices(bound, call);
    std::erase_if(choices, leaves_out);
    return oracle_(call, choices);
  }

  /// Returns whether `formulas`, computed in their order, give `output` of one of `answers`; nothing where that is not
  /// known. What a formula takes from the other outputs differs between the answers.
  [[nodiscard]] std::optional<bool> give(const FormulaTask& task, const std::string& output,
                                         const std::vector<Answer>& answers) const {
    std::optional<FormulaCall> computed;
    for (const Answer& answer : answers) {
      if (!computed || op_.outputs.size() > 1) {
        computed.emplace(task.bound, task.call, answer);
        for (const std::string& formula : task.formulas) computed->compute(formula);
      }
      const FormulaValue* const value = computed->result(output);
      if (value == nullptr) return std::nullopt;
      const auto given = std::ranges::find(answer, output, &NamedTensor::name);
      if (given != answer.end() && gives(*value, given->tensor)) return true;
    }
    return false;
  }

  void ask_formulas(const BoundSpec& bound, const Call& call, const std::string& id) {
    const auto answers = answers_of(bound, call, [](const VariantChoice&) { return false; });
    if (answers.empty()) return;
    FormulaCall formulas(bound, call, answers.front());
    FormulaTask task{.bound = bound, .call = call};
    std::map<std::string, const ResultFormula*> last;  // of each output
    for (const auto& one : bound.formulas()) {
      if (!formulas.touches(one)) continue;
      ++held_[one.written];
      take_step(formulas, *one.written, call, id);
      task.formulas.push_back(one.written->formula);
      const Output* const result = result_of(one.written->formula);
      if (result == nullptr) continue;
      const ResultFormula*& before = last[result->name];
      if (before != nullptr && !goes_on(one.written->formula))
        say(FormulaFault::twice, "formulas." + one.written->id, one.written->at,
            fmt::format("'{}' speaks of {} too", before->id, id));
      before = one.written;
    }
    if (last.empty()) return ask_missed(bound, call, id, answers);
    for (const auto& [output, formula] : last) {
      if (give(task, output, answers) == false)
        say(FormulaFault::wrong, "formulas." + formula->id, formula->at,
            fmt::format("it does not give the results of {}", id));
    }
  }

  void ask_missed(const BoundSpec& bound, const Call& call, const std::string& id, const std::vector<Answer>& answers) {
    for (const auto& one : bound.formulas()) {
      const Output* const result = result_of(one.written->formula);
      if (result == nullptr) continue;
      const FormulaTask task{.bound = bound, .call = call, .formulas = {one.written->formula}};
      const auto is_given = give(task, result->name, answers);
      if (is_given) missed_[{one.written, kind_of_call(call)}].add(id, *is_given);
    }
  }

  void ask_variants(const BoundSpec& bound, const Call& call, const std::string& id) {
    for (const auto& behaviour : bound.implementation_defined()) {
      for (const Variant& variant : behaviour.written->variants) {
        const FormulaCall formulas(bound, call, none_);
        const bool is_told = goes_on(variant.formula) || names_all(variant.formula, call);
        if (variant.formula.empty() || !is_told || !formulas.touches(behaviour)) continue;
        FormulaTask task{.bound = bound, .call = call};
        for (const auto& one : bound.formulas()) {
          if (formulas.touches(one)) task.formulas.push_back(one.written->formula);
        }
        task.formulas.push_back(variant.formula);
        const Output* const result = result_of(variant.formula);
        const auto answers = answers_of(
            bound, call, [&](const VariantChoice& one) { return one.at(behaviour.written->id) != variant.id; });
        const auto is_given = give(task, (result == nullptr ? op_.outputs.front() : *result).name, answers);
        count(variant.formula, {.fact = behaviour.written->id + "." + variant.id, .at = variant.at},
              is_given.has_value(), call, id);
        if (is_given == false)
          say(FormulaFault::wrong, behaviour.written->id + "." + variant.id, variant.at,
              fmt::format("it does not give the results of {}", id));
      }
    }
  }

  const OpSpec& op_;
  const judging::Oracle& oracle_;
  const Answer none_;
  std::map<const ResultFormula*, int> held_;  ///< how many calls it speaks of
  std::map<std::pair<const ResultFormula*, std::string>, CallsOfKind> missed_;
  std::map<std::pair<const ResultFormula*, std::string>, CallsOfKind> steps_;
  std::map<std::string, Computed> computed_;
  std::set<std::pair<FormulaFault, std::string>> said_;
  std::vector<FormulaFinding> found_;
};

}  // namespace

std::string newly_unspoken(const BoundSpec& before, const BoundSpec& now) {
  const auto is_spoken_of = [](const BoundSpec& bound, const Call& call) {
    const std::vector<NamedTensor> none;
    const FormulaCall formulas(bound, call, none);
    return std::ranges::any_of(bound.formulas(), [&](const auto& one) { return formulas.touches(one); });
  };
  const expand::Plan plan = expand::expand(before, Tier::fast);
  for (const Case& planned : plan.cases) {
    if (planned.expected != Verdict::accept || cost_of(planned.call) > most_cost) continue;
    if (is_spoken_of(before, planned.call) && !is_spoken_of(now, planned.call)) return planned.id;
  }
  return {};
}

std::vector<FormulaFinding> check_formulas(const Spec& spec, const OpSpec& op, std::span<const Target> targets,
                                           const judging::Oracle& oracle) {
  FormulaChecker checker(op, oracle);
  for (const Target& target : targets) checker.ask(BoundSpec::bind(spec, op, target));
  return checker.found();
}

}  // namespace npu_cts::mutants
