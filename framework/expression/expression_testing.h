// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "framework/expression/parse_expression.h"

// What the tests of this folder share: names, and the trees of expressions over them. Not part of the library.
namespace npu_cts::testing_expression {

/// Returns the place every test expression stands at: column 5 of line 10.
inline Location place() { return {.file = "spec.yaml", .line = 10, .column = 5}; }

/// Returns names for expressions: tensors x, y, z; attributes; symbols n (integer) and s (shape).
inline Scope scope() {
  return {.parameters = {{"x", ParameterKind::tensor},
                         {"y", ParameterKind::tensor},
                         {"z", ParameterKind::tensor},
                         {"axis", ParameterKind::integer},
                         {"flag", ParameterKind::boolean},
                         {"mode", ParameterKind::word},
                         {"out_dtype", ParameterKind::dtype},
                         {"sizes", ParameterKind::integer_list},
                         {"kernel", ParameterKind::integer_pair}},
          .symbols = {{"n", Type::integer}, {"s", Type::shape}, {"loop", Type::integer}, {"deep", Type::integer}}};
}

inline ExpressionPtr parse(std::string_view text) {
  auto tree = parse_expression(text, place(), scope());
  return tree ? *tree : nullptr;
}

}  // namespace npu_cts::testing_expression
