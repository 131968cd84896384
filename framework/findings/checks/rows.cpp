// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expression/nodes.h"
#include "framework/findings/checks/check.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::findings {
namespace {

bool share_a_dtype(const Cell& a, const Cell& b) {
  if (a.none && b.none) return true;
  return std::ranges::any_of(a.dtypes, [&](DType dtype) { return contains(b.dtypes, dtype); });
}

bool overlap(const Row& a, const Row& b) {
  return std::ranges::all_of(a.cells, [&](const auto& cell) {
    const auto other = b.cells.find(cell.first);
    return other == b.cells.end() || share_a_dtype(cell.second, other->second);
  });
}

bool hold_together(const Examined& examined, const Row& a, const Row& b) {
  const auto targets = expand::targets_of(examined.spec, examined.op, {.releases = {"all"}});
  return std::ranges::any_of(targets, [&](const Target& target) {
    return holds(a.applies, examined.spec, target) && holds(b.applies, examined.spec, target);
  });
}

/// Returns whether the same rules bind calls at two targets.
bool have_same_rules(const BoundSpec& a, const BoundSpec& b) {
  return std::ranges::equal(a.rules(), b.rules(), [](const BoundRule& x, const BoundRule& y) {
    return x.id == y.id && same_tree(x.require, y.require) && same_tree(x.when, y.when);
  });
}

}  // namespace

Findings find_overlapping_rows(const Examined& examined) {
  Findings found;
  const std::vector<Row>& rows = examined.op.rows;
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    for (auto earlier = rows.begin(); earlier != row; ++earlier) {
      if (!overlap(*row, *earlier) || !hold_together(examined, *row, *earlier)) continue;
      found.push_back(finding(examined.op, row->id, row->at,
                              fmt::format("rows '{}' and '{}' admit the same dtypes", row->id, earlier->id)));
      found.back().notes.push_back({.at = earlier->at, .text = fmt::format("row '{}' is here", earlier->id)});
    }
  }
  return found;
}

Findings find_narrow_examples(const Examined& examined) {
  Findings found;
  const auto targets = supported_targets(examined.spec, examined.op);
  for (const Example& example : examined.op.examples) {
    if (example.applies.products.empty()) continue;
    const auto is_shown = [&](const Target& target) { return holds(example.applies, examined.spec, target); };
    for (const Target& target : targets) {
      Target shown = target;
      shown.product = example.applies.products.front();
      if (is_shown(target) || !is_shown(shown)) continue;
      if (!have_same_rules(examined.bound.at(examined.op, target), examined.bound.at(examined.op, shown))) continue;
      found.push_back(finding(examined.op, example.id, example.at,
                              fmt::format("example '{}' leaves out {}, which has the rules of {}", example.id,
                                          target.product, shown.product)));
      break;
    }
  }
  return found;
}

Findings find_broken_examples(const Examined& examined) {
  Findings found;
  std::set<Location> reported;
  for (const Case& planned : examined.plan.cases) {
    if (planned.family != Family::examples || planned.call.op != examined.op.name) continue;
    const Judgement judgement = judge(examined.bound.at(examined.op, planned.call.target), planned.call);
    if (judgement.verdict == planned.expected || !reported.insert(planned.at).second) continue;
    const std::string& id = planned.covers.front().id;
    found.push_back(finding(examined.op, id, planned.at,
                            fmt::format("the spec says {} of the example '{}', which is recorded as {}",
                                        name_of(judgement.verdict), id, name_of(planned.expected))));
    found.back().why = judgement.broken.empty()
                           ? "no rule is broken"
                           : fmt::format("rule '{}' is broken ({})", judgement.broken.front()->id, planned.id);
  }
  return found;
}

}  // namespace npu_cts::findings
