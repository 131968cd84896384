// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/arrays/model.h"
#include "framework/base/result.h"

namespace npu_cts::arrays {

/// Returns the model that `text` describes in PICT's language: lines `NAME: VALUE, VALUE`, then constraints such as
/// `IF [NAME] = "VALUE" THEN [OTHER] IN {1, 2};`. `file` is used only in diagnostics. Names, values and words are the
/// same in capitals. NOT binds before AND, and AND before OR. Not read: sub-models, aliases, weights, negative and
/// borrowed values.
/// Errors: every line and every constraint that cannot be read, in line order.
Result<Model> read_pict(std::string_view text, std::string_view file);

/// Returns the rows that `text` holds as PICT prints them: a line of names, then a line of values for each row, all
/// between tabs. A parameter without a column, or with an empty value, may have any value.
/// Errors: every unknown name and value.
Result<std::vector<Row>> read_rows(std::string_view text, std::string_view file, const Model& model);

/// Returns `rows`, which are full, as PICT prints them.
std::string to_text(const Model& model, std::span<const Row> rows);

}  // namespace npu_cts::arrays
