// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/formula_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/judge/variants.h"
#include "framework/model/element.h"
#include "framework/rule/evaluate.h"
#include "kernels/mutant.h"
#include "suites/kernel_oracle.h"
#include "suites/mutants/formula_value.h"

namespace npu_cts::mutants {
namespace {

constexpr std::int64_t most_cost = 1 << 14;  ///< multiply-adds of a call that is tried
constexpr int enough_calls = 6;              ///< of one kind that a formula gives, before it ought to speak of them

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

double number_at(const Tensor& tensor, std::size_t i) {
  return is_float(tensor.type.dtype) ? static_cast<double>(float_at(tensor, i))
                                     : static_cast<double>(integer_at(tensor, i));
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
  for (std::size_t i = 0; i < count; ++i) --missing[number_at(result, i)];
  return std::ranges::all_of(missing, [](const auto& one) { return one.second <= 0; });
}

/// Returns whether `value` says enough of a result to be compared with it.
bool is_known(const FormulaValue& value) {
  return std::ranges::any_of(value.elements, [](const Interval& one) { return std::isfinite(one.low); });
}

bool gives(const FormulaValue& value, const Tensor& result) {
  return value.shape == result.type.shape ? has_elements(result, value) : holds_elements(result, value);
}

/// Returns the axis of the result, counted from its end, that the vector `parameter` lies along, by the names of sizes.
std::size_t axis_from_end(const BoundSpec& bound, const Parameter& parameter) {
  const auto* const out = bound.current(bound.op().outputs.front().shape);
  if (out == nullptr || out->value->kind != ExprKind::shape) return 0;
  const auto& axes = out->value->children;
  for (const ShapeAlternative& one : parameter.shapes) {
    if (one.shape->kind != ExprKind::shape || one.shape->children.size() != 1) continue;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (!axes[i]->name.empty() && axes[i]->name == one.shape->children.front()->name) return axes.size() - 1 - i;
    }
  }
  return 0;
}

/// The formulas of an operator, computed on one call.
class FormulaCall {
 public:
  FormulaCall(const BoundSpec& bound, const Call& call) : bound_(bound), call_(call), slots_(bound, call.arguments) {
    find_convolution();
  }

  template <class Fact>
  [[nodiscard]] bool touches(const Conditional<Fact>& fact) const {
    return !fact.when || decide(*fact.when, slots_) == true;
  }

  /// Computes `formula`, and remembers what it gives under its name.
  void compute(const std::string& formula) {
    const std::size_t sign = formula.find('=');
    const std::string name = formula.substr(0, formula.find(' '));
    const std::string right = formula.substr(sign + 1);
    const bool rounds_bits = right == fmt::format(" round({})", name);
    const auto names = [&](std::string_view one) { return value_of(one); };
    auto value = rounds_bits ? std::nullopt : value_of_formula(right, names, convolution_);
    if (value && right.starts_with(" clip(")) value->has_ends = HasEnds::yes;
    known_.insert_or_assign(name, std::move(value));
  }

  /// Returns what the formulas that were computed give for the first output; null where that is not known.
  [[nodiscard]] const FormulaValue* result() const {
    const auto it = known_.find(bound_.op().outputs.front().name);
    const bool all = std::ranges::all_of(known_, [](const auto& one) { return one.second.has_value(); });
    return all && it != known_.end() && is_known(*it->second) ? &*it->second : nullptr;
  }

  /// Returns the choices of variants that are open.
  [[nodiscard]] std::vector<VariantChoice> choices() const { return judging::variant_choices(bound_, call_); }

 private:
  [[nodiscard]] std::optional<FormulaValue> value_of(std::string_view name) const {
    if (const auto it = known_.find(name); it != known_.end()) return it->second;
    const BoundParameter* const parameter = bound_.find_parameter(name);
    if (parameter == nullptr || parameter->written->kind != ParameterKind::tensor) return std::nullopt;
    const auto it = call_.arguments.find(name);
    const auto* const tensor = it == call_.arguments.end() ? nullptr : std::get_if<Tensor>(&it->second);
    if (tensor == nullptr) return FormulaValue{.shape = {}, .elements = {{0, 0}}};  // what is left out counts as zero
    if (tensor->type.dtype == DType::int64) return std::nullopt;
    FormulaValue value{.shape = tensor->type.shape, .elements = {}, .dtype = tensor->type.dtype};
    const auto count = static_cast<std::size_t>(numel(value.shape));
    for (std::size_t i = 0; i < count; ++i) {
      const double number = number_at(*tensor, i);
      value.elements.push_back(std::isfinite(number) ? Interval{number, number} : Interval{-HUGE_VAL, HUGE_VAL});
    }
    if (value.shape.size() == 1) value.shape.insert(value.shape.end(), axis_from_end(bound_, *parameter->written), 1);
    return value;
  }

  void find_convolution() {
    const auto pair = [&](std::string_view key, const std::array<std::int64_t, 2>& usual) {
      const auto sizes = slots_.list(bound_.place_of(key));
      return sizes && sizes->size() == 2 ? std::array{sizes->front(), sizes->back()} : usual;
    };
    convolution_.stride = pair("stride", convolution_.stride);
    convolution_.padding = pair("padding", convolution_.padding);
    convolution_.dilation = pair("dilation", convolution_.dilation);
    const MaybeNumber number = slots_.argument(bound_.place_of("offset_x")).number;
    if (number) convolution_.padding_value = static_cast<double>(*number);
  }

