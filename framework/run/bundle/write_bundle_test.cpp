// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/write_bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "framework/run/bundle/bundle_testing.h"
#include "framework/run/bundle/json_text.h"

namespace npu_cts::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace testing_bundle;
using Json = nlohmann::json;

class WrittenBundle : public BundleOnDisk {};

TEST_F(WrittenBundle, HoldsEveryTensorOfItsCasesInAFile) {
  const Json manifest = Json::parse(text_in(manifest_file()));
  ASSERT_EQ(manifest["cases"].size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    const Json& x = manifest["cases"][i]["arguments"]["x"];
    EXPECT_EQ(x["dtype"], "int8");
    const auto read = npy::read_npy(bundle() / x["file"].get<std::string>(), x_of(i).type);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, x_of(i));
  }
}

TEST_F(WrittenBundle, SaysOnceHowEachOperatorIsCalled) {
  const Json manifest = Json::parse(text_in(manifest_file()));
  ASSERT_EQ(manifest["signatures"].size(), 1U);
  EXPECT_EQ(manifest["signatures"][0]["call"], "same");
  EXPECT_EQ(manifest["signatures"][0]["product"], "alpha");
}

TEST_F(WrittenBundle, SaysNothingOfWhatIsExpected) {
  const std::string text = text_in(manifest_file());
  for (const std::string_view word : {"accept", "reject", "expected", "verdict"})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
}

TEST_F(WrittenBundle, IsRefusedWhereTheFolderHoldsSomething) {
  const auto again = write_bundle(spec_, {}, cases_, bundle());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.diagnostics()[0].kind, Kind::unwritable_file);
  EXPECT_EQ(again.diagnostics()[0].what, "the folder is not empty");
  EXPECT_EQ(again.diagnostics()[0].at.file, bundle().string());
}

TEST_F(WrittenBundle, IsRefusedWhereAFileStands) {
  const auto onto = write_bundle(spec_, {}, cases_, manifest_file());
  ASSERT_FALSE(onto);
  EXPECT_THAT(onto.diagnostics()[0].what, HasSubstr("cannot "));
  const auto below = write_bundle(spec_, {}, cases_, manifest_file() / "folder");
  ASSERT_FALSE(below);
  EXPECT_THAT(below.diagnostics()[0].what, HasSubstr("cannot make the folder: "));
}

TEST_F(WrittenBundle, LeavesOutCasesThatAreNotRun) {
  std::vector<Case> open = cases_;
  open[0].expected = Verdict::open;
  open[1].expected = Verdict::reject;
  const auto written = write_bundle(spec_, {}, open, folder_ / "other");
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, 1U);
  const Json manifest = Json::parse(text_in(folder_ / "other" / manifest_name));
  ASSERT_EQ(manifest["cases"].size(), 1U);
  EXPECT_EQ(manifest["cases"][0]["id"], open[1].id);
}

TEST_F(WrittenBundle, OfNoCaseIsABundle) {
  const auto written = write_bundle(spec_, {}, {}, folder_ / "empty");
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, 0U);
  const auto manifest = parse_manifest(text_in(folder_ / "empty" / manifest_name), "m");
  ASSERT_TRUE(manifest);
  EXPECT_TRUE(manifest->cases.empty());
}

TEST(IsRun, WhereTheDocumentsSayWhatShallHappen) {
  for (const Verdict verdict : every<Verdict>) {
    Case planned;
    planned.expected = verdict;
    const bool said = verdict == Verdict::accept || verdict == Verdict::reject || verdict == Verdict::unsupported;
    EXPECT_EQ(is_run(planned), said) << name_of(verdict);
  }
}

