// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/findings/checks/golden.h"
#include "framework/findings/findings.h"

namespace npu_cts {

/// What the engines are given.
struct EngineOptions {
  findings::Formula formula = {};  ///< empty: printed outputs are not asked about
  std::string documents = {};      ///< folder of the vendors' pages; empty: they are not looked at
};

/// Returns every engine; the solver, which is the last, is not asked.
std::vector<findings::Engine> engines_for(const EngineOptions& options);

/// Returns the registry: every kind of message, those of `engines` after the others.
std::vector<Kind> registry_of(std::span<const findings::Engine> engines);

}  // namespace npu_cts
