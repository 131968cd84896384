// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/finding.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"

namespace npu_cts::findings {
namespace {

bool shares(const auto& a, const auto& b) {
  return a.empty() || b.empty() || std::ranges::any_of(a, [&](const auto& one) { return contains(b, one); });
}

}  // namespace

Finding finding(const OpSpec& op, std::string subject, Location at, std::string what) {
  return {.op = op.name, .subject = std::move(subject), .at = std::move(at), .what = std::move(what)};
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
