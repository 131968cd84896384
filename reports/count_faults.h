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

/// Counts what was attributed.
class FaultCounter {
 public:
  /// `products` outlive the counter.
  explicit FaultCounter(const std::vector<Product>& products);

  void add(const record::PlannedCase& planned, const CaseResult& result);

  /// Returns the faults that were attributed, in the order of their table.
  [[nodiscard]] std::vector<FaultCount> counts() const;

 private:
  const std::vector<Product>& products_;
  std::vector<FaultCount> counts_;
};

}  // namespace npu_cts::reports
