// SPDX-License-Identifier: Apache-2.0
#include "reports/count_faults.h"

#include <algorithm>

namespace npu_cts::reports {

std::vector<FaultCount> count_faults(const record::Journal& journal, const std::vector<Product>& products) {
  std::vector<FaultCount> counts;
  for (std::size_t i = 0; i < fault_count; ++i) {
    counts.push_back({.fault = static_cast<Fault>(i), .products = std::vector<std::size_t>(products.size()), .all = 0});
  }
  auto planned = journal.planned.begin();
  for (const CaseResult& result : journal.results) {
    if (!result.attribution) continue;
    planned = std::lower_bound(planned, journal.planned.end(), result.id,
                               [](const record::PlannedCase& one, const std::string& id) { return one.id < id; });
    if (planned == journal.planned.end() || planned->id != result.id) continue;
    const auto product = std::ranges::find(products, planned->target.product, &Product::id);
    FaultCount& count = counts[static_cast<std::size_t>(result.attribution->fault)];
    ++count.products[static_cast<std::size_t>(product - products.begin())];
    ++count.all;
  }
  std::erase_if(counts, [](const FaultCount& count) { return count.all == 0; });
  return counts;
}

}  // namespace npu_cts::reports
