// SPDX-License-Identifier: Apache-2.0
#include "tools/engines.h"

#include <algorithm>
#include <iterator>

#include "framework/ascend/pages/citations.h"
#include "framework/ascend/pages/inventory.h"
#include "framework/evidence/kinds.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/prove/prove.h"

namespace npu_cts {

std::vector<findings::Engine> engines_for(const EngineOptions& options) {
  const auto cite = [](const Spec& spec) -> Result<findings::EngineAnswer> {
    return findings::EngineAnswer{.found = ascend::check_citations(spec)};
  };
  return {findings::written_engine(),
          findings::planned_engine(),
          {.run = cite},
          findings::golden_engine(options.formula),
          ascend::document_engine(options.documents),
          {.kinds = {findings::kinds::redundant_rule, findings::kinds::not_proved}, .asked = false}};
}

std::vector<Kind> registry_of(std::span<const findings::Engine> engines) {
  std::vector<Kind> kinds(basic_kinds().begin(), basic_kinds().end());
  for (const KindInfo* const kind : evidence::evidence_kinds) kinds.emplace_back(*kind);
  for (const findings::Engine& engine : engines) std::ranges::copy(engine.kinds, std::back_inserter(kinds));
  return kinds;
}

}  // namespace npu_cts
