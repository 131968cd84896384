// SPDX-License-Identifier: Apache-2.0
#include "framework/model/case.h"

#include <algorithm>
#include <cstddef>

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, all_tiers.size()> tier_names{"smoke", "fast", "full"};

}  // namespace

std::string_view name_of(Tier tier) { return tier_names[static_cast<std::size_t>(tier)]; }
std::optional<Tier> find_tier(std::string_view name) { return find_in<Tier>(tier_names, name); }

bool is_run(const Case& planned) {
  return planned.expected == Verdict::accept || planned.expected == Verdict::reject ||
         planned.expected == Verdict::unsupported;
}

// Appended and not formatted: a plan makes some hundred thousand.
std::string content_of(Family family, std::string_view content) {
  std::string text(name_of(family));
  text += '/';
  text += content;
  return text;
}

std::string case_id(const Call& call, const std::string& content) {
  std::string id = call.op;
  for (const std::string* part : {&call.target.product, &call.target.release, &call.target.mode, &content}) {
    id += '/';
    id += *part;
  }
  return id;
}

bool is_for(const Case& planned, ReasonKind kind, std::string_view id) {
  return std::ranges::any_of(planned.covers,
                             [&](const Reason& reason) { return reason.kind == kind && reason.id == id; });
}

}  // namespace npu_cts
