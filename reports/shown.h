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

/// Takes from `spec` what is not shown: products, pages, facts that hold for none of the others, and operators without
/// a page. All that is written from it follows. Releases keep their places.
void narrow(Spec& spec, const Shown& shown);

}  // namespace npu_cts::reports
