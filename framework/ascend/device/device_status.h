// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "framework/model/request.h"

namespace npu_cts::ascend {

/// A status of the vendor's runtime (1xxxxx caller, 2xxxxx resources, 5xxxxx device) or operator library (161xxx,
/// 361001, 561xxx). A device may return others: any 32-bit integer is a DeviceStatus.
/// Source: the vendor's public tables of aclError and aclnn return codes (CANN 8 and 9).
enum class DeviceStatus : std::int32_t {
  success = 0,
  runtime_param_invalid = 107000,
  runtime_invalid_device = 107001,
  runtime_context_null = 107002,
  runtime_stream_context = 107003,
  runtime_invalid_handle = 107017,
  param_nullptr = 161001,
  param_invalid = 161002,
  feature_not_supported = 207000,
  memory_allocation = 207001,
  memory_free = 207002,
  no_device = 207004,
  resource_allocation = 207005,
  no_stream_resource = 207008,
  device_out_of_memory = 207018,
  runtime_error = 361001,
  internal_error = 507000,
  lost_heartbeat = 507010,
  aicore_timeout = 507014,
  aicore_exception = 507015,
  stream_sync_timeout = 507046,
  copy_data = 507052,
  driver_internal_error = 507899,
  inner_error = 561000,
  inner_infer_shape = 561001,
  inner_tiling = 561002,
  inner_find_kernel = 561003,
  inner_create_executor = 561101,
  inner_kernel_package_missing = 561112,
};

/// When in a call a status came: only before anything runs can it be a refusal.
enum class DevicePhase : std::uint8_t { preparing, running };

/// Returns the vendor's name of `status`, or "unknown status".
std::string_view name_of(DeviceStatus status);

/// Returns "207001 (ACL_ERROR_RT_MEMORY_ALLOCATION)".
std::string to_text(DeviceStatus status);

/// Returns what a call has come to that got `status`, which is not success, in `phase`. An unknown status is a
/// failure.
OutcomeKind outcome_of(DeviceStatus status, DevicePhase phase);

}  // namespace npu_cts::ascend
