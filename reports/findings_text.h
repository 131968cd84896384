#pragma once

#include <string>

#include "framework/model/spec.h"
#include "reports/document/document.h"
#include "reports/words.h"

namespace npu_cts {

/// What is printed of one finding, in one language.
struct FindingText {
  std::string id;
  std::string kind;
  std::string says;
  document::Terms terms;
};

/// Returns what is printed of `one`; `witness` may be null.
FindingText text_of(const Spec& spec, const OpSpec& op, const Contradiction& one, const Call* witness,
                    Language language);

}  // namespace npu_cts
