// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/model/spec.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// What the operators' pages show, and in which language. An empty list names all.
struct Shown {
  Language language = Language::en;
  std::vector<std::string> products = {};
  std::vector<std::string> releases = {};
};

/// Returns `spec` with the shown products and pages only, and with the facts that hold for some of them. All that is
/// written from it follows. Releases keep their places, and an operator without a page is left out.
Spec narrowed(Spec spec, const Shown& shown);

}  // namespace npu_cts::reports
