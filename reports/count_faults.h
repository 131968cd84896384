// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "framework/model/fault.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"

namespace npu_cts::reports {

/// How many cases a fault was attributed to.
struct FaultCount {
  Fault fault = Fault::value_mismatch;
  std::vector<std::size_t> products;  ///< in the order of the report's
  std::size_t all = 0;

  friend bool operator==(const FaultCount&, const FaultCount&) = default;
};

/// Returns the faults that were attributed, in the order of their table. Both lists of `journal` are sorted by id.
std::vector<FaultCount> count_faults(const record::Journal& journal, const std::vector<Product>& products);

}  // namespace npu_cts::reports
