// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels {

/// What this project itself knows of an operator. `check` and `run` share no code for the operator's meaning with each
/// other or with its oracle (kernels/oracle.h).
struct Kernel {
  std::string_view op;

  /// Hand-written argument checks: returns why `request` is refused for `target`, or nothing.
  std::optional<Refusal> (*check)(const Target& target, const Request& request);

  /// What the pages leave open about `request`, whatever `check` decides there: ids of questions and words of verdicts.
  std::vector<std::string_view> (*left_open)(const Target& target, const Request& request);

  /// The outputs that `run` will give, without their values. Precondition: `check` accepted.
  std::vector<OutputType> (*outputs)(const Target& target, const Request& request);

  /// The fast kernel. Precondition: `check` accepted. May write the storage of in-place arguments of `request`.
  std::vector<NamedTensor> (*run)(const Target& target, Request& request);
};

/// Returns every operator's kernel: the registration lines.
std::span<const Kernel> all_kernels();

/// Returns the kernel of `op`, or null.
const Kernel* find_kernel(std::string_view op);

}  // namespace npu_cts::kernels
