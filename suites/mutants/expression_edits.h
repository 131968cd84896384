// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/model/expression.h"

namespace npu_cts::mutants {

/// Whether a claim is true of more calls than it was, or of fewer.
enum class Reach : std::uint8_t { more, fewer };
constexpr Reach opposite(Reach reach) { return reach == Reach::more ? Reach::fewer : Reach::more; }

/// An expression with one place changed.
struct ExpressionEdit {
  ExpressionPtr whole;
  Reach reach = Reach::more;
  std::string what;  ///< "takes 'n > 0' as true"
};

/// Returns `claim`, a boolean, with each of its atoms taken as true, as false, and with each end moved by one.
/// Where an atom moves the claim now one way and now the other, its reach is a guess.
std::vector<ExpressionEdit> edits_of(const ExpressionPtr& claim);

/// Returns shapes that `shape`, of the parameter `key`, is not, and that differ from it in one axis: any size, one
/// more, one less, left out, swapped with the next, and one axis more at either end. None where it is no list of axes.
std::vector<ExpressionEdit> neighbours_of_shape(const ExpressionPtr& shape, const std::string& key);

}  // namespace npu_cts::mutants
