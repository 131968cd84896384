// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "framework/model/call.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::run {

/// A call that a careless cache takes for another one.
struct AlikeCall {
  Call call;
  std::string words;  ///< what tells the two apart: "with the same bytes in another layout"
  bool is_typed_otherwise = false;
};

/// Returns a legal call that a cache takes for `call`, a legal one with its values, where it looks at too little. The
/// rest of `choice` by three says which:
///   0: each tensor's storage has the same size, ends and sum, and what is inside is turned round
///   1: tensors have the same bytes in another layout; where none may have one, as for 0
///   2: one tensor has two neighbours swapped, and all others are the same
/// Nothing where no tensor can be changed so, as each is small or holds one value.
std::optional<AlikeCall> alike_call(const BoundSpec& bound, const Call& call, std::uint64_t choice);

}  // namespace npu_cts::run
