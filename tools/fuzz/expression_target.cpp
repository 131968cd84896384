// SPDX-License-Identifier: Apache-2.0
// The expression language: whatever parses prints back to itself, has a sentence, and can be evaluated.
#include <algorithm>
#include <string>

#include "framework/expression/nodes.h"
#include "framework/expression/parse_expression.h"
#include "framework/expression/print_expression.h"
#include "framework/expression/tokens.h"
#include "framework/rule/evaluate.h"
#include "tools/fuzz/property.h"

namespace npu_cts::fuzz {
namespace {

const Location place{.file = "spec.yaml", .line = 10, .column = 5};

const Scope& names() {
  static const Scope scope{.parameters = {{"x", ParameterKind::tensor},
                                          {"y", ParameterKind::tensor},
                                          {"axis", ParameterKind::integer},
                                          {"flag", ParameterKind::boolean},
                                          {"mode", ParameterKind::word},
                                          {"out", ParameterKind::dtype},
                                          {"sizes", ParameterKind::integer_list},
                                          {"pair", ParameterKind::integer_pair}},
                           .symbols = {{"n", Type::integer}, {"s", Type::shape}}};
  return scope;
}

/// Returns an operator whose parameters and symbols are those of names().
OpSpec invented() {
  OpSpec op;
  op.name = "invented";
  for (const auto& [key, kind] : names().parameters) {
    Parameter parameter;
    parameter.key = key;
    parameter.kind = kind;
    op.parameters.push_back(parameter);
  }
  op.symbols = {{"n", make_integer(3, place), place},
                {"s", parse_expression("shape(x)", place, names()).value(), place}};
  return op;
}

/// Returns a call that gives every parameter but y.
Call call() {
  return {.op = "invented",
          .arguments = {{"x", Tensor{.type = {.dtype = DType::int8, .shape = {2, 3, 32}}}},
                        {"axis", std::int64_t{-2}},
                        {"flag", true},
                        {"mode", std::string("update")},
                        {"out", DType::float16},
                        {"sizes", std::vector<std::int64_t>{1, 2, 5}},
                        {"pair", std::vector<std::int64_t>{4, 4}}}};
}

void evaluate_twice(const ExpressionPtr& tree) {
  static const Call made = call();
  static const Spec spec;
  OpSpec op = invented();
  op.symbols.push_back({.name = "tried", .value = tree, .at = place});  // so that its words are words of the operator
  const BoundSpec bound = BoundSpec::bind(spec, op, {});
  const BoundNode node = bound.names().bind(*tree);
  const Computed value = evaluate(node, SlotCall(bound, made.arguments));
  const SlotCall again(bound, made.arguments);
  hold(value == evaluate(node, again) && value == evaluate(node, again), "an expression has one value", to_text(*tree));
  if (tree->type != Type::boolean) return;
  const bool* const truth = std::get_if<bool>(&value);
  hold(decide(node, again) == (truth == nullptr ? std::nullopt : std::optional(*truth)), "deciding is evaluating",
       to_text(*tree));
}

void hold_text(const Expression& tree) {
  const std::string text = to_text(tree);
  if (text.size() > max_expression_length) return;
  const auto again = parse_expression(text, place, names());
  hold(again.has_value(), "what is printed parses", text);
  hold(same_tree(tree, **again), "what is printed parses to the same tree", text);
  hold(to_text(**again) == text, "what is printed stays as it is", text);
  for (const Language language : {Language::en, Language::zh}) {
    hold(!to_sentence(tree, language).empty(), "an expression has a sentence", text);
  }
}

}  // namespace
}  // namespace npu_cts::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace npu_cts::fuzz;
  const auto text = text_of(data, size);
  const auto tree = npu_cts::parse_expression(text, place, names());
  if (!tree) {
    std::string line(text);  // an expression is one line: its columns count on behind a break inside quotes
    std::ranges::replace(line, '\n', ' ');
    hold_diagnostics(tree.diagnostics(), line, place);
    return 0;
  }
  hold_text(**tree);
  evaluate_twice(*tree);
  return 0;
}