TEST(SignatureLine, NamesEachParameterAsItsReleaseDoes) {
  Spec spec = testing_session::spec_of_same();
  OpSpec& op = spec.operators[0];
  op.import_path = "lib.nn";
  op.module_form = true;
  op.parameters[0].names = {{.value = "self"}};
  op.parameters[0].in_place = true;
  Parameter& axis = op.parameters.emplace_back();
  axis.key = "axis";
  axis.kind = ParameterKind::integer;
  axis.group = Group::constructor;
  axis.keyword_only = true;
  axis.defaults = {{.value = {.value = std::int64_t{0}}}};
  EXPECT_EQ(signature_line(spec, op, {.product = "alpha", .release = "1.0", .mode = "eager"}),
            R"({"call":"same","product":"alpha","release":"1.0","mode":"eager","form":"module","import":"lib.nn",)"
            R"("parameters":[{"key":"x","name":"self","group":"arguments","kind":"tensor","optional":false,)"
            R"("keyword_only":false,"in_place":true},{"key":"axis","name":"axis","group":"constructor",)"
            R"("kind":"integer","optional":true,"keyword_only":true,"in_place":false}],)"
            R"("outputs":[{"name":"out","alias":""}]})");
}

TEST(SignaturesText, HasALineForEachTargetThatHasAPage) {
  const Json document = Json::parse(signatures_text(testing_session::spec_of_same()));
  std::vector<std::string> targets;
  for (const Json& one : document["signatures"])
    targets.push_back(one["product"].get<std::string>() + " " + one["mode"].get<std::string>());
  EXPECT_THAT(targets, ElementsAre("alpha eager", "alpha graph_static", "alpha graph_dynamic", "beta eager",
                                   "beta graph_static", "beta graph_dynamic"));
}

std::string canonical(std::string_view text) {
  const JsonText read = parse_json(text, "x");
  return read.errors.empty() ? canonical_json(read.items.all.front()) : read.errors.front().what;
}

TEST(CanonicalJson, IsTheSameHoweverADocumentIsWritten) {
  EXPECT_EQ(canonical(" { \"b\" : [ 1 , true , null ] , \"a\" : \"\\u0041\" } "), R"({"a":"A","b":[1,true,null]})");
  EXPECT_EQ(canonical("[]"), "[]");
  EXPECT_EQ(canonical("{}"), "{}");
  EXPECT_EQ(canonical("[{\"b\":{\"d\":1,\"c\":2},\"a\":false}]"), R"([{"a":false,"b":{"c":2,"d":1}}])");
  EXPECT_EQ(canonical("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(canonical("\"\\n\\\"\""), "\"\\n\\\"\"");
}

TEST(CanonicalJson, KeepsTheOrderOfLists) { EXPECT_NE(canonical("[1,2]"), canonical("[2,1]")); }

TEST(CanonicalJson, MakesNothingEqualToANumberThatIsNoInteger) {
  EXPECT_EQ(canonical("[0.5,9223372036854775808]"), "[?,?]");
}

TEST(ParseJson, PointsAtTheEndOfWhatIsCutOff) {
  const JsonText text = parse_json("{\"a\":\n\n [1,", "x");
  ASSERT_EQ(text.errors.size(), 1U);
  EXPECT_EQ(text.errors[0].what, "this is no JSON");
  EXPECT_EQ(text.errors[0].at.line, 3);
  EXPECT_EQ(parse_json("", "x").errors.at(0).at.line, 1);
}

TEST(LineFinder, FindsWordsInTheirOrder) {
  LineFinder finder("{\n\"a\",\n\"b\", \"a\"\n\"a\"}", "x");
  EXPECT_EQ(finder.next("a").line, 2);
  EXPECT_EQ(finder.next("a").line, 3);
  EXPECT_EQ(finder.next("b").line, 0) << "it stands before";
  EXPECT_EQ(finder.next("a").line, 4);
  EXPECT_EQ(finder.next("a"), (Location{.file = "x"}));
}

TEST(LineFinder, FindsWholeWordsAsJsonWritesThem) {
  LineFinder finder("\"ab\"\n\"a\"\n\"a\\nb\"\n\"中\"", "x");
  EXPECT_EQ(finder.next("a").line, 2);
  EXPECT_EQ(finder.next("a\nb").line, 3);
  EXPECT_EQ(finder.next("中").line, 4);
}

}  // namespace
}  // namespace npu_cts::run
