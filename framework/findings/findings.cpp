// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/findings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "framework/base/sort.h"

namespace npu_cts::findings {

Result<Findings> find_all(const Spec& spec, std::span<const Engine> engines) {
  Findings found;
  std::vector<Looked> looked;
  for (const Engine& engine : engines) {
    looked.push_back({.kinds = engine.kinds, .asked = engine.asked});
    if (!engine.asked) continue;
    Result<EngineAnswer> answer = engine.run(spec);
    if (!answer) return answer.diagnostics();
    std::ranges::move(answer->found, std::back_inserter(found));
    looked.back().unseen = std::move(answer->unseen);
  }
  found = waive(spec, std::move(found), looked);
  sort_stably(found, {}, &Finding::at);
  return found;
}

}  // namespace npu_cts::findings
