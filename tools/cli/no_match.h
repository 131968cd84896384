#pragma once

#include <string_view>

#include "framework/model/spec.h"
#include "framework/run/session/options.h"

namespace npu_cts {

/// Says on standard error that `options` select no case, and what would select some. Returns exit_nothing_ran.
int complain_of_no_match(const Spec& spec, const RunOptions& options, std::string_view outcome);

}  // namespace npu_cts
