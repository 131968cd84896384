// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/model/op_spec.h"
#include "framework/reader/reading.h"

// The parts of an operator's file. What takes `fields`, those of the file, reads what stands there under its key.
namespace npu_cts::reader {

/// Returns `tree` without blocks. A block is an entry of a list that has `facts`, a list of entries; what else it has,
/// each of them has too. Blocks may hold blocks. Places stay those of the text. Errors: duplicate_key where an entry
/// says again what its block says.
Node without_blocks(Reading& reading, Node tree);

/// Returns the parameters of an operator without their shapes: those need every parameter's name first.
std::vector<Parameter> read_parameters(Reading& reading, const std::vector<Node>& nodes);

/// Returns the alternatives of a list of shapes.
std::vector<ShapeAlternative> read_shapes(Reading& reading, const std::vector<Node>& nodes);

/// Returns `value` with its place and where it holds.
template <class T>
Dated<T> dated(const Fields& fields, T value) {
  return {std::move(value), fields.applies(), {}, fields.at()};
}

/// Returns the entries of a list whose form has one word in `value`.
std::vector<Dated<std::string>> read_dated_words(Reading& reading, const std::vector<Node>& nodes, Form form);

// What binds a call.

/// Reads the symbols, and into the scope of `reading` too, in their order: a symbol may use those before it.
std::vector<Symbol> read_symbols(Reading& reading, const Fields& fields);
std::vector<Row> read_rows(Reading& reading, const Fields& fields, const OpSpec& op);
std::vector<Rule> read_rules(Reading& reading, const Fields& fields, const OpSpec& op);
std::vector<Output> read_outputs(Reading& reading, const Fields& fields, const OpSpec& op);
std::vector<SupportCell> read_support(Reading& reading, const Fields& fields);

/// Returns the keys of the parameters of `op`, as the words that other parts may name.
Words parameter_words(const OpSpec& op);

/// Returns what the generator may try, from the map under `hints`. Its free symbols stay in the scope of `reading`.
Hints read_hints(Reading& reading, const Fields& fields, const OpSpec& op);

/// Returns the programs that the documents show.
std::vector<Example> read_examples(Reading& reading, const Fields& fields, const OpSpec& op);

/// Returns how one argument's values are made.
Fill read_fill(Reading& reading, const Node& node);

// What is computed, and what the documents leave open.

/// Reads the formulas of `op`, whose parameters and outputs they may name.
std::vector<ResultFormula> read_formulas(Reading& reading, const Fields& fields, const OpSpec& op);

/// As above, of the variants.
std::vector<ImplementationDefined> read_implementation_defined(Reading& reading, const Fields& fields,
                                                               const OpSpec& op);

std::vector<OpenQuestion> read_questions(Reading& reading, const Fields& fields);
std::vector<Contested> read_contested(Reading& reading, const Fields& fields);
std::vector<Contradiction> read_contradictions(Reading& reading, const Fields& fields);

}  // namespace npu_cts::reader
