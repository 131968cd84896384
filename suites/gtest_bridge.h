// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "framework/model/case.h"
#include "framework/run/session/plan_file.h"
#include "framework/run/session/session.h"
#include "framework/run/session/shared_memory.h"

namespace npu_cts {

/// Registers one GoogleTest test a case: suite OPERATOR/PRODUCT, the rest of the id as the name, the spec's line as the
/// place; a failure says how to run its case of `info` again. Where `limit` is reached, the rest is skipped. All four
/// must live until the tests have run.
void register_cases(const run::CaseList& cases, run::Session& session, const RunInfo& info, run::FailureLimit& limit);

enum class Failures : std::uint8_t { printed, hidden };

/// Lets GoogleTest print `failures` and nothing else: a run of fifty thousand cases is read in its journal.
void print_failures_only(Failures failures);

/// Prints what the implementation printed in each case that did not fail, as far as its result keeps it.
void print_output_of_cases();

/// Returns the text of a failure: rule, our paraphrase, mismatch, and the command that runs the case again.
std::string failure_text(const Spec& spec, const Case& planned, const CaseResult& result, const RunInfo& info);

}  // namespace npu_cts
