#include "framework/model/dtype.h"

#include <algorithm>

namespace npu_cts {

std::optional<DType> find_dtype(std::string_view name) {
  const auto* const row = std::ranges::find(dtype_table, name, &DTypeInfo::name);
  if (row == dtype_table.end()) return std::nullopt;
  return row->dtype;
}

}  // namespace npu_cts
