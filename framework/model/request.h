// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/base/names.h"
#include "framework/model/call.h"
#include "framework/model/fault.h"

namespace npu_cts {

/// A tensor as it lies in memory: element `i` of the logical shape is at `offset + Σ index·stride` (in elements).
/// A tensor in blocks has no strides: its storage is the blocks of the format.
struct StoredTensor {
  TensorType type;
  std::vector<std::int64_t> strides = {};
  std::int64_t offset = 0;
  std::vector<std::byte> storage = {};

  friend bool operator==(const StoredTensor&, const StoredTensor&) = default;
};

using StoredValue = ArgumentOf<StoredTensor>;

/// A call as a driver gets it: the operator, its arguments in memory, and nothing of what is expected.
struct Request {
  std::string op;
  ArgumentsOf<StoredTensor> arguments = {};

  friend bool operator==(const Request&, const Request&) = default;
};

/// An output of a call, with its logical values.
struct NamedTensor {
  std::string name;
  Tensor tensor;

  friend bool operator==(const NamedTensor&, const NamedTensor&) = default;
};

/// What an output of a call will be, known before the call runs.
struct OutputType {
  std::string name;
  TensorType type;
  std::string alias;  ///< the key of the argument that it is, for a call that works in place

  friend bool operator==(const OutputType&, const OutputType&) = default;
};

enum class OutcomeKind : std::uint8_t {
  completed,    ///< ran; outputs are what it wrote
  refused,      ///< rejected the call before running
  unsupported,  ///< said that it does not support the call
  failed,       ///< ran into an error of its own (out of memory, device lost, protocol)
  crashed,
  timed_out,
};

constexpr auto names_of(OutcomeKind) {
  return name_list("completed", "refused", "unsupported", "failed", "crashed", "timed_out");
}

/// What a driver says happened.
struct Outcome {
  OutcomeKind kind = OutcomeKind::completed;
  std::int64_t code = 0;  ///< the vendor's code of a refusal, 0 where it has none
  std::string message = {};
  std::vector<NamedTensor> outputs = {};
  std::optional<Attribution> attribution = std::nullopt;  ///< what the driver itself holds against the implementation
  std::string printed = {};  ///< the end of what the implementation printed while the call ran

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Why an argument check refuses a call.
struct Refusal {
  std::string parameter;  ///< the key of the guilty parameter, or "" where several are
  std::string reason;
};

/// One choice for each implementation-defined behaviour that a call touches: behaviour → variant ("requantization" →
/// "s9").
using VariantChoice = std::map<std::string, std::string, std::less<>>;

}  // namespace npu_cts
