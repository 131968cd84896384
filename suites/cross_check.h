// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "framework/search/search.h"

namespace npu_cts {

/// A call on which the spec and the hand-written argument checks differ.
struct CheckDisagreement {
  Call call;
  Verdict spec = Verdict::accept;
  std::string broken;   ///< the first rule the spec says is broken; empty where it accepts
  std::string refusal;  ///< what the checks say; empty where they accept
};

/// What comparing found.
struct CrossCheck {
  std::size_t compared = 0;
  std::optional<CheckDisagreement> first;
  std::string open;  ///< how they differ in what the pages leave open; empty: nowhere
};

/// Compares the spec and the argument checks of its operator on each legal combination of dtypes and on every call one
/// step away from it; ends at the first difference. What the spec leaves open or undefined is compared with what the
/// kernel does.
CrossCheck compare_with_checks(const BoundSpec& bound);

}  // namespace npu_cts
