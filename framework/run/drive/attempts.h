// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/model/fault.h"
#include "framework/model/request.h"
#include "framework/run/message/message.h"

namespace npu_cts::wire {

/// An output as it lay in memory when the call was done.
struct RawOutput {
  DeclaredOutput declared = {};
  std::vector<std::byte> bytes;
};

/// How a call ended, and the raw bytes of its outputs.
struct Attempt {
  Outcome outcome;
  std::vector<RawOutput> outputs = {};

  [[nodiscard]] bool completed() const { return outcome.kind == OutcomeKind::completed; }
};

/// An element of an output.
struct Spot {
  std::string output;
  std::string words;        ///< "output 'y' at [42]"
  std::string change = {};  ///< ": 0x09 instead of 0x08", where both runs gave bytes
};

/// Returns the first element that holds `first` in `once` and `second` in `again`: it was not written.
std::optional<Spot> find_unwritten(const std::vector<RawOutput>& once, const std::vector<RawOutput>& again,
                                   std::byte first, std::byte second);

/// Returns the first element that the two runs gave differently.
std::optional<Spot> find_difference(const std::vector<RawOutput>& once, const std::vector<RawOutput>& again);

/// Returns `output` as a tensor. One that is an argument of `request` is stored there.
/// Precondition: nothing is wrong with its declaration.
NamedTensor named(RawOutput output, Request& request);

}  // namespace npu_cts::wire
