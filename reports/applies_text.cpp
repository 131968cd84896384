// SPDX-License-Identifier: Apache-2.0
#include "reports/applies_text.h"

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::reports {
namespace {

std::string releases_text(const Applies& applies, const Spec& spec) {
  const bool starts = applies.since > 0 && applies.since < spec.releases.size();
  const bool stops = applies.until < spec.releases.size();
  if (starts && stops && applies.since == applies.until) return spec.releases[applies.since];
  if (starts && stops) return fmt::format("{} – {}", spec.releases[applies.since], spec.releases[applies.until]);
  if (starts) return fmt::format("≥ {}", spec.releases[applies.since]);
  if (stops) return fmt::format("≤ {}", spec.releases[applies.until]);
  return {};
}

}  // namespace

std::string to_text(const Applies& applies, const Spec& spec) {
  std::vector<std::string> parts;
  for (std::string part : {join(applies.products, ", "), releases_text(applies, spec), join(applies.modes, ", ")}) {
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return join(parts, "; ");
}

std::string to_text(const std::vector<DType>& dtypes) { return join(dtype_names(dtypes), ", "); }

std::string to_text(const Cell& cell) {
  const std::string names = to_text(cell.dtypes);
  if (!cell.none) return names;
  return names.empty() ? "none" : names + ", none";
}

}  // namespace npu_cts::reports
