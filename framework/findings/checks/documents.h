// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/base/names.h"
#include "framework/model/spec.h"

namespace npu_cts::findings {

/// What a page can promise and the next one can take back.
enum class PromiseCategory : std::uint8_t { row, parameter, default_value, dtype, shape, result, rule };
constexpr auto names_of(PromiseCategory) {
  return name_list("rows", "parameters", "defaults", "dtypes", "shapes", "results", "rules");
}

/// One fact that a page states, in a form that two releases can be compared by.
struct Promise {
  PromiseCategory category = PromiseCategory::row;
  std::string subject;  ///< as a contradiction names it: "A4", "x1_dtype", "axis.defaults", "bias.float16", "out.shape"
  std::string content;  ///< what is promised; of a row nothing, for it is compared cell by cell
  const Row* row = nullptr;
  const Applies* applies = nullptr;
  const Citations* cite = nullptr;
  const Location* at = nullptr;

  /// Returns whether who has this has `other` too.
  [[nodiscard]] bool keeps(const Promise& other) const;
};

/// Returns what the pages of `op` promise, in the order of its file. Refusals count: a rule that is gone is one too.
std::vector<Promise> promises_of(const OpSpec& op);

/// Returns whether every call of the dtypes of `narrow` has dtypes of `wide`.
bool covers(const Row& wide, const Row& narrow);

}  // namespace npu_cts::findings
