// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/finding.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::findings {
namespace {

bool shares(const auto& a, const auto& b) {
  return a.empty() || b.empty() || std::ranges::any_of(a, [&](const auto& one) { return contains(b, one); });
}

bool have_one_cause(const Finding& a, const Finding& b) {
  return !a.seen.empty() && !b.seen.empty() && a.kind == b.kind && a.op == b.op && a.at == b.at && a.what == b.what;
}

}  // namespace

Finding finding(const OpSpec& op, std::string subject, Location at, std::string what) {
  return {.op = op.name, .subject = std::move(subject), .at = std::move(at), .what = std::move(what)};
}

Findings one_per_cause(Findings found) {
  Findings kept;
  std::vector<std::vector<std::string>> others;  // of each that is kept
  for (Finding& one : found) {
    const auto same = std::ranges::find_if(kept, [&](const Finding& first) { return have_one_cause(first, one); });
    if (same != kept.end()) {
      others[static_cast<std::size_t>(same - kept.begin())].push_back(std::move(one.seen));
      continue;
    }
    kept.push_back(std::move(one));
    others.emplace_back();
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!others[i].empty()) kept[i].why += fmt::format("; and {} more: {}", others[i].size(), join(others[i], ", "));
  }
  return kept;
}

Diagnostics to_diagnostics(const Findings& found) {
  Diagnostics diagnostics;
  for (const Finding& one : found) {
    if (one.suppressed) continue;
    const KindInfo& row = info_of(one.kind);
    diagnostics.push_back({.kind = one.kind,
                           .level = row.level,
                           .at = one.at,
                           .what = one.what,
                           .why = one.why.empty() ? std::string(row.why) : one.why,
                           .hint = one.hint.empty() ? std::string(row.hint) : one.hint,
                           .notes = one.notes});
  }
  return diagnostics;
}

std::string where(const Target& target) {
  return fmt::format("{}, {}, release {}", target.product, target.mode, target.release);
}

bool meet(const Applies& a, const Applies& b) {
  return a.since <= b.until && b.since <= a.until && shares(a.products, b.products) && shares(a.modes, b.modes);
}

}  // namespace npu_cts::findings
