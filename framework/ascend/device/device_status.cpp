// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/device/device_status.h"

#include <array>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/names.h"

namespace npu_cts::ascend {
namespace {

struct StatusInfo {
  DeviceStatus status;
  std::string_view name;
  OutcomeKind while_preparing = OutcomeKind::failed;
};

/// Infer-shape and tiling errors count as refusals: pages of operators name them for shapes they do not take.
constexpr std::array status_table{
    StatusInfo{DeviceStatus::success, "ACL_SUCCESS", OutcomeKind::completed},
    StatusInfo{DeviceStatus::runtime_param_invalid, "ACL_ERROR_RT_PARAM_INVALID"},
    StatusInfo{DeviceStatus::runtime_invalid_device, "ACL_ERROR_RT_INVALID_DEVICEID"},
    StatusInfo{DeviceStatus::runtime_context_null, "ACL_ERROR_RT_CONTEXT_NULL"},
    StatusInfo{DeviceStatus::runtime_stream_context, "ACL_ERROR_RT_STREAM_CONTEXT"},
    StatusInfo{DeviceStatus::runtime_invalid_handle, "ACL_ERROR_RT_INVALID_HANDLE"},
    StatusInfo{DeviceStatus::param_nullptr, "ACLNN_ERR_PARAM_NULLPTR", OutcomeKind::refused},
    StatusInfo{DeviceStatus::param_invalid, "ACLNN_ERR_PARAM_INVALID", OutcomeKind::refused},
    StatusInfo{DeviceStatus::feature_not_supported, "ACL_ERROR_RT_FEATURE_NOT_SUPPORT", OutcomeKind::unsupported},
    StatusInfo{DeviceStatus::memory_allocation, "ACL_ERROR_RT_MEMORY_ALLOCATION"},
    StatusInfo{DeviceStatus::memory_free, "ACL_ERROR_RT_MEMORY_FREE"},
    StatusInfo{DeviceStatus::no_device, "ACL_ERROR_RT_NO_DEVICE"},
    StatusInfo{DeviceStatus::resource_allocation, "ACL_ERROR_RT_RESOURCE_ALLOC_FAIL"},
    StatusInfo{DeviceStatus::no_stream_resource, "ACL_ERROR_RT_NO_STREAM_RESOURCE"},
    StatusInfo{DeviceStatus::device_out_of_memory, "ACL_ERROR_RT_DEVICE_OOM"},
    StatusInfo{DeviceStatus::runtime_error, "ACLNN_ERR_RUNTIME_ERROR"},
    StatusInfo{DeviceStatus::internal_error, "ACL_ERROR_RT_INTERNAL_ERROR"},
    StatusInfo{DeviceStatus::lost_heartbeat, "ACL_ERROR_RT_LOST_HEARTBEAT"},
    StatusInfo{DeviceStatus::aicore_timeout, "ACL_ERROR_RT_AICORE_TIMEOUT", OutcomeKind::timed_out},
    StatusInfo{DeviceStatus::aicore_exception, "ACL_ERROR_RT_AICORE_EXCEPTION"},
    StatusInfo{DeviceStatus::stream_sync_timeout, "ACL_ERROR_RT_STREAM_SYNC_TIMEOUT", OutcomeKind::timed_out},
    StatusInfo{DeviceStatus::copy_data, "ACL_ERROR_RT_COPY_DATA"},
    StatusInfo{DeviceStatus::driver_internal_error, "ACL_ERROR_RT_DRV_INTERNAL_ERROR"},
    StatusInfo{DeviceStatus::inner_error, "ACLNN_ERR_INNER"},
    StatusInfo{DeviceStatus::inner_infer_shape, "ACLNN_ERR_INNER_INFERSHAPE_ERROR", OutcomeKind::refused},
    StatusInfo{DeviceStatus::inner_tiling, "ACLNN_ERR_INNER_TILING_ERROR", OutcomeKind::refused},
    StatusInfo{DeviceStatus::inner_find_kernel, "ACLNN_ERR_INNER_FIND_KERNEL_ERROR", OutcomeKind::unsupported},
    StatusInfo{DeviceStatus::inner_create_executor, "ACLNN_ERR_INNER_CREATE_EXECUTOR"},
    StatusInfo{DeviceStatus::inner_kernel_package_missing, "ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND",
               OutcomeKind::unsupported},
};

const StatusInfo* find_status_info(DeviceStatus status) { return find_by(status_table, status, &StatusInfo::status); }

}  // namespace

std::string_view name_of(DeviceStatus status) {
  const StatusInfo* info = find_status_info(status);
  return info == nullptr ? "unknown status" : info->name;
}

std::string to_text(DeviceStatus status) {
  return fmt::format("{} ({})", static_cast<std::int32_t>(status), name_of(status));
}

OutcomeKind outcome_of(DeviceStatus status, DevicePhase phase) {
  const StatusInfo* info = find_status_info(status);
  if (info == nullptr) return OutcomeKind::failed;
  if (phase == DevicePhase::preparing || info->while_preparing == OutcomeKind::timed_out) return info->while_preparing;
  return OutcomeKind::failed;
}

}  // namespace npu_cts::ascend
