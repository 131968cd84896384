// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/record/journal.h"
#include "framework/run/drive/driver.h"

namespace npu_cts::run {

/// The drivers that the suite has built in.
inline constexpr std::array<std::string_view, 2> built_in_drivers{"reference", "mock"};

/// A driver that was named on a command line.
struct NamedDriver {
  std::string name;  ///< as it was named
  std::string version;
  OpenDriver open;                      ///< empty for one that is built in: the suite opens those
  std::vector<std::string> files = {};  ///< that make it up: those named, then those it says. None for one built in
};

/// What a worker process may use, as far as the command line or the environment says it; else the usual holds.
struct DriverLimits {
  std::optional<std::uint64_t> timeout_seconds;  ///< of one answer
  std::optional<std::uint64_t> memory_mib;       ///< of address space
  std::optional<std::uint64_t> cpu_seconds;      ///< of one call
  record::Shard part = {};                       ///< of the run, which has a worker of its own
};

/// Returns the driver that `name` names: one of built_in_drivers, "plugin:LIBRARY",
/// "exec:PROGRAM" or "python:FILE".
/// Errors: driver_not_started.
Result<NamedDriver> find_driver(std::string_view name, const DriverLimits& limits = {});

/// Returns how many calls of `op` complete in `part` of a run before a small one runs thousands of times there. One
/// part has that one call of an operator, as its name says: in the others no number is enough.
std::size_t soaked_after(std::string_view op, const record::Shard& part);

/// What the name of a driver in a worker begins with.
inline constexpr std::string_view plugin_prefix = "plugin:";
inline constexpr std::string_view exec_prefix = "exec:";
inline constexpr std::string_view python_prefix = "python:";

/// Returns whether `name` is "plugin:LIBRARY", "exec:PROGRAM [ARGUMENT…]" or "python:FILE [ARGUMENT…]".
bool names_worker(std::string_view name);

/// Returns the driver that `name` names: its calls run in worker processes.
/// Errors: driver_not_started, where the worker does not say hello.
Result<NamedDriver> find_worker_driver(std::string_view name, const DriverLimits& limits);

}  // namespace npu_cts::run
