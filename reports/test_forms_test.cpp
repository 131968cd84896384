// SPDX-License-Identifier: Apache-2.0
// The forms that test tools read: JUnit in files of a bounded size, CTRF, TAP.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "framework/base/text.h"
#include "reports/forms_testing.h"
#include "reports/sample.h"

namespace npu_cts::reports {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

/// The sample's report, of a run that was timed and whose backend printed.
Report timed_report() {
  record::Journal journal = sample::journal();
  journal.environments = {{.host = "build<7>",
                           .cpu = "",
                           .kernel = "",
                           .started = "2026-01-31T12:00:00Z",
                           .ended = "2026-01-31T12:00:09Z",
                           .attempt = 1}};
  for (CaseResult& result : journal.results) {
    result.microseconds = 1500;
    result.printed = {"red <\x1b[31m>", "]]>"};
  }
  return build_report(sample::spec(), journal, sample::whole);
}

pugi::xml_document parsed(const std::string& text) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(text.c_str(), pugi::parse_full)) << text;
  return document;
}

std::size_t objects_of(const pugi::xml_node& node) {
  std::size_t objects = 0;
  for (const pugi::xml_node child : node.children()) {
    if (child.type() == pugi::node_element) objects += 1 + objects_of(child);
  }
  return objects;
}

TEST(ToJunit, SaysWhenWhereAndHowLong) {
  const auto document = parsed(to_junit(timed_report()).front());
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_STREQ(suite.attribute("timestamp").value(), "2026-01-31T12:00:00");
  EXPECT_STREQ(suite.attribute("hostname").value(), "build<7>");
  EXPECT_STREQ(suite.child("testcase").attribute("time").value(), "0.001500");
  EXPECT_GT(document.child("testsuites").attribute("time").as_double(), 0.0015);
  EXPECT_STREQ(suite.child("properties").child("property").attribute("name").value(), "driver");
}

TEST(ToJunit, ShowsWhatTheImplementationPrinted) {
  const auto document = parsed(to_junit(timed_report()).front());
  const pugi::xml_node test = document.child("testsuites").child("testsuite").child("testcase");
  EXPECT_STREQ(test.child("system-out").text().get(), "red <\\u{1B}[31m>\n]]>");
}

TEST(ToJunit, SaysNoTimeWhereTheJournalHasNone) {
  const std::string text = to_junit(sample::report()).front();
  EXPECT_EQ(text.find(" time="), std::string::npos);
}

TEST(ToJunit, IsCutIntoDocumentsThatAreWholeAndHoldEveryTestOnce) {
  const Report report = timed_report();
  std::set<std::string> whole;
  for (const NamedEnding& entry : test_entries(report)) whole.insert(entry.name);
  for (const JunitLimits limits :
       {JunitLimits{.bytes = 4000, .objects = 1000}, JunitLimits{.bytes = 1 << 20, .objects = 20}}) {
    const auto documents = to_junit(report, limits);
    EXPECT_GT(documents.size(), 2U);
    std::set<std::string> names;
    std::size_t tests = 0;
    for (const std::string& text : documents) {
      const auto document = parsed(text);
      EXPECT_LE(text.size(), limits.bytes);
      EXPECT_LE(objects_of(document), limits.objects);
      tests += document.child("testsuites").attribute("tests").as_uint();
      for (const pugi::xml_node suite : document.child("testsuites").children("testsuite")) {
        for (const pugi::xml_node test : suite.children("testcase")) names.insert(test.attribute("name").value());
      }
    }
    EXPECT_EQ(names, whole);
    EXPECT_EQ(tests, whole.size());
  }
}

TEST(ToJunit, PutsATestThatIsLargerThanTheLimitIntoADocumentOfItsOwn) {
  const Report report = timed_report();
  EXPECT_THAT(to_junit(report, {.bytes = 1, .objects = 1}), SizeIs(test_entries(report).size()));
}

