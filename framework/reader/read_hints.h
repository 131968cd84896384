// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/model/op_spec.h"
#include "framework/reader/reading.h"

namespace npu_cts::reader {

/// Returns what the generator may try, from the map under `hints`. Its free symbols stay in the scope of `reading`.
Hints read_hints(Reading& reading, const Fields& fields, const OpSpec& op);

/// Returns the programs that the documents show.
std::vector<Example> read_examples(Reading& reading, const Fields& fields, const OpSpec& op);

/// Returns how one argument's values are made.
Fill read_fill(Reading& reading, const Node& node);

}  // namespace npu_cts::reader
