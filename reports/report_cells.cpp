#include "reports/report_cells.h"

#include <array>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

namespace npu_cts {

using document::Mark;

Mark mark_of(const Tally& tally) {
  if (tally.planned == 0) return Mark::empty;
  if (failures(tally) > 0) return Mark::bad;
  return tally.count(Status::pass) == tally.planned ? Mark::good : Mark::doubtful;
}

Mark mark_of(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::conforms:
      return Mark::good;
    case Conclusion::fails:
      return Mark::bad;
    case Conclusion::conforms_in_its_scope:
    case Conclusion::conforms_in_part:
    case Conclusion::incomplete:
    case Conclusion::nothing_ran:
      return Mark::doubtful;
  }
  std::abort();
}

document::Span verdict_badge(Conclusion conclusion, Language language) {
  return document::badge(mark_of(conclusion), std::string(say(conclusion, language)));
}

std::string score_of(const Tally& tally) {
  constexpr std::array<std::string_view, 4> signs{"–", "✓", "~", "✗"};  // by Mark
  const Mark mark = mark_of(tally);
  const std::string_view sign = signs[static_cast<std::size_t>(mark)];
  if (mark == Mark::empty) return std::string(sign);
  return fmt::format("{} {}/{}", sign, tally.count(Status::pass), tally.planned);
}

void add_products(std::vector<document::Column>& columns, const Report& report, Language language) {
  for (const Product& product : report.products)
    columns.push_back({.title = product.id, .holds = document::Holds::score, .hint = pick(product.name, language)});
}

}  // namespace npu_cts
