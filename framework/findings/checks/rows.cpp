#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "framework/findings/checks/check.h"
#include "framework/rule/judge_call.h"

namespace npu_cts {
namespace {

bool share_a_dtype(const Cell& a, const Cell& b) {
  if (a.none && b.none) return true;
  return std::ranges::any_of(a.dtypes,
                             [&](DType dtype) { return std::ranges::find(b.dtypes, dtype) != b.dtypes.end(); });
}

bool overlap(const Row& a, const Row& b) {
  return std::ranges::all_of(a.cells, [&](const auto& cell) {
    const auto other = b.cells.find(cell.first);
    return other == b.cells.end() || share_a_dtype(cell.second, other->second);
  });
}

bool hold_together(const Examined& examined, const OpSpec& op, const Row& a, const Row& b) {
  const auto targets =
      targets_of(examined.spec, op, {.ops = {}, .products = {}, .releases = {"all"}, .modes = {}, .query = {}});
  return std::ranges::any_of(targets, [&](const Target& target) {
    return holds(a.applies, examined.spec, target) && holds(b.applies, examined.spec, target);
  });
}

}  // namespace

Diagnostics find_overlapping_rows(const Examined& examined) {
  Diagnostics found;
  for (const OpSpec& op : examined.spec.operators) {
    for (std::size_t i = 0; i < op.rows.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Row& row = op.rows[i];
        const Row& earlier = op.rows[j];
        if (!overlap(row, earlier) || !hold_together(examined, op, row, earlier)) continue;
        found.push_back({.kind = Kind::overlapping_rows,
                         .at = row.at,
                         .what = fmt::format("rows '{}' and '{}' admit the same dtypes", row.id, earlier.id),
                         .why = "a combination belongs to one row, whose citation it is tested under",
                         .mend = "split them, or date them apart with 'since' and 'until'",
                         .notes = {{.at = earlier.at, .text = fmt::format("row '{}' is here", earlier.id)}}});
      }
    }
  }
  return found;
}

Diagnostics find_broken_examples(const Examined& examined) {
  Diagnostics found;
  std::set<Location> reported;
  BoundSpecs specs(examined.spec);
  for (const Case& planned : examined.plan.cases) {
    if (planned.family != "examples") continue;
    const Judgement judgement = judge(*specs.find(planned.call), planned.call);
    if (judgement.verdict == planned.expected || !reported.insert(planned.at).second) continue;
    found.push_back(
        {.kind = Kind::example_breaks_law,
         .at = planned.at,
         .what = fmt::format("the law says {} of the example '{}', which is recorded as {}", name_of(judgement.verdict),
                             planned.because.front(), name_of(planned.expected)),
         .why = judgement.broken.empty()
                    ? "no rule is broken"
                    : fmt::format("rule '{}' is broken ({})", judgement.broken.front()->id, planned.id),
         .mend = "correct the rule, or record the example's verdict and the contradiction",
         .notes = {}});
  }
  return found;
}

}  // namespace npu_cts
