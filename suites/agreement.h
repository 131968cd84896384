#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "framework/expand/search.h"

namespace npu_cts {

/// A call on which the law and the hand-written argument checks differ.
struct Dispute {
  Call call;
  Verdict law = Verdict::accept;
  std::string broken;   ///< the first rule the law says is broken; empty where it accepts
  std::string refusal;  ///< what the checks say; empty where they accept
};

/// What comparing found.
struct Agreement {
  std::size_t compared = 0;
  std::optional<Dispute> first;
};

/// Compares the law and the argument checks of its operator on each legal combination of dtypes and on every call one
/// move away from it; ends at the first difference. Calls that the law leaves open or undefined are passed over.
Agreement compare_with_checks(const BoundSpec& bound);

}  // namespace npu_cts
