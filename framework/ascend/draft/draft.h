// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "framework/ascend/pages/page_facts.h"

namespace npu_cts::ascend {

/// What a draft is made for.
struct DraftOptions {
  std::string op;
  std::string release;
  std::string page;    ///< the page's id in spec/documents.yaml
  std::string prefix;  ///< of the ids of statements that the inventory of `spec` has not
};

/// Returns the beginning of a spec of the page with `facts`, as YAML for a person to finish: signature, parameters with
/// their dtypes for each product, rows, support, and a list of the
/// statements they stand on, with place, hash and `encodes`. It has no
/// sentence of the page; every `text` is empty and every shape and rule is missing.
std::string to_draft(const PageFacts& facts, const Spec& spec, const DraftOptions& options);

}  // namespace npu_cts::ascend
