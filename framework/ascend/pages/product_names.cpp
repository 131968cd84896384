// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/product_names.h"

#include <algorithm>
#include <functional>

#include "framework/ascend/reading/normalize.h"
#include "framework/base/sort.h"

namespace npu_cts::ascend {

std::vector<ProductName> product_names(const Spec& spec, std::optional<std::size_t> release) {
  std::vector<ProductName> names;
  for (const Product& product : spec.products) {
    for (const Alias& alias : product.aliases) {
      if (release && !in_release(alias.applies, *release)) continue;
      names.push_back({.name = alias.name, .normalized = normalize_prose(alias.name), .product = product.id});
    }
  }
  std::erase_if(names, [](const ProductName& one) { return one.normalized.empty(); });
  sort_stably(names, std::greater{}, [](const ProductName& one) { return one.normalized.size(); });
  return names;
}

std::vector<ProductName> names_standing_in(std::string_view words, const std::vector<ProductName>& names) {
  std::string rest(words);
  std::vector<ProductName> found;
  for (const ProductName& one : names) {
    const auto first = rest.find(one.normalized);
    if (first != std::string::npos) found.push_back(one);
    for (auto at = first; at != std::string::npos; at = rest.find(one.normalized, at)) {
      rest.replace(at, one.normalized.size(), "|");
    }
  }
  return found;
}

}  // namespace npu_cts::ascend
