// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/run/drive/worker_driver.h"

namespace npu_cts::faults {

/// Returns the outcome of a call of the toy operator with `much`, an argument that it does not look at.
Outcome outcome_of_call_with(wire::WorkerHost& host, std::vector<std::int64_t> much);

/// Returns the outcome of one call of the toy operator that shows `fault`. The first element of its argument is
/// `first`.
Outcome outcome_of_call(wire::WorkerHost& host, std::string_view fault, std::byte first = {});

/// As above, in words.
std::string call(wire::WorkerHost& host, std::string_view fault, std::byte first = {});

/// Returns the command of a program that was built.
std::string bin(const std::string& name);

/// Returns how to run the faulty plugin, whose calls show what is said to be `want`.
wire::WorkerOptions plugin_options(std::string_view want);

/// Returns how to run the faulty program, which shows `fault`.
wire::WorkerOptions program_options(std::string_view fault);

}  // namespace npu_cts::faults
