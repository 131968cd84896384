// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "framework/findings/prove/symbolic_call.h"
#include "framework/findings/prove/translate.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::findings::prove {

/// What the terms of an operator's rules say of a call that is fixed: for tests that hold terms and evaluator against
/// each other.
class FixedCalls {
 public:
  explicit FixedCalls(const BoundSpec& bound)
      : bound_(bound),
        terms_(context_),
        call_(terms_, bound.op(), box_of(bound.op())),
        translator_(terms_, bound.op(), call_) {
    for (const BoundRule& rule : bound.rules())
      translated_.push_back(rule.on_data ? RuleTerms{terms_.truth(1), terms_.truth(0), ""} : translator_.rule(rule));
  }

  /// Returns what could not be put into terms: "RULE: what it is".
  [[nodiscard]] std::vector<std::string> untranslated() const {
    std::vector<std::string> names;
    for (const BoundRule& rule : bound_.rules()) {
      const std::string& why = translated_[rule.index].untranslated;
      if (!why.empty()) names.push_back(rule.id + ": " + why);
    }
    return names;
  }

  /// Returns whether `call` is in the box.
  bool is_in_box(const Call& call) { return has_known_words(call) && fixed(call_.in_box(), values_of(call)).is_true(); }

  /// Returns what the terms of `rule` say of `call`, which must be in the box: true where it is kept, false where it is
  /// broken, nothing where it is neither.
  std::optional<bool> kept(const BoundRule& rule, const Call& call) {
    const Values values = values_of(call);
    const auto holds = [&](const z3::expr& claim) {
      const z3::expr simple = fixed(claim, values);
      if (simple.is_true() || simple.is_false()) return simple.is_true();
      z3::solver asker(context_);
      asker.add(simple);
      return asker.check() == z3::sat;
    };
    if (holds(translated_[rule.index].kept)) return true;
    if (holds(translated_[rule.index].broken)) return false;
    return std::nullopt;
  }

 private:
  using Values = std::map<std::string, std::int64_t>;

  /// Returns the arguments of `call` that are given, by their keys.
  [[nodiscard]] std::map<std::string, Value> given_in(const Call& call) const {
    std::map<std::string, Value> given;
    for (const Parameter& one : bound_.op().parameters) {
      const auto it = call.arguments.find(one.key);
      if (it != call.arguments.end() && !std::holds_alternative<None>(it->second)) given.emplace(one.key, it->second);
    }
    return given;
  }

  [[nodiscard]] bool has_known_words(const Call& call) const {
    for (const auto& [key, value] : given_in(call)) {
      const auto* const word = std::get_if<std::string>(&value);
      if (word != nullptr && !call_.code_of(*word)) return false;
    }
    return true;
  }

  /// Returns the values that variables have in `call`. One without a value is 0.
  [[nodiscard]] Values values_of(const Call& call) const {
    Values values;
    const auto put_sizes = [&](const std::string& key, const std::string& length, const Shape& sizes) {
      values[key + length] = static_cast<std::int64_t>(sizes.size());
      for (std::size_t i = 0; i < sizes.size(); ++i) values[key + "." + std::to_string(i)] = sizes[i];
    };
    for (const auto& [key, value] : given_in(call)) {
      values[key + ".given"] = 1;
      if (const auto* tensor = std::get_if<Tensor>(&value)) {
        values[key] = static_cast<std::int64_t>(tensor->type.dtype);
        values[key + ".layout"] = static_cast<std::int64_t>(tensor->type.layout);
        values[key + ".format"] = static_cast<std::int64_t>(tensor->type.format);
        put_sizes(key, ".rank", tensor->type.shape);
      } else if (const auto* list = std::get_if<Shape>(&value)) {
        put_sizes(key, ".length", *list);
      } else if (const auto* word = std::get_if<std::string>(&value)) {
        values[key] = call_.code_of(*word).value_or(0);
      } else if (const auto* dtype = std::get_if<DType>(&value)) {
        values[key] = static_cast<std::int64_t>(*dtype);
      } else if (const auto* flag = std::get_if<bool>(&value)) {
        values[key] = *flag ? 1 : 0;
      } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
        if (call_.find(key)->parameter->kind == ParameterKind::integer_pair)
          put_sizes(key, ".length", {*number, *number});
        else
          values[key] = *number;
      }
    }
    return values;
  }

  /// Adds the variables in `term` to `found`: the box has a bound of each.
  void find_variables(const z3::expr& term, std::map<std::string, z3::expr>& found) const {
    if (term.is_const() && !term.is_numeral() && term.is_int()) found.emplace(term.decl().name().str(), term);
    for (unsigned i = 0; i < term.num_args(); ++i) find_variables(term.arg(i), found);
  }

  /// Returns `claim` about the call of `values`, simplified.
  z3::expr fixed(z3::expr claim, const Values& values) {
    if (variables_.empty()) find_variables(call_.in_box(), variables_);
    z3::expr_vector from(context_);
    z3::expr_vector to(context_);
    for (const auto& [name, variable] : variables_) {
      const auto it = values.find(name);
      from.push_back(variable);
      to.push_back(terms_.number(it == values.end() ? 0 : it->second));
    }
    return claim.substitute(from, to).simplify();
  }

  const BoundSpec& bound_;
  z3::context context_;
  Terms terms_;
  SymbolicCall call_;
  Translator translator_;
  std::vector<RuleTerms> translated_;
  std::map<std::string, z3::expr> variables_;
};

}  // namespace npu_cts::findings::prove
