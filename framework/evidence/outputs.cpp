#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/evidence/certificate.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/judge/output_digest.h"
#include "framework/judge/variants.h"

namespace npu_cts {
namespace {

bool has_outputs(const CaseResult& result) {
  const bool is_well = result.status == Status::pass || result.status == Status::weak;
  return is_well && !result.outputs.empty() && !result.agrees.empty();
}

}  // namespace

std::vector<std::string> recomputable(const Journal& journal) {
  std::vector<std::string> ids;
  for (const CaseResult& result : journal.results) {
    if (has_outputs(result)) ids.push_back(result.id);
  }
  return ids;
}

std::optional<std::string> find_other_outputs(const Spec& spec, const Journal& journal,
                                              const std::set<std::string>& ids, const Oracle& oracle) {
  std::map<std::string_view, const CaseResult*> results;
  for (const CaseResult& result : journal.results) results.emplace(result.id, &result);
  PlanOptions options;
  options.releases = {"all"};
  options.query.assign(ids.begin(), ids.end());
  options.tier = journal.info.tier;
  BoundSpecs bounds(spec);
  for (const Case& planned : plan(spec, options).cases) {
    const auto it = results.find(planned.id);
    if (it == results.end() || !ids.contains(planned.id)) continue;
    const BoundSpec& bound = *bounds.find(planned.call);
    const auto known = variant_choices(bound, planned.call);  // what a journal says may be made up
    const auto is_known = [&](const VariantChoice& one) { return std::ranges::find(known, one) != known.end(); };
    if (!std::ranges::all_of(it->second->agrees, is_known))
      return fmt::format("'{}' agrees with a variant that the spec has not", escape_control(planned.id));
    const auto outputs = oracle(fill(bound, planned, journal.info.challenge), {it->second->agrees.front()});
    if (outputs.size() == 1 && output_digest(bound.op(), outputs.front()) == it->second->outputs) continue;
    return fmt::format("the outputs of '{}' are not those of its values", escape_control(planned.id));
  }
  return std::nullopt;
}

}  // namespace npu_cts