TEST(ToCtrf, HasWhatItsSchemaRequires) {
  const auto json = nlohmann::json::parse(to_ctrf(timed_report()), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["reportFormat"], "CTRF");
  EXPECT_TRUE(json["specVersion"].is_string());
  const auto& results = json["results"];
  EXPECT_EQ(results["tool"]["name"], "npu-cts");
  EXPECT_EQ(results["summary"]["start"], 1769860800000);
  EXPECT_EQ(results["summary"]["stop"], 1769860809000);
  std::map<std::string, std::size_t> counts;
  for (const auto& test : results["tests"]) {
    EXPECT_TRUE(test["name"].is_string());
    EXPECT_TRUE(test["duration"].is_number_integer());
    ++counts[test["status"]];
  }
  for (const char* status : {"passed", "failed", "skipped", "pending", "other"})
    EXPECT_EQ(results["summary"][status], counts[status]) << status;
  EXPECT_EQ(results["summary"]["tests"], results["tests"].size());
}

TEST(ToTap, CountsItsTestsAndSaysWhatFailed) {
  const Report report = timed_report();
  const std::string text = to_tap(report);
  EXPECT_THAT(text, StartsWith("TAP version 14\n# "));
  const auto entries = test_entries(report);
  EXPECT_THAT(text, HasSubstr("\n1.." + std::to_string(entries.size()) + "\n"));
  std::size_t failed = 0;
  for (const NamedEnding& entry : entries) {
    const bool is_failed = entry.ending == Ending::failure || entry.ending == Ending::error;
    failed += is_failed ? 1 : 0;
    EXPECT_THAT(text, HasSubstr(" - " + entry.name));
  }
  std::size_t not_ok = 0;
  for (const std::string& line : split(text, '\n')) not_ok += line.starts_with("not ok ") ? 1 : 0;
  EXPECT_EQ(not_ok, failed);
  EXPECT_THAT(text, HasSubstr("\n    - 'red <\\u{1B}[31m>'\n"));
}

TEST(TestForms, SayWhatTheCasesCatchWhereThatWasMeasured) {
  Report report = sample::report();
  EXPECT_TRUE(nlohmann::json::parse(to_json(report)).at("strength").is_null());
  EXPECT_THAT(to_tap(report), HasSubstr("\n# Strength of the cases: not measured for this spec"));
  report.strength = MeasuredStrength{.killed = 69, .killable = 88, .tier = Tier::smoke, .date = "2026-07-27"};
  const nlohmann::json score{
      {"tier", "smoke"}, {"killed", 69}, {"of", 88}, {"date", "2026-07-27"}, {"spec_digest", "c0ffee"}};
  EXPECT_EQ(nlohmann::json::parse(to_json(report)).at("strength"), score);
  EXPECT_EQ(nlohmann::json::parse(to_ctrf(report)).at("results").at("extra").at("strength"), score);
  const std::string words = "69 of 88 wrong implementations caught (78.4 %), tier smoke, measured on 2026-07-27";
  EXPECT_THAT(to_junit(report).front(), HasSubstr("<property name=\"strength\" value=\"" + words));
  EXPECT_THAT(to_tap(report), HasSubstr("\n# Strength of the cases: " + words));
}

TEST(TestForms, ShowAWaivedFailureAsSkippedWithItsReason) {
  record::Journal journal = sample::journal();
  journal.results.front().status = Status::expected_fail;
  journal.results.front().reason = "off by one";
  const Report report = build_report(sample::spec(), journal, sample::whole);
  EXPECT_THAT(to_junit(report).front(), HasSubstr("<skipped message=\"off by one\"/>"));
  EXPECT_THAT(to_tap(report), HasSubstr(" # SKIP off by one\n"));
}

TEST(ToTap, KeepsASignOfItsOwnOutOfADescription) {
  record::Journal journal = sample::journal();
  const std::string id = journal.planned.front().id;
  journal.planned.front().id = id + "#1";
  for (CaseResult& result : journal.results) {
    if (result.id == id) result.id = id + "#1";
  }
  EXPECT_THAT(to_tap(build_report(sample::spec(), journal, sample::whole)), HasSubstr(id + "\\#1\n"));
}

}  // namespace
}  // namespace npu_cts::reports
