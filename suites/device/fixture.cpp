// SPDX-License-Identifier: Apache-2.0
#include "suites/device/fixture.h"

#include <map>

#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"

namespace npu_cts {
namespace {

/// Returns the cases of one target of the newest release, planned once: `target` is "op/product/*/mode/*".
const std::vector<Case>& cases_of(const std::string& target) {
  static std::map<std::string, std::vector<Case>> known;
  auto& cases = known[target];
  if (cases.empty()) {
    const expand::PlanOptions options{
        .filters = {.ops = {target.substr(0, target.find('/'))}, .releases = {spec_under_test().releases.back()}},
        .query = {target}};
    cases = expand::plan(spec_under_test(), options).cases;
  }
  return cases;
}

}  // namespace

FilledCase case_of(std::string_view query) {
  const auto parts = split(query, '/');
  const Case* smallest = nullptr;
  const auto size = [](const Case& planned) { return elements_of(planned.call); };
  for (const Case& planned : cases_of(parts[0] + "/" + parts[1] + "/*/" + parts[3] + "/*")) {
    if (expand::matches(query, planned.id) && (smallest == nullptr || size(planned) < size(*smallest)))
      smallest = &planned;
  }
  const OpSpec& op = *find_operator(spec_under_test(), parts[0]);
  return {.op = op,
          .planned = *smallest,
          .call = expand::fill(BoundSpec::bind(spec_under_test(), op, smallest->call.target), *smallest)};
}

}  // namespace npu_cts
