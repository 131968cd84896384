// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/model/op_spec.h"
#include "framework/reader/reading.h"

namespace npu_cts::reader {

// The parts of an operator's file that bind a call. Each reads the list under its key in `fields`, an operator's file.

/// Reads the symbols, and into the scope of `reading` too, in their order: a symbol may use those before it.
std::vector<Symbol> read_symbols(Reading& reading, const Fields& fields);
std::vector<Row> read_rows(Reading& reading, const Fields& fields, const OpSpec& op);
std::vector<Rule> read_rules(Reading& reading, const Fields& fields, const OpSpec& op);
std::vector<Output> read_outputs(Reading& reading, const Fields& fields, const OpSpec& op);
std::vector<SupportCell> read_support(Reading& reading, const Fields& fields);

/// Returns the keys of the parameters of `op`, as the words that other parts may name.
Words parameter_words(const OpSpec& op);

}  // namespace npu_cts::reader
