// SPDX-License-Identifier: Apache-2.0
#include "framework/model/case.h"

#include <cstddef>

#include <fmt/format.h>

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, all_tiers.size()> tier_names{"smoke", "fast", "full"};

}  // namespace

std::string_view name_of(Tier tier) { return tier_names[static_cast<std::size_t>(tier)]; }
std::optional<Tier> find_tier(std::string_view name) { return find_in<Tier>(tier_names, name); }

std::string case_id(const Call& call, const std::string& content) {
  return fmt::format("{}/{}/{}/{}/{}", call.op, call.target.product, call.target.release, call.target.mode, content);
}

std::string contested_fact(const std::string& id) { return "contested." + id; }

}  // namespace npu_cts
