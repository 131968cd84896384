// SPDX-License-Identifier: Apache-2.0
#include "reports/sarif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace npu_cts::reports {
namespace {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;
using testing::IsEmpty;

/// Returns what the schema has against `log`, a line a fault.
std::vector<std::string> faults_of(const Json& log) {
  std::ifstream in(NPU_CTS_SOURCE_DIR "/reports/golden/sarif.schema.json");
  const Json text = Json::parse(in);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(Adapter(text), schema);
  valijson::ValidationResults results;
  valijson::Validator().validate(schema, Adapter(log), &results);
  std::vector<std::string> faults;
  for (const auto& fault : results)
    faults.push_back(fault.context.empty() ? fault.description : fault.context.back() + fault.description);
  return faults;
}

constexpr KindInfo overlapping{"overlapping-rows", "two rows admit the same dtypes", "one says nothing", "split them"};

std::vector<Kind> registry() {
  std::vector<Kind> kinds;
  for (const KindInfo& row : basic_kinds()) kinds.emplace_back(row);
  kinds.emplace_back(overlapping);
  return kinds;
}

Diagnostic broken(int line) {
  return {.kind = overlapping,
          .level = Level::error,
          .at = {.file = "spec/ops/a b.yaml", .line = line, .column = 5},
          .what = "rows 'r2' and 'r1' admit the same dtypes",
          .why = "a combination belongs to one row",
          .hint = "split them",
          .notes = {{{.file = "spec/ops/a b.yaml", .line = 3, .column = 1}, "row 'r1' is here"}, {{}, "no place"}}};
}

Json log_of(const Diagnostics& found) {
  const auto kinds = registry();
  return Json::parse(to_sarif(found, {.tool_version = "1.2", .kinds = kinds, .exit_code = 2}));
}

const Json& results_of(const Json& log) { return log["runs"][0]["results"]; }

TEST(Sarif, OfNothingIsARunWithoutResults) {
  const Json log = log_of({});
  EXPECT_THAT(faults_of(log), IsEmpty());
  EXPECT_EQ(results_of(log), Json::array());
}

TEST(Sarif, OfEveryKindHoldsAgainstTheSchema) {
  Diagnostics found;
  for (const Kind& kind : registry()) {
    found.push_back(error_at(kind, {.file = ""}, "what\x01\xFF", "why", ""));
    found.push_back(error_at(kind, {.file = "/spec/中.yaml", .line = 7, .column = 0}, "what", "", "hint"));
    found.back().level = Level::info;
  }
  found.push_back(broken(9));
  const Json log = log_of(found);
  EXPECT_THAT(faults_of(log), IsEmpty());
  EXPECT_EQ(log["runs"][0]["tool"]["driver"]["rules"].size(), registry().size());
}

TEST(Sarif, SaysWhatWhyAndTheHintAtThePlaceAndNamesTheOthers) {
  const Json log = log_of({error_at(Kind::yaml_syntax, {.file = "b"}, "no", "", ""), broken(9)});
  const Json& result = results_of(log)[1];
  EXPECT_EQ(result["ruleId"], "overlapping-rows");
  EXPECT_EQ(result["ruleIndex"], 1);
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["message"]["text"],
            "rows 'r2' and 'r1' admit the same dtypes\nwhy: a combination belongs to one row\nhint: split them");
  const Json& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "spec/ops/a%20b.yaml");
  EXPECT_EQ(place["region"], Json({{"startLine", 9}, {"startColumn", 5}}));
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "row 'r1' is here");
  const Json& rule = log["runs"][0]["tool"]["driver"]["rules"][1];
  EXPECT_EQ(rule["fullDescription"]["text"], "two rows admit the same dtypes: one says nothing");
  EXPECT_EQ(rule["help"]["text"], "split them");
}

TEST(Sarif, SuppressesWhatTheSpecDeclaresAndSaysWhy) {
  const std::array declared{
      DeclaredFinding{
          "overlapping-rows", {.file = "spec.yaml", .line = 4, .column = 3}, "both rows", "the first holds"},
      DeclaredFinding{
          "words-disagree", {.file = "spec.yaml", .line = 8, .column = 3}, "two words", "one is misprinted"}};
  const Diagnostics found{broken(9)};
  const auto kinds = registry();
  const Json log =
      Json::parse(to_sarif(found, {.tool_version = "1.2", .kinds = kinds, .declared = declared, .exit_code = 2}));
  EXPECT_THAT(faults_of(log), IsEmpty());
  EXPECT_FALSE(results_of(log)[0].contains("suppressions"));
  EXPECT_EQ(results_of(log)[1]["ruleIndex"], 0);
  EXPECT_EQ(results_of(log)[2]["ruleIndex"], 1);
  EXPECT_EQ(log["runs"][0]["tool"]["driver"]["rules"][1]["id"], "words-disagree");
  EXPECT_EQ(results_of(log)[2]["message"]["text"], "two words");
  const Json& suppression = results_of(log)[2]["suppressions"][0];
  EXPECT_EQ(suppression["justification"], "one is misprinted");
  EXPECT_EQ(suppression["location"]["physicalLocation"]["region"]["startLine"], 8);
  const Json bad = log.patch(Json::array({{{"op", "remove"}, {"path", "/runs/0/results/2/suppressions/0/kind"}}}));
  EXPECT_NE(faults_of(bad).size(), 0U);
}

TEST(SarifFingerprint, OutlivesMovedLinesAndTellsEqualsApart) {
  const Json before = log_of({broken(9), broken(11)});
  const Json after = log_of({broken(29), broken(31)});
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(results_of(before)[i]["partialFingerprints"], results_of(after)[i]["partialFingerprints"]);
  }
  EXPECT_NE(results_of(before)[0]["partialFingerprints"], results_of(before)[1]["partialFingerprints"]);
}

/// The schema is no rubber stamp: each of these spoils one thing that it must see.
TEST(SarifSchema, RefusesWhatTheStandardRefuses) {
  const Json good = log_of({broken(9)});
  ASSERT_THAT(faults_of(good), IsEmpty());
  for (const std::string path : {"/version", "/runs/0/tool", "/runs/0/tool/driver/name", "/runs/0/results/0/message",
                                 "/runs/0/tool/driver/rules/0/id", "/runs/0/invocations/0/executionSuccessful"}) {
    const Json bad = good.patch(Json::array({{{"op", "remove"}, {"path", path}}}));
    EXPECT_NE(faults_of(bad).size(), 0U) << path;
  }
  for (const auto& [path, value] : std::vector<std::pair<std::string, Json>>{
           {"/version", "2.0.0"},
           {"/runs/0/columnKind", "bytes"},
           {"/runs/0/results/0/level", "info"},
           {"/runs/0/results/0/locations/0/physicalLocation/region/startLine", 0},
           {"/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", "a b"},
           {"/runs/0/results/0/partialFingerprints", {{"v1", 7}}},
           {"/runs/0/results/0/line", 7}}) {
    const Json bad = good.patch(Json::array({{{"op", "add"}, {"path", path}, {"value", value}}}));
    EXPECT_NE(faults_of(bad).size(), 0U) << path;
  }
}

}  // namespace
}  // namespace npu_cts::reports
