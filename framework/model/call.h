// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "framework/model/argument.h"
#include "framework/model/tensor.h"

namespace npu_cts {

/// Where and how a call is made: what a driver is opened for. The words are ids of Spec::products, releases and modes.
struct Target {
  std::string product = {};
  std::string release;
  std::string mode = {};

  friend bool operator==(const Target&, const Target&) = default;
  friend auto operator<=>(const Target&, const Target&) = default;
};

using Value = ArgumentOf<Tensor>;
using Arguments = ArgumentsOf<Tensor>;

/// One call of an operator, as its document would have a user write it.
struct Call {
  std::string op = {};
  Target target = {};
  Arguments arguments = {};

  friend bool operator==(const Call&, const Call&) = default;
};

/// Returns how many elements its tensors have.
std::int64_t elements_of(const Call& call);

}  // namespace npu_cts
