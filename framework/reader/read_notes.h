// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/model/op_spec.h"
#include "framework/reader/reading.h"

namespace npu_cts::reader {

// The parts of an operator's file that say what is computed, and what the documents leave open. Each reads the list
// under its key in `fields`.

/// Reads the formulas of `op`, whose parameters and outputs they may name.
std::vector<ResultFormula> read_formulas(Reading& reading, const Fields& fields, const OpSpec& op);

/// As above, of the variants.
std::vector<ImplementationDefined> read_implementation_defined(Reading& reading, const Fields& fields,
                                                               const OpSpec& op);

std::vector<OpenQuestion> read_questions(Reading& reading, const Fields& fields);
std::vector<Contested> read_contested(Reading& reading, const Fields& fields);
std::vector<Contradiction> read_contradictions(Reading& reading, const Fields& fields);

}  // namespace npu_cts::reader
