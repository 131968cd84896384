// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/spec.h"

namespace npu_cts::ascend {

/// One name of one product.
struct ProductName {
  std::string name;        ///< as the spec has it
  std::string normalized;  ///< as a page's words do
  std::string product;     ///< its id
};

/// Returns the names of every product that hold in the release at `release` of Spec::releases, or ever where there is
/// none; longest first.
std::vector<ProductName> product_names(const Spec& spec, std::optional<std::size_t> release);

/// Returns which of `names` stand in normalized `words`, none inside a longer one; each once, in their order.
std::vector<ProductName> names_standing_in(std::string_view words, const std::vector<ProductName>& names);

}  // namespace npu_cts::ascend
