#pragma once

#include <string>

#include "framework/base/result.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"
#include "framework/record/scope.h"

namespace npu_cts {

/// A spec, and its digest (see digest_of).
struct DigestedSpec {
  const Spec& spec;
  std::string digest;
};

/// Plans again what `journal`, which was read from `file`, says that it planned. Returns how much of the spec that is.
/// Errors: bad_journal, where the journal is of another spec, or lacks a case of its plan, has another one or says
/// other things of one.
Result<CoveredScope> check_plan(const DigestedSpec& spec, const Journal& journal, const std::string& file);

}  // namespace npu_cts
