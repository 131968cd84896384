#pragma once

#include <vector>

#include "reports/document/document.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts {

/// Returns how a tally, or a conclusion, stands.
document::Mark mark_of(const Tally& tally);
document::Mark mark_of(Conclusion conclusion);

/// Returns a conclusion as a badge.
document::Span verdict_badge(Conclusion conclusion, Language language);

/// Returns "✓ 5/5 +2 open": sign, agreeing of decidable cases, then how many are open or contested. "–": nothing was
/// planned that can be decided.
std::string score_of(const Tally& tally, Language language);

/// Adds a column of scores for each product of `report`.
void add_products(std::vector<document::Column>& columns, const Report& report, Language language);

}  // namespace npu_cts
