// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/expression/expression_testing.h"
#include "framework/model/modes_testing.h"
#include "framework/model/spec.h"
#include "framework/rule/evaluate.h"

// What the tests of this folder share: an invented operator, its spec and a call of it. Not part of the library.
namespace npu_cts::testing_rule {

using testing_expression::parse;
using testing_expression::place;
using testing_expression::scope;

inline Tensor tensor(DType dtype, Shape shape) { return {.type = {.dtype = dtype, .shape = std::move(shape)}}; }

inline Parameter parameter(std::string key, ParameterKind kind) {
  Parameter result;
  result.key = std::move(key);
  result.kind = kind;
  return result;
}

/// Returns an operator `invented` with the parameters of scope() and nothing else.
inline OpSpec invented() {
  OpSpec op;
  op.name = "invented";
  op.file = "spec.yaml";
  for (const std::string_view key : {"x", "y", "z", "axis", "flag", "mode", "out_dtype", "sizes", "kernel"}) {
    op.parameters.push_back(parameter(std::string(key), scope().parameters.find(key)->second));
  }
  return op;
}

inline Spec releases() {
  Spec spec;
  spec.releases = {"1.0", "2.0", "3.0"};
  spec.modes = three_modes();
  return spec;
}

inline Spec two_products() {
  Spec spec = releases();
  for (const std::string id : {"p1", "p2"}) spec.products.push_back({.id = id});
  return spec;
}

inline Call call(Arguments arguments) {
  return {.op = "invented",
          .target = {.product = "p1", .release = "2.0", .mode = "eager"},
          .arguments = std::move(arguments)};
}

/// Returns the value of `tree` in `call`, as a symbol below those of `op`: its words are the operator's.
inline Computed value_of(const ExpressionPtr& tree, OpSpec op, const Call& call) {
  const Spec spec = releases();
  op.symbols.push_back({.name = "asked", .value = tree});
  const BoundSpec bound = BoundSpec::bind(spec, op, call.target);
  return evaluate(bound.symbols().back(), SlotCall(bound, call.arguments));
}

}  // namespace npu_cts::testing_rule
