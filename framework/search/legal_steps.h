// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "framework/rule/judge_call.h"
#include "framework/search/candidate_call.h"

namespace npu_cts::search {

/// Takes those of several steps that keep a builder's call legal, one on top of the other, for as long as it lives.
class LegalSteps {
 public:
  /// `steps` are the builder's to change meanwhile. Its call is legal.
  LegalSteps(std::vector<MutationStep>& steps, CallBuilder& builder) {
    for (MutationStep& step : steps) {
      taken_.push_back(std::make_unique<StepTaken>(step, builder));
      const SlotCall* const call = builder.build();
      if (call == nullptr || !is_legal(*call, builder.changes())) taken_.pop_back();
    }
  }
  LegalSteps(const LegalSteps&) = delete;
  LegalSteps& operator=(const LegalSteps&) = delete;
  ~LegalSteps() {
    while (!taken_.empty()) taken_.pop_back();  // from the last on
  }

  [[nodiscard]] std::size_t size() const { return taken_.size(); }

 private:
  std::vector<std::unique_ptr<StepTaken>> taken_;
};

}  // namespace npu_cts::search
