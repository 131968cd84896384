// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "framework/model/call.h"
#include "framework/model/spec.h"

namespace npu_cts::mutants {

/// What the solver says of two specs of one operator.
struct CallEquality {
  bool is_proved = false;              ///< of every call of its box both say the same verdict, at each target
  std::optional<Call> differing = {};  ///< a call of which they do not, with its target; where one was found
};

/// Compares what `op` of `spec` and `other` of `changed` say of calls at each target that the documents support. What
/// the solver cannot answer is not proved.
CallEquality compare_calls(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other);

/// Returns whether the solver shows that what `op` and `other` leave to implementations touches the same legal calls.
bool touches_alike(const Spec& spec, const OpSpec& op, const Spec& changed, const OpSpec& other);

}  // namespace npu_cts::mutants
