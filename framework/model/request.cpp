// SPDX-License-Identifier: Apache-2.0
#include "framework/model/request.h"

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, all_outcome_kinds.size()> outcome_names{"completed", "refused", "unsupported",
                                                                               "failed",    "crashed", "timed_out"};

}  // namespace

std::string_view name_of(OutcomeKind kind) { return outcome_names[static_cast<std::size_t>(kind)]; }
std::optional<OutcomeKind> find_outcome_kind(std::string_view name) {
  return find_in<OutcomeKind>(outcome_names, name);
}

}  // namespace npu_cts
