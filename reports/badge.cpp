// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "reports/document/escape.h"
#include "reports/trend_page.h"

namespace npu_cts::reports {
namespace {

constexpr std::string_view good = "#2e7d32";
constexpr std::string_view doubtful = "#8d6e00";
constexpr std::string_view bad = "#b71c1c";

/// What a badge says, and in which colour.
struct Saying {
  std::string text;
  std::string_view colour;
};

/// Returns "6 of 44606 cases": of a run that is a part, the part is all that counts.
std::string part_of(const TrendRun& run) {
  return fmt::format("{} of {} cases", run.scope ? run.scope->covered : 0, run.scope ? run.scope->by_default : 0);
}

Saying saying_of(const TrendRun& run) {
  if (!run.conclusion || !run.scope) return {"of another spec", doubtful};
  switch (*run.conclusion) {
    case Conclusion::conforms:
      if (record::is_whole(*run.scope)) return {fmt::format("conforms, {}", run.level), good};
      return {part_of(run) + " pass", doubtful};
    case Conclusion::conforms_in_its_scope:
      return {part_of(run) + " pass", doubtful};
    case Conclusion::conforms_in_part:
      return {"a part is claimed, and passes", doubtful};
    case Conclusion::passes_with_waivers:
      return {"passes with known failures", doubtful};
    case Conclusion::fails:
      return {fmt::format("{} of {} cases fail", failures(run.tally), run.tally.planned), bad};
    case Conclusion::incomplete:
      return {"incomplete", bad};
    case Conclusion::nothing_ran:
      return {"nothing ran", bad};
  }
  std::abort();
}

std::size_t width_of(std::string_view text) {
  constexpr std::size_t letter = 7;  // pixels, of the font below
  constexpr std::size_t margin = 10;
  return letter * text.size() + margin;
}

}  // namespace

std::string badge_of(const TrendRun& run) {
  constexpr std::string_view label = "npu-cts";
  const Saying saying = saying_of(run);
  const std::size_t left = width_of(label);
  const std::size_t right = width_of(saying.text);
  const std::string text = document::xml_escaped(saying.text);
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="20" role="img" aria-label="{1}: {2}">
<title>{1}: {2}</title>
<rect width="{3}" height="20" fill="#444"/><rect x="{3}" width="{4}" height="20" fill="{5}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="{6}" y="14">{1}</text><text x="{7}" y="14">{2}</text>
</g>
</svg>
)",
      left + right, label, text, left, right, saying.colour, left / 2, left + right / 2);
}

}  // namespace npu_cts::reports
