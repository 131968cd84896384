// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/target_ids.h"

#include <algorithm>
#include <map>
#include <utility>

namespace npu_cts::expand {
namespace {

using Contents = std::vector<std::string>;

Contents contents_of(const Plan& plan, const std::vector<std::string>& families) {
  Contents contents;
  for (const Case& planned : plan.cases) {
    const auto names = [&](const std::string& family) { return matches(family, name_of(planned.family)); };
    if (families.empty() || std::ranges::any_of(families, names))
      contents.push_back(content_of(planned.family, planned.content));
  }
  return contents;
}

}  // namespace

std::vector<TargetIds> target_ids(const std::vector<TargetPlan>& plans, const std::vector<std::string>& families) {
  std::map<const Plan*, std::shared_ptr<const Contents>> shared;
  std::vector<TargetIds> all;
  for (const TargetPlan& plan : plans) {
    auto& contents = shared[plan.shared.get()];
    if (contents == nullptr) contents = std::make_shared<const Contents>(contents_of(*plan.shared, families));
    all.push_back({.start = plan.start, .contents = contents});
  }
  return all;
}

}  // namespace npu_cts::expand
