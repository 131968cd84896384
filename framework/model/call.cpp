// SPDX-License-Identifier: Apache-2.0
#include "framework/model/call.h"

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, all_modes.size()> mode_names{"eager", "graph_static", "graph_dynamic"};

}  // namespace

std::string_view name_of(Mode mode) { return mode_names[static_cast<std::size_t>(mode)]; }
std::optional<Mode> find_mode(std::string_view name) { return find_in<Mode>(mode_names, name); }

}  // namespace npu_cts
