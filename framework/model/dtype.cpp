// SPDX-License-Identifier: Apache-2.0
#include "framework/model/dtype.h"

#include <algorithm>

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, all_dtype_kinds.size()> dtype_kind_names{"boolean", "signed", "unsigned",
                                                                                "float"};

}  // namespace

std::string_view name_of(DTypeKind kind) { return dtype_kind_names[static_cast<std::size_t>(kind)]; }

std::optional<DType> find_dtype(std::string_view name) {
  const auto* const row = std::ranges::find(dtype_table, name, &DTypeInfo::name);
  if (row == dtype_table.end()) return std::nullopt;
  return row->dtype;
}

}  // namespace npu_cts
