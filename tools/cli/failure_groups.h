#pragma once

#include <cstdint>
#include <string>

#include "framework/record/journal.h"

namespace npu_cts {

/// How much the end of a run says.
enum class Detail : std::uint8_t {
  verdict,  ///< one line (-q)
  groups,   ///< failures by diagnosis, three examples of each, and a line for each operator
  all,      ///< every failure (-v)
};

/// Returns the failures of `journal`, which is in the file `path`, grouped by diagnosis: what was wrong and, where that
/// tells them apart, the rule, the tensor and the pattern of the wrong values. The largest group comes first; each case
/// has the command that runs it again.
std::string failure_groups(const Journal& journal, const std::string& path, Detail detail);

}  // namespace npu_cts
