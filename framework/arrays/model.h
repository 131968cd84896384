// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "framework/base/location.h"

namespace npu_cts::arrays {

/// A value of a parameter, by its place in the parameter's list.
using Value = std::uint16_t;

/// In a partial row: the parameter may have any value.
inline constexpr Value unset = 0xFFFF;

/// One value per parameter, in the order of the model.
using Row = std::vector<Value>;

struct Parameter {
  std::string name;
  std::vector<std::string> values = {};

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// A rule over some parameters: `allows` gets their values in the order of `parameters`.
struct Constraint {
  std::vector<std::size_t> parameters;
  std::function<bool(std::span<const Value>)> allows;
  Location at = {};
};

struct Cell {
  std::size_t parameter = 0;
  Value value = 0;

  friend bool operator==(const Cell&, const Cell&) = default;
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

/// Cells of different parameters.
using Tuple = std::vector<Cell>;

/// What may be chosen: every parameter has a value, and every constraint holds.
struct Model {
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints = {};
};

/// Returns the constraint that no row contains `tuple`.
Constraint forbid(const Tuple& tuple);

/// Returns whether the full row keeps every constraint.
bool is_legal(const Model& model, const Row& row);

}  // namespace npu_cts::arrays
