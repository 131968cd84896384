#pragma once

#include <string>

#include "framework/expand/search.h"

namespace npu_cts {

/// Returns a text that is equal for two targets of one operator exactly where the generator makes the same cases for
/// both: everything it reads of the law, in order. What saves planning an edition or a product that says nothing new.
std::string signature_of(const LawFor& law);

}  // namespace npu_cts
