// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/npy/npy.h"
#include "framework/run/bundle/json_text.h"
#include "framework/run/bundle/manifest.h"

namespace npu_cts::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Returns results with one case of these fields.
std::string results_with(const std::string& fields) {
  return R"({"results": 1, "driver": "toy", "driver_version": "1", "spec_digest": "d", "cases": [)"
         "\n" +
         fields + "\n]}";
}

constexpr const char* completed =
    R"({"id": "fold/1", "outcome": "completed", "code": 0, "message": "", "altered": ["x"],
 "outputs": [{"name": "y", "alias": "", "dtype": "int8", "shape": [2], "file": "y.npy"}]})";

TEST(Results, AreReadWhole) {
  const auto results = parse_results(results_with(completed), "results.json");
  ASSERT_TRUE(results);
  EXPECT_EQ(results->driver, "toy");
  ASSERT_EQ(results->cases.size(), 1U);
  const CaseRecord& record = results->cases.front();
  EXPECT_EQ(record.id, "fold/1");
  EXPECT_EQ(record.at, (Location{.file = "results.json", .line = 2, .column = 0}));
  EXPECT_THAT(record.altered, ElementsAre("x"));
  EXPECT_THAT(record.outputs,
              ElementsAre(RecordedOutput{
                  .name = "y", .alias = "", .type = {.dtype = DType::int8, .shape = {2}}, .file = "y.npy"}));
}

TEST(Results, TellEveryCaseThatIsWrongWithItsLine) {
  const std::string bad = R"({"id": "a", "outcome": "maybe", "code": 0, "message": "", "altered": [], "outputs": []},
{"id": "b", "outcome": "refused", "code": 0.5, "message": "", "altered": [], "outputs": []},
{"id": "c", "outcome": "refused", "code": 0, "message": "", "altered": [], "outputs": []},
{"id": "c", "outcome": "refused", "code": 0, "message": "", "altered": [], "outputs": []})";
  const auto results = parse_results(results_with(bad), "results.json");
  ASSERT_FALSE(results);
  const auto& errors = results.diagnostics();
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_EQ(errors[0].at.line, 2);
  EXPECT_THAT(errors[0].what, HasSubstr("'outcome' is 'maybe'"));
  EXPECT_EQ(errors[1].at.line, 3);
  EXPECT_THAT(errors[1].what, HasSubstr("'code'"));
  EXPECT_EQ(errors[2].at.line, 5);
  EXPECT_THAT(errors[2].what, HasSubstr("stands here twice"));
}

TEST(Results, AFileMustLieInTheirFolder) {
  const std::filesystem::path folder = testing::TempDir() + "/bundle_results";
  std::filesystem::create_directories(folder);
  const Tensor tensor{.type = {.dtype = DType::int8, .shape = {2}}, .values = {std::byte{1}, std::byte{2}}};
  ASSERT_FALSE(npy::write_npy(folder / "y.npy", tensor));
  ASSERT_FALSE(npy::write_npy(folder / ".." / "bundle_y.npy", tensor));
  CaseRecord record = parse_results(results_with(completed), "r")->cases.front();
  const auto outcome = load_outcome(record, folder);
  ASSERT_TRUE(outcome);
  EXPECT_THAT(outcome->outputs, ElementsAre(NamedTensor{.name = "y", .tensor = tensor}));
  for (const char* file : {"../bundle_y.npy", "/etc/hostname", "", "a/../../bundle_y.npy"}) {
    record.outputs.front().file = file;
    const auto refused = load_outcome(record, folder);
    ASSERT_FALSE(refused) << file;
    EXPECT_THAT(refused.diagnostics().front().what, HasSubstr("does not lie in the folder of the results"));
  }
}

TEST(Results, AFileThatIsMissingOrTruncatedIsReportedWithItsCase) {
  const std::filesystem::path folder = testing::TempDir() + "/bundle_torn_results";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const CaseRecord record = parse_results(results_with(completed), "r")->cases.front();
  const auto missing = load_outcome(record, folder);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.diagnostics().front().at.file, (folder / "y.npy").string());
  EXPECT_EQ(missing.diagnostics().front().what, "case 'fold/1', output 'y': there is no such file");
  EXPECT_THAT(missing.diagnostics().front().hint, HasSubstr("leave the case out"));
  ASSERT_FALSE(npy::write_npy(folder / "y.npy",
                              {.type = {.dtype = DType::int8, .shape = {2}}, .values = {std::byte{1}, std::byte{2}}}));
  std::filesystem::resize_file(folder / "y.npy", std::filesystem::file_size(folder / "y.npy") - 1);
  const auto truncated = load_outcome(record, folder);
  ASSERT_FALSE(truncated);
  EXPECT_THAT(truncated.diagnostics().front().what, HasSubstr("case 'fold/1', output 'y': the file holds 1 bytes"));
}

