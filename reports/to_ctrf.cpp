// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "framework/base/text.h"
#include "framework/model/spec.h"
#include "reports/phrases.h"
#include "reports/render.h"
#include "reports/test_entries.h"
#include "reports/value_json.h"

namespace npu_cts::reports {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the milliseconds since 1970 of "2026-01-31T12:00:00Z"; 0 where the text is none.
std::int64_t milliseconds_of(const std::string& time) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  char mark = 0;
  std::istringstream text(time);
  text >> year >> mark >> month >> mark >> day >> mark >> hour >> mark >> minute >> mark >> second;
  if (!text) return 0;
  namespace chrono = std::chrono;
  const chrono::sys_days date{chrono::year(year) / chrono::month(month) / chrono::day(day)};
  const auto moment = date + chrono::hours(hour) + chrono::minutes(minute) + chrono::seconds(second);
  return chrono::duration_cast<chrono::milliseconds>(moment.time_since_epoch()).count();
}

std::string_view status_of(Ending ending) {
  switch (ending) {
    case Ending::passed:
      return "passed";
    case Ending::failure:
    case Ending::error:
      return "failed";
    case Ending::skipped:
      return "skipped";
  }
  std::abort();
}

Json json_of(const TestEntry& entry) {
  Json test{{"name", entry.name},
            {"status", status_of(entry.ending)},
            {"duration", std::llround(entry.seconds * 1000)},
            {"suite", Json::array({entry.suite})},
            {"rawStatus", entry.type}};
  if (entry.ending != Ending::passed) test["message"] = entry.message;
  if (entry.ending != Ending::passed) test["trace"] = join(entry.details, "\n");
  for (const std::string& line : entry.printed) test["stdout"].push_back(line);
  if (!entry.file.empty()) test["filePath"] = spec_path(entry.file);
  if (entry.line > 0) test["line"] = entry.line;
  return test;
}

std::string ctrf_text(const Json& json) { return json.dump(1, ' ', true, Json::error_handler_t::replace); }

/// Returns `text` with each line but its first three columns further in.
std::string indented(std::string_view text) {
  std::string moved;
  for (const char letter : text) {
    moved += letter;
    if (letter == '\n') moved += "   ";
  }
  return moved;
}

/// Returns the document with null in place of its tests.
Json ctrf_frame(const Report& report) {
  std::map<std::string_view, std::size_t> counts;
  for_each_test(report, [&](const TestEntry& entry) { ++counts[status_of(entry.ending)]; });
  const auto& environments = report.journal.environments;
  const std::string ended = environments.empty() ? "" : environments.back().ended;
  const Json summary{{"tests", count_tests(report)},
                     {"passed", counts["passed"]},
                     {"failed", counts["failed"]},
                     {"pending", 0},
                     {"skipped", counts["skipped"]},
                     {"other", 0},
                     {"start", milliseconds_of(time_begun(report))},
                     {"stop", milliseconds_of(ended)}};
  return {{"reportFormat", "CTRF"},
          {"specVersion", "0.0.0"},
          {"generatedBy", "npu-cts"},
          {"results",
           {{"tool", {{"name", "npu-cts"}, {"version", report.info.tool_version}}},
            {"summary", summary},
            {"tests", nullptr},
            {"extra",
             {{"scope", scope_text(report, Language::en)},
              {"driver", report.info.driver},
              {"strength", strength_json(report)}}}}}};
}

}  // namespace

void write_ctrf(const Report& report, const TakeText& take) {
  constexpr std::string_view here = "\n  \"tests\": null";  // no other of that name is indented as little
  const std::string frame = ctrf_text(ctrf_frame(report));
  const std::size_t at = frame.find(here) + here.size() - 4;
  PageText text("report.ctrf.json", take);
  text.add(frame.substr(0, at));
  std::string_view before = "[\n   ";
  for_each_test(report, [&](const TestEntry& entry) {
    text.add(std::exchange(before, ",\n   "));
    text.add(indented(ctrf_text(json_of(entry))));
  });
  text.add("\n  ]");
  text.add(frame.substr(at + 4));
  text.add("\n");
}

}  // namespace npu_cts::reports
