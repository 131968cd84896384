// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/model/fault.h"
#include "framework/run/message/message.h"

namespace npu_cts::wire {

/// Returns the argument of `run` that `output` is, or null.
const PlacedTensor* find_aliased(const Run& run, const DeclaredOutput& output);

/// Returns the bytes that the storage of `output` takes.
std::size_t bytes_of(const Run& run, const DeclaredOutput& output);

/// Returns what is wrong with the outputs that a worker declares for `run`; nothing where nothing is.
std::string wrong_declaration(const Run& run, const std::vector<DeclaredOutput>& outputs);

/// Where a call writes, or why it cannot.
struct OutputPlaces {
  Proceed places;
  std::optional<Attribution> trouble = std::nullopt;
};

/// Returns where the workspace and the outputs lie that `prepared` declares for `run`. Runner and worker come to the
/// same places.
OutputPlaces place_outputs(const Run& run, const Prepared& prepared, Flush flush);

}  // namespace npu_cts::wire
