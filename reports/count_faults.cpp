// SPDX-License-Identifier: Apache-2.0
#include "reports/count_faults.h"

#include <algorithm>

namespace npu_cts::reports {

FaultCounter::FaultCounter(const std::vector<Product>& products) : products_(products) {
  for (const Fault fault : every<Fault>)
    counts_.push_back({.fault = fault, .products = std::vector<std::size_t>(products.size()), .all = 0});
}

void FaultCounter::add(const record::PlannedCase& planned, const CaseResult& result) {
  if (!result.attribution) return;
  const auto product = std::ranges::find(products_, planned.target.product, &Product::id);
  FaultCount& count = counts_[static_cast<std::size_t>(result.attribution->fault)];
  ++count.products[static_cast<std::size_t>(product - products_.begin())];
  ++count.all;
}

std::vector<FaultCount> FaultCounter::counts() const {
  std::vector<FaultCount> counts = counts_;
  std::erase_if(counts, [](const FaultCount& count) { return count.all == 0; });
  return counts;
}

}  // namespace npu_cts::reports
