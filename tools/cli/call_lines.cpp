// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/call_lines.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "framework/ascend/torch/snippet.h"
#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/judge/compare.h"

namespace npu_cts {
namespace {

constexpr std::int64_t most_values = 8;
constexpr std::int64_t most_elements = 1 << 20;  ///< of a call whose values are made for a page

std::string first_values(const Tensor& tensor) {
  const std::int64_t count = numel(tensor.type.shape);
  std::vector<std::string> values;
  if (tensor.values.empty()) return count == 0 ? "" : "…";
  for (std::int64_t i = 0; i < std::min(count, most_values); ++i) {
    const std::string value = judging::element_text(tensor, i);
    values.push_back(value.substr(0, value.find(" (")));  // without the bits of a float: `npu-cts show` has them
  }
  return join(values, ", ") + (count > most_values ? ", …" : "");
}

/// An argument as a line, its name left out.
struct LineOf {
  reports::ArgumentLine operator()(const Tensor& tensor) const {
    const TensorType& type = tensor.type;
    return {.dtype = std::string(name_of(type.dtype)),
            .shape = to_text(type.shape),
            .placing = placing_text(type),
            .values = first_values(tensor)};
  }
  template <class Plain>
  reports::ArgumentLine operator()(const Plain& plain) const {
    return {.dtype = {}, .values = PlainText{}(plain)};
  }
};

std::vector<reports::ArgumentLine> lines_of(const BoundSpec& bound, const Case& planned) {
  const Call call = elements_of(planned.call) > most_elements ? planned.call : expand::fill(bound, planned);
  std::vector<reports::ArgumentLine> lines;
  for (const Parameter& parameter : bound.op().parameters) {
    const auto argument = call.arguments.find(parameter.key);
    if (argument == call.arguments.end()) continue;
    lines.push_back(std::visit(LineOf{}, argument->second));
    lines.back().name = name_in(parameter, bound.spec(), call.target);
  }
  return lines;
}

using Ids = std::set<std::string, std::less<>>;

/// The cases of an operator that its page shows, and those of them that stand for others.
struct Listed {
  Ids shown;
  Ids exemplars;
};

Listed listed_of(const reports::OpReport& op) {
  Listed listed;
  for (const reports::DiagnosisGroup& group : reports::diagnosis_groups(op)) {
    listed.exemplars.insert(group.cases.front()->planned.id);
    for (const reports::ListedCase* one : group.shown()) listed.shown.insert(one->planned.id);
  }
  for (const reports::ListedCase& one : std::span(op.weak).first(std::min(op.weak.size(), reports::listed_cases)))
    listed.shown.insert(one.planned.id);
  return listed;
}

/// The plans of an operator at the targets that were asked for.
class Plans {
 public:
  Plans(const Spec& spec, const OpSpec& op, const expand::PlanOptions& options)
      : spec_(spec), op_(op), options_(options) {}

  /// Adds the arguments of the case that `one` lists; the program, too, if it is among `exemplars`.
  reports::ListedCase shown(reports::ListedCase one, const Ids& exemplars) {
    const Planned& at = plan_of(one.planned.target);
    const auto found = std::ranges::find(at.plan.cases, one.planned.id, &Case::id);
    if (found == at.plan.cases.end()) return one;
    one.arguments = lines_of(at.bound, *found);
    if (!exemplars.contains(one.planned.id)) return one;
    if (auto program = ascend::to_snippet(at.bound, *found)) one.snippet = std::string(trim(*program));
    return one;
  }

 private:
  struct Planned {
    BoundSpec bound;
    expand::Plan plan;
  };

  const Planned& plan_of(const Target& target) {
    const auto key = fmt::format("{}/{}/{}", target.product, target.release, target.mode);
    auto at = plans_.find(key);
    if (at == plans_.end()) {
      BoundSpec bound = BoundSpec::bind(spec_, op_, target);
      expand::PlanOptions options = options_;
      options.filters.ops = {op_.name};
      options.filters.products = {target.product};
      options.filters.releases = {target.release};
      options.filters.modes = {target.mode};
      expand::Plan plan = npu_cts::expand::plan(spec_, options);
      at = plans_.emplace(key, Planned{.bound = std::move(bound), .plan = std::move(plan)}).first;
    }
    return at->second;
  }

  const Spec& spec_;
  const OpSpec& op_;
  expand::PlanOptions options_;
  std::map<std::string, Planned> plans_;
};

}  // namespace

reports::Report with_arguments(const Spec& spec, reports::Report report, expand::PlanMemory* plans) {
  expand::PlanOptions options;
  options.filters.tier = std::max(report.info.filters.tier, Tier::fast);  // that of a smaller one is part of it
  options.memory = plans;
  for (reports::OpReport& op : report.operators) {
    const OpSpec* const found = find_operator(spec, op.name);
    if (found == nullptr) continue;
    Plans of_op(spec, *found, options);
    const Listed listed = listed_of(op);
    for (auto* const cases : {&op.failing, &op.weak}) {
      for (reports::ListedCase& one : *cases) {
        if (listed.shown.contains(one.planned.id)) one = of_op.shown(std::move(one), listed.exemplars);
      }
    }
  }
  return report;
}

}  // namespace npu_cts
