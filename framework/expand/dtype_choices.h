#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/rule/bound_spec.h"

namespace npu_cts {

/// A dtype for each column; nothing where the argument is absent.
using DTypeChoice = std::map<std::string, std::optional<DType>>;

/// What one column may be; nothing where the argument may be absent.
using DTypeOptions = std::vector<std::optional<DType>>;

/// Columns by name, with what each may be.
using DTypeColumns = std::vector<std::pair<std::string, DTypeOptions>>;

/// Returns "bias=none,scale=float32": columns by name.
std::string to_text(const DTypeChoice& choice);

/// Returns the parameters that have a dtype in a call for `target`: tensors and dtype attributes, by key.
std::vector<const Parameter*> dtype_columns(const BoundSpec& bound);

/// Returns every combination that the spec admits for `target`, with the id of the row that admits it ("" without
/// rows).
std::map<DTypeChoice, std::string> legal_dtypes(const BoundSpec& bound);

/// Returns every combination of the dtypes that the page of the target's release lists for any product and that
/// the spec does not admit for `target`.
std::vector<DTypeChoice> illegal_dtypes(const BoundSpec& bound);

}  // namespace npu_cts
