// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/report.h"

namespace npu_cts::reports {

/// A planned case and how it ended; none where it was not run.
struct CaseLine {
  const record::PlannedCase* planned = nullptr;
  const CaseResult* result = nullptr;
};

/// Counts one case.
void add(Tally& tally, const CaseLine& line);

/// Cases under a key (the id of a fact, a family, a target), product by product.
class EvidenceBook {
 public:
  explicit EvidenceBook(std::size_t products) : products_(products) {}

  /// Counts a case under `key`. Cases come in the order of their ids.
  void add(const std::string& key, std::size_t product, const CaseLine& line);

  /// Returns what stands under `key`, one entry a product, and takes it out.
  std::vector<Evidence> take(const std::string& key);

  /// Returns the keys that were not read, sorted.
  [[nodiscard]] std::vector<std::string> keys() const;

 private:
  std::size_t products_;
  std::map<std::string, std::vector<Evidence>> entries_;
};

}  // namespace npu_cts::reports
