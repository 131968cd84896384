#pragma once

#include <string>
#include <vector>

#include "reports/findings.h"

namespace npu_cts {

/// One labelled fact of a finding; code is printed as such.
struct FindingFact {
  std::string label;
  std::string text;
  std::vector<std::string> code;  ///< what is quoted: ids, calls
};

/// One finding as every form prints it: no markup, in one language.
struct FindingText {
  std::string id;
  std::string kind;
  std::string says;
  std::vector<FindingFact> facts;
};

/// Returns what is printed of `one`; `witness` may be null.
FindingText text_of(const Spec& spec, const OpSpec& op, const Contradiction& one, const Call* witness,
                    Language language);

/// Returns `en` or `zh`.
std::string_view pick(Language language, std::string_view en, std::string_view zh);

}  // namespace npu_cts