TEST(Results, OfAnotherVersionAreReportedAsSuchFirst) {
  const auto results = parse_results(R"({"results": 2})", "r");
  ASSERT_FALSE(results);
  EXPECT_EQ(results.diagnostics().front().what, "results of another version: 2, and 1 is judged here");
  EXPECT_THAT(parse_results("{}", "r").diagnostics().front().what, HasSubstr("'results' is missing"));
}

TEST(Manifest, OfAnotherVersionIsReportedAsSuchFirst) {
  const auto manifest = parse_manifest(R"({"bundle": 2})", "m");
  ASSERT_FALSE(manifest);
  EXPECT_EQ(manifest.diagnostics().front().what, "a bundle of another version: 2, and 1 is judged here");
}

TEST(ParseJson, TellsLineAndColumn) {
  const JsonText text = parse_json("{\"a\": 1,\n \"b\": }", "x.json");
  ASSERT_EQ(text.errors.size(), 1U);
  EXPECT_EQ(text.errors.front().at, (Location{.file = "x.json", .line = 2, .column = 7}));
}

TEST(ParseJson, RefusesWhatNestsTooDeepAndANumberOutOfRange) {
  for (const std::string& text : {std::string(99, '[') + std::string(99, ']'), std::string("[1e999]")})
    EXPECT_THAT(parse_json(text, "x").errors.at(0).what, HasSubstr("too deep, or holds a number")) << text;
}

TEST(ParseJson, RefusesAKeyThatStandsTwiceInOneObject) {
  EXPECT_TRUE(parse_json(R"([{"a": 1}, {"a": {"a": 2}}])", "x").errors.empty());
  const JsonText text = parse_json(R"({"a": {"b": 1, "b": 2}})", "x");
  ASSERT_EQ(text.errors.size(), 1U);
  EXPECT_THAT(text.errors.front().what, HasSubstr("'b' stands twice"));
}

TEST(Manifest, IsReadBackAsItWasWritten) {
  const BundleInfo info{.tool_version = "1",
                        .spec_digest = "d",
                        .covers = {.query = "fold/*", .filters = {.ops = {"fold"}, .modes = {"eager"}}}};
  const Tensor x{.type = {.dtype = DType::int8, .shape = {2}}, .values = {std::byte{1}, std::byte{2}}};
  const Call call{
      .op = "fold", .target = {"toy", "1", "eager"}, .arguments = {{"k", std::int64_t{3}}, {"n", None{}}, {"x", x}}};
  const BundledCase bundled = bundle_case("fold/1", call);
  ASSERT_EQ(bundled.files.size(), 1U);
  EXPECT_EQ(bundled.files.front().tensor, x);
  const auto manifest = parse_manifest(manifest_text(info, {}, {bundled.line}), "manifest.json");
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->info, info);
  ASSERT_EQ(manifest->cases.size(), 1U);
  EXPECT_EQ(manifest->cases.front().line, canonical_json(read_json(bundled.line)->all.front()));
  EXPECT_EQ(manifest->cases.front().at.line, 9);
}

TEST(Manifest, SaysNothingOfWhatIsExpected) {
  const Call call{.op = "fold", .target = {"toy", "1", "eager"}, .arguments = {{"k", std::int64_t{3}}}};
  EXPECT_EQ(bundle_case("fold/1", call).line,
            R"({"id":"fold/1","call":"fold","product":"toy","release":"1","mode":"eager","arguments":{"k":3}})");
}

TEST(Manifest, WithACaseTwiceIsRefused) {
  const auto manifest = parse_manifest(manifest_text({}, {}, {R"({"id":"a"})", R"({"id":"a"})"}), "m");
  ASSERT_FALSE(manifest);
  EXPECT_THAT(manifest.diagnostics().front().what, HasSubstr("'a' stands here twice"));
  EXPECT_EQ(manifest.diagnostics().front().at.line, 10);
}

}  // namespace
}  // namespace npu_cts::run
