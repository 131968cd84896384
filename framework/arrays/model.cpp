// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/model.h"

#include <algorithm>

namespace npu_cts::arrays {

Constraint forbid(const Tuple& tuple) {
  Constraint constraint;
  Row forbidden;
  for (const Cell& cell : tuple) {
    constraint.parameters.push_back(cell.parameter);
    forbidden.push_back(cell.value);
  }
  constraint.allows = [forbidden](std::span<const Value> values) { return !std::ranges::equal(values, forbidden); };
  return constraint;
}

bool is_legal(const Model& model, const Row& row) {
  return std::ranges::all_of(model.constraints, [&](const Constraint& constraint) {
    Row values;
    for (const std::size_t parameter : constraint.parameters) values.push_back(row[parameter]);
    return constraint.allows(values);
  });
}

}  // namespace npu_cts::arrays
