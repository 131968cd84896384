// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/op_spec.h"
#include "framework/model/request.h"
#include "framework/run/drive/driver.h"

namespace npu_cts::judging {

/// A tensor that was seen, and what it is held against.
struct Compared {
  std::string output;
  std::string name;  ///< as a person reads it
  const Tensor& got;
  const Tensor& want;
};

/// Returns the tensor with `name`, or null.
const Tensor* find_output(const std::vector<NamedTensor>& outputs, std::string_view name);

/// Returns what was seen beside `want`, the outputs under one choice of variants. Both must outlive it.
std::vector<Compared> compared_with(const OpSpec& op, const run::Observation& seen,
                                    const std::vector<NamedTensor>& want);

/// Returns lines that name the outputs of `rest` that are wrong beside that of `first`: to correct one, look at all.
std::vector<std::string> wrong_beside(const Compared& first, std::span<const Compared> rest);

/// Returns the place in `wanted` of the outputs of which fewest are unlike what was seen, and those in the fewest
/// elements; the first of several. What an implementation does right says which variants it follows. Precondition:
/// there are some.
std::size_t nearest(const OpSpec& op, const run::Observation& seen,
                    const std::vector<std::vector<NamedTensor>>& wanted);

/// Returns the first output of `op` that `want` leaves out though it gives others: it would never be compared. Empty
/// where there is none.
std::string left_out(const OpSpec& op, const std::vector<NamedTensor>& want);

}  // namespace npu_cts::judging
