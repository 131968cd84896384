#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "framework/model/op_spec.h"
#include "framework/model/result.h"

namespace npu_cts {

/// Which models an implementation follows: one for each freedom, on every element of every case.
struct ModelIdentification {
  std::vector<ModelChoice> fits;  ///< the choices, one model for each freedom that was seen, that explain every case
  std::size_t cases = 0;          ///< how many cases touched a freedom
  std::vector<std::string>
      disagreeing;  ///< where nothing fits: cases that no one choice explains, two where two suffice

  friend bool operator==(const ModelIdentification&, const ModelIdentification&) = default;
};

/// Returns the models of `op` that explain all of `results`. Results that agree with no model are left out: they
/// have failed by themselves.
ModelIdentification identify_models(const OpSpec& op, std::span<const CaseResult> results);

}  // namespace npu_cts
