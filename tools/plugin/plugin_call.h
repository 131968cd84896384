// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/run/message/message.h"
#include "tools/plugin/npu_cts_plugin.h"

namespace npu_cts::wire {

/// Returns why this version of the ABI cannot carry the call in `mode`, in words; empty where it can.
std::string why_not_carried(const Run& run, std::string_view mode);

/// Returns the ABI's number of a mode that it can carry.
std::int32_t number_of_mode(std::string_view mode);

/// Returns `run` as the ABI's arguments, which point into `run`; `data_of` gives the bytes of each tensor.
std::vector<npu_cts_argument> arguments_of(
    const Run& run, const std::function<void*(const std::string& key, const PlacedTensor&)>& data_of);

/// The outputs of a plan, or what is wrong with it.
struct ReadPlan {
  Prepared prepared;
  std::string trouble;
};
ReadPlan read_plan(const npu_cts_plan& plan);

/// Returns what a status other than ok says; of ok, that the call completed.
Finished finished_of(npu_cts_status status, const npu_cts_plan& plan);

}  // namespace npu_cts::wire
