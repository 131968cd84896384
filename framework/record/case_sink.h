// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "framework/model/result.h"
#include "framework/record/file.h"

namespace npu_cts::record {

/// Where a session writes what becomes of its cases: a line before each and its verdict after it.
class CaseSink {
 public:
  virtual ~CaseSink() = default;

  virtual WriteError begin(std::string_view id) = 0;
  virtual WriteError end(const CaseResult& result) = 0;
};

/// Keeps the verdicts in memory.
class MemorySink final : public CaseSink {
 public:
  WriteError begin(std::string_view /*id*/) override { return std::nullopt; }
  WriteError end(const CaseResult& result) override {
    results_.push_back(result);
    return std::nullopt;
  }

  [[nodiscard]] const std::vector<CaseResult>& results() const { return results_; }

 private:
  std::vector<CaseResult> results_;
};

}  // namespace npu_cts::record
