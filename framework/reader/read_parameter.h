// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/model/op_spec.h"
#include "framework/reader/reading.h"

namespace npu_cts::reader {

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

}  // namespace npu_cts::reader
