// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

#include "framework/model/spec.h"
#include "reports/phrases.h"
#include "reports/render.h"
#include "reports/test_entries.h"

namespace npu_cts {
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
  if (entry.ending != Ending::passed) test["trace"] = entry.details;
  if (!entry.printed.empty()) test["stdout"] = entry.printed;
  if (!entry.at.file.empty()) test["filePath"] = spec_path(entry.at.file);
  if (entry.at.line > 0) test["line"] = entry.at.line;
  return test;
}

}  // namespace

std::string to_ctrf(const Report& report) {
  Json tests = Json::array();
  std::map<std::string_view, std::size_t> counts;
  for (const TestEntry& entry : test_entries(report)) {
    ++counts[status_of(entry.ending)];
    tests.push_back(json_of(entry));
  }
  const auto& environments = report.journal.environments;
  const std::string ended = environments.empty() ? "" : environments.back().ended;
  const Json summary{{"tests", tests.size()},
                     {"passed", counts["passed"]},
                     {"failed", counts["failed"]},
                     {"pending", 0},
                     {"skipped", counts["skipped"]},
                     {"other", 0},
                     {"start", milliseconds_of(time_begun(report))},
                     {"stop", milliseconds_of(ended)}};
  const Json json{{"reportFormat", "CTRF"},
                  {"specVersion", "0.0.0"},
                  {"generatedBy", "npu-cts"},
                  {"results",
                   {{"tool", {{"name", "npu-cts"}, {"version", report.info.tool_version}}},
                    {"summary", summary},
                    {"tests", std::move(tests)},
                    {"extra", {{"scope", scope_text(report, Language::en)}, {"driver", report.info.driver}}}}}};
  return json.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace npu_cts