  const BoundSpec& bound_;
  const Call& call_;
  SlotCall slots_;
  Convolution convolution_;
  std::map<std::string, std::optional<FormulaValue>, std::less<>> known_;
};

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

/// Asks the formulas of an operator about calls.
class FormulaChecker {
 public:
  explicit FormulaChecker(const OpSpec& op) : op_(op) {}

  void ask(const BoundSpec& bound) {
    for (const auto& one : bound.formulas()) held_.try_emplace(one.written, 0);
    if (held_.empty() && bound.implementation_defined().empty()) return;
    const expand::Plan plan = expand::expand(bound);
    for (const Case& planned : plan.cases) {
      if (planned.expected != Verdict::accept || cost_of(planned.call) > most_cost) continue;
      const Call call = expand::fill(bound, planned);
      ask_formulas(bound, call, planned.id);
      ask_variants(bound, call, planned.id);
    }
  }

  std::vector<FormulaFinding> found() {
    for (const auto& [formula, calls] : held_) {
      if (calls == 0) say("formulas." + formula->id, formula->at, "no planned call has it");
    }
    for (const auto& [missed, seen] : missed_) {
      if (seen.given == seen.calls && seen.calls >= enough_calls)
        say("formulas." + missed.first->id, missed.first->at,
            fmt::format("it gives the results of {} and does not speak of it", seen.first));
    }
    return std::move(found_);
  }

 private:
  /// Calls of one kind that no formula speaks of.
  struct Missed {
    int calls = 0;
    int given = 0;      ///< of them by the formula
    std::string first;  ///< its id
  };

  void say(const std::string& fact, const Location& at, std::string says) {
    if (said_.insert(fact).second) found_.push_back({.fact = fact, .at = at, .says = std::move(says)});
  }

  [[nodiscard]] bool names_result(const std::string& formula) const {
    return formula.starts_with(op_.outputs.front().name + " ");
  }

  /// Returns whether the right side of `formula` names the result that others give.
  [[nodiscard]] bool goes_on(const std::string& formula) const {
    return formula.find(op_.outputs.front().name, formula.find('=')) != std::string::npos;
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

  /// Returns whether the oracle gives `call` what `value` says under one of `choices`.
  static bool is_result(const Call& call, const FormulaValue& value, const std::vector<VariantChoice>& choices) {
    const auto results = kernel_oracle()(call, choices);
    return std::ranges::any_of(results, [&](const auto& outputs) { return gives(value, outputs.front().tensor); });
  }

  void ask_formulas(const BoundSpec& bound, const Call& call, const std::string& id) {
    FormulaCall formulas(bound, call);
    const ResultFormula* last = nullptr;
    for (const auto& one : bound.formulas()) {
      if (!formulas.touches(one)) continue;
      ++held_[one.written];
      formulas.compute(one.written->formula);
      if (!names_result(one.written->formula)) continue;
      if (last != nullptr && !goes_on(one.written->formula))
        say("formulas." + one.written->id, one.written->at, fmt::format("'{}' speaks of {} too", last->id, id));
      last = one.written;
    }
    if (last == nullptr) return ask_missed(bound, call, id);
    const FormulaValue* const value = formulas.result();
    if (value != nullptr && !is_result(call, *value, formulas.choices()))
      say("formulas." + last->id, last->at, fmt::format("it does not give the results of {}", id));
  }

  void ask_missed(const BoundSpec& bound, const Call& call, const std::string& id) {
    for (const auto& one : bound.formulas()) {
      if (!names_result(one.written->formula)) continue;
      FormulaCall formulas(bound, call);
      formulas.compute(one.written->formula);
      const FormulaValue* const value = formulas.result();
      if (value == nullptr) continue;
      Missed& missed = missed_[{one.written, kind_of_call(call)}];
      if (++missed.calls == 1) missed.first = id;
      if (is_result(call, *value, formulas.choices())) ++missed.given;
    }
  }

  void ask_variants(const BoundSpec& bound, const Call& call, const std::string& id) {
    for (const auto& behaviour : bound.implementation_defined()) {
      for (const Variant& variant : behaviour.written->variants) {
        FormulaCall formulas(bound, call);
        const bool is_told = goes_on(variant.formula) || names_all(variant.formula, call);
        if (variant.formula.empty() || !is_told || !formulas.touches(behaviour)) continue;
        for (const auto& one : bound.formulas()) {
          if (formulas.touches(one)) formulas.compute(one.written->formula);
        }
        formulas.compute(variant.formula);
        const FormulaValue* const value = formulas.result();
        if (value == nullptr) continue;
        auto choices = formulas.choices();
        std::erase_if(choices, [&](const VariantChoice& one) { return one.at(behaviour.written->id) != variant.id; });
        if (!is_result(call, *value, choices))
          say(behaviour.written->id + "." + variant.id, variant.at,
              fmt::format("it does not give the results of {}", id));
      }
    }
  }

  const OpSpec& op_;
  std::map<const ResultFormula*, int> held_;  ///< how many calls it speaks of
  std::map<std::pair<const ResultFormula*, std::string>, Missed> missed_;
  std::set<std::string> said_;
  std::vector<FormulaFinding> found_;
};

}  // namespace

std::vector<FormulaFinding> check_formulas(const Spec& spec, const OpSpec& op, std::span<const Target> targets) {
  FormulaChecker checker(op);
  for (const Target& target : targets) checker.ask(BoundSpec::bind(spec, op, target));
  return checker.found();
}

}  // namespace npu_cts::mutants
