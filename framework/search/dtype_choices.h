// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/rule/bound_spec.h"

namespace npu_cts::search {

/// The dtype of a parameter; nothing where the argument is absent.
struct DTypeOf {
  std::size_t slot = 0;
  std::optional<DType> dtype;

  friend auto operator<=>(const DTypeOf&, const DTypeOf&) = default;
};

/// A dtype for each column, in the order of their keys.
using DTypeChoice = std::vector<DTypeOf>;

/// Returns "bias=none,scale=float32".
std::string to_text(const BoundSpec& bound, const DTypeChoice& choice);

/// Returns the slots of the parameters that have a dtype in a call: tensors and dtype attributes, by key.
std::vector<std::size_t> dtype_columns(const BoundSpec& bound);

/// Returns every combination that the spec admits, with the id of the row that admits it ("" without rows).
std::map<DTypeChoice, std::string> legal_dtypes(const BoundSpec& bound);

/// Returns the first combination of the cells of `row`, admitted or not; nothing where a column can have no dtype.
std::optional<DTypeChoice> first_dtypes(const BoundSpec& bound, const Row& row);

/// Returns every combination of the dtypes that the page of the target's release lists for any product and that is not
/// `legal`, what legal_dtypes returns.
std::vector<DTypeChoice> illegal_dtypes(const BoundSpec& bound, const std::map<DTypeChoice, std::string>& legal);

}  // namespace npu_cts::search
