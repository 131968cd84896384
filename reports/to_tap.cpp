// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/document/escape.h"
#include "reports/phrases.h"
#include "reports/render.h"
#include "reports/test_entries.h"

namespace npu_cts::reports {
namespace {

/// Returns `text` as the description of a test: a '#' would begin a directive. Source: TAP version 14.
std::string tap_text(std::string_view text) {
  std::string escaped;
  for (const char c : document::visible(text)) {
    if (c == '#' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// Returns `text` as a scalar of YAML on one line.
std::string yaml_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : document::visible(text)) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

std::string diagnosis_of(const TestEntry& entry) {
  std::string text = fmt::format("  ---\n  message: {}\n  severity: {}\n  details: {}\n", yaml_text(entry.message),
                                 entry.type, yaml_text(join(entry.details, "; ")));
  if (entry.seconds > 0) text += fmt::format("  duration_ms: {:.3f}\n", entry.seconds * 1000);
  if (!entry.printed.empty()) text += "  printed:\n";
  for (const std::string& line : entry.printed) text += fmt::format("    - {}\n", yaml_text(line));
  return text + "  ...\n";
}

}  // namespace

void write_tap(const Report& report, const TakeText& take) {
  PageText text("report.tap", take);
  const std::string strength =
      labelled(say(Word::strength, Language::en), strength_text(report, Language::en), Language::en);
  text.add(fmt::format("TAP version 14\n# {}\n# {}\n1..{}\n", tap_text(scope_text(report, Language::en)),
                       tap_text(strength), count_tests(report)));
  std::size_t number = 0;
  for_each_test(report, [&](const TestEntry& entry) {
    const bool is_ok = entry.ending == Ending::passed || entry.ending == Ending::skipped;
    text.add(fmt::format("{} {} - {}", is_ok ? "ok" : "not ok", ++number, tap_text(entry.name)));
    if (entry.ending == Ending::skipped) text.add(fmt::format(" # SKIP {}", tap_text(entry.message)));
    text.add("\n");
    if (!is_ok) text.add(diagnosis_of(entry));
  });
}

}  // namespace npu_cts::reports
