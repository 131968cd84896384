// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/op_spec.h"
#include "framework/model/request.h"

namespace npu_cts::run {

/// Where an implementation under test attaches. Opened for one target; given calls, never the expected answers.
class Driver {
 public:
  virtual ~Driver() = default;

  /// Says how messages about later calls name the one that runs next. It is no part of the call.
  virtual void name_next(std::string_view /*name*/) {}

  /// Runs the call of `request`. May write the storage of in-place arguments and of nothing else.
  virtual Outcome run(Request& request) = 0;
};

/// Opens a driver for a target, or says why it could not start.
using OpenDriver = std::function<Result<std::unique_ptr<Driver>>(const Target&)>;

/// What was seen of one call.
struct Observation {
  Outcome outcome;
  std::vector<std::string> altered = {};   ///< arguments that changed though the call may not write them
  std::vector<NamedTensor> in_place = {};  ///< arguments that the call may write, as they are afterwards, by key
};

/// Returns whether a call that ended as `outcome` may have written to its argument `key`.
bool may_write(const OpSpec& op, std::string_view key, const Outcome& outcome);

/// Runs `call` on `driver` and compares its arguments in memory before and after.
/// Bytes between the elements of a strided argument count as altered wherever they change.
Observation observe(const OpSpec& op, const Call& call, Driver& driver);

}  // namespace npu_cts::run
