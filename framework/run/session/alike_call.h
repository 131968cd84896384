// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "framework/model/call.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::run {

/// A call that a careless cache takes for another one.
struct AlikeCall {
  Call call;
  std::string_view words;  ///< what tells the two apart: "with the same bytes in another layout"
};

/// Returns a legal call that a cache takes for `call`, a legal one with its values, where it looks at too little.
/// `choice` even: tensors whose storage has the same size, ends and sum, but what is inside turned round.
/// Odd: tensors of the same bytes in another layout; where no tensor may have one, as for even.
/// Nothing where no tensor can be changed so, as each is small or holds one value.
std::optional<AlikeCall> alike_call(const BoundSpec& bound, const Call& call, std::uint64_t choice);

}  // namespace npu_cts::run
