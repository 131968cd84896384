// SPDX-License-Identifier: Apache-2.0
#include "framework/model/result.h"

#include <cstdlib>

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, all_statuses.size()> status_names{
    "pass", "weak", "expected_fail", "skip", "contested", "unexpected_pass", "fail", "crash", "timeout", "error"};
constexpr std::array<std::string_view, all_policies.size()> policy_names{"reject", "allow"};

}  // namespace

std::string_view name_of(Status status) { return status_names[static_cast<std::size_t>(status)]; }
std::optional<Status> find_status(std::string_view name) { return find_in<Status>(status_names, name); }
std::string_view name_of(Policy policy) { return policy_names[static_cast<std::size_t>(policy)]; }
std::optional<Policy> find_policy(std::string_view name) { return find_in<Policy>(policy_names, name); }

bool is_failure(Status status) {
  switch (status) {
    case Status::pass:
    case Status::weak:
    case Status::expected_fail:
    case Status::skip:
    case Status::contested:
      return false;
    case Status::unexpected_pass:
    case Status::fail:
    case Status::crash:
    case Status::timeout:
    case Status::error:
      return true;
  }
  std::abort();
}

}  // namespace npu_cts
