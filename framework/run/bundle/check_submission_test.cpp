// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/run/bundle/bundle_testing.h"

// A bundle that was written, what comes back of it, and each way in which either may be bent.
namespace npu_cts::run {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace testing_bundle;

class CheckSubmission : public BundleOnDisk {};

TEST_F(CheckSubmission, FindsNothingWrongWithWhatWasExportedAndRun) { EXPECT_THAT(found(), IsEmpty()); }

TEST_F(CheckSubmission, LetsTheManifestBeWrittenInAnotherWay) {
  replace_in(manifest_file(), "\"id\":", "  \"id\" : ");
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(CheckSubmission, LetsACaseHaveNoResult) {
  const std::string text = text_in(results_file());
  const std::size_t first = text.find(",\n{\"id\"");
  ASSERT_NE(first, std::string::npos);
  write_text(results_file(), text.substr(0, first) + "\n]}\n");
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(CheckSubmission, IsJudgedAsIfTheCasesHadRunHere) {
  const auto submission = read_submission(bundle(), results());
  ASSERT_TRUE(submission);
  const auto journal = judge_submission(spec_, cases_, *submission, judging());
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->info.spec_digest, digest_);
  EXPECT_THAT(journal->planned, SizeIs(count));
  ASSERT_THAT(journal->results, SizeIs(count));
  for (const CaseResult& result : journal->results) EXPECT_EQ(result.status, Status::pass) << result.reason;
}

TEST_F(CheckSubmission, FailsWhereTheValuesThatCameBackAreWrong) {
  Tensor wrong = x_of(1);
  wrong.values.back() ^= std::byte{1};
  ASSERT_FALSE(npy::write_npy(results() / "y1.npy", wrong));
  EXPECT_THAT(found(), IsEmpty()) << "they are judged, not checked";
  const auto journal = judge_submission(spec_, cases_, read_submission(bundle(), results()).value(), judging());
  ASSERT_TRUE(journal);
  for (const CaseResult& result : journal->results)
    EXPECT_EQ(result.status, result.id == cases_[1].id ? Status::fail : Status::pass);
}

TEST_F(CheckSubmission, GivesAnArgumentThatWasAlteredAway) {
  replace_in(results_file(), R"("altered": [])", R"("altered": ["x"])");
  EXPECT_THAT(found(), IsEmpty()) << "it is an argument";
  const auto journal = judge_submission(spec_, cases_, read_submission(bundle(), results()).value(), judging());
  ASSERT_TRUE(journal);
  std::size_t failed = 0;
  for (const CaseResult& result : journal->results) {
    if (result.id != cases_[0].id) continue;
    ++failed;
    EXPECT_EQ(result.status, Status::fail);
    EXPECT_THAT(result.reason, HasSubstr("x"));
  }
  EXPECT_EQ(failed, 1U);
}

struct Bent {
  std::string_view name;
  bool is_manifest = false;  ///< or the results
  std::string from;
  std::string to;
  std::string_view what;
};
void PrintTo(const Bent& row, std::ostream* out) { *out << row.name; }

class BentSubmission : public BundleOnDisk, public testing::WithParamInterface<Bent> {};

TEST_P(BentSubmission, IsNotJudged) {
  replace_in(GetParam().is_manifest ? manifest_file() : results_file(), GetParam().from, GetParam().to);
  const Diagnostics errors = found();
  ASSERT_FALSE(errors.empty());
  EXPECT_THAT(errors.front().what, HasSubstr(GetParam().what));
  EXPECT_EQ(errors.front().kind, Kind::bad_data);
  EXPECT_FALSE(errors.front().hint.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Manifest, BentSubmission,
    testing::Values(
        Bent{"OfAnotherSpec", true, "d1gest", "other", "the bundle is of another spec, with the digest 'other'"},
        Bent{"OfAnotherVersion", true, "\"bundle\": 1", "\"bundle\": 9", "a bundle of another version: 9"},
        Bent{"WithAnotherCall", true,
             "\"call\":\"same\",\"product\":\"alpha\",\"release\":\"1.0\",\"mode\":\"eager\",\"arguments\"",
             "\"call\":\"fold\",\"product\":\"alpha\",\"release\":\"1.0\",\"mode\":\"eager\",\"arguments\"",
             "is not the spec's call"},
        Bent{"WithOneKeyMore", true, "{\"id\":", "{\"expected\":\"accept\",\"id\":", "is not the spec's call"},
        Bent{"WithAnotherId", true, "{\"id\":\"same", "{\"id\":\"sane", "is missing"},
        Bent{"WithACaseWithoutId", true, "{\"id\":", "{\"name\":", "a case without an id"},
        Bent{"WithoutCovers", true, "\"covers\"", "\"hides\"", "'covers' is missing"},
        Bent{"WithAWordMore", true, "\"covers\"", "\"more\": 1, \"covers\"", "'more' is unknown"},
        Bent{"WithANumberAmongItsWords", true, "\"ops\":[\"same\"]", "\"ops\":[1]",
             "a list of words holds something else"},
        Bent{"WithATierThatIsNone", true, "\"ops\":", "\"tier\":\"slow\",\"ops\":", "'tier' is 'slow'"},
        Bent{"WithoutItsEnd", true, "]}\n", "", "this is no JSON"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Results, BentSubmission,
    testing::Values(
        Bent{"OfAnotherBundle", false, "d1gest", "other",
             "the results are of another spec: other, the bundle is of d1gest"},
        Bent{"OfNoDriver", false, "\"driver\": \"toy\"", "\"driver\": \"\"", "'driver' names nothing"},
        Bent{"OfNoNumberOfCases", false, "\"cases\": [", "\"cases\": 3, \"rest\": [", "'cases' is of a wrong type"},
        Bent{"OfACaseThatTheBundleLacks", false, "{\"id\": \"same", "{\"id\": \"sane", "the bundle has no such case"},
        Bent{"WithAnArgumentThatIsNone", false, R"("altered": [])", R"("altered": ["y"])", "no argument is called 'y'"},
        Bent{"WithANumberForAnArgument", false, R"("altered": [])", R"("altered": [1])",
             "'altered' lists the names of arguments"},
        Bent{"WithAnAliasOfWhatMayNotBeWritten", false, R"("alias": "")", R"("alias": "x")",
             "output 'out' cannot be the argument 'x'"},
        Bent{"WithAnAliasOfNothing", false, R"("alias": "")", R"("alias": "y")",
             "output 'out' cannot be the argument 'y'"},
        Bent{"WithAnotherDtype", false, "\"int8\"", "\"int16\"", "output 'out'"},
        Bent{"WithADtypeThatIsNone", false, "\"int8\"", "\"int9\"", "'dtype' is 'int9'"},
        Bent{"WithAShapeBelowZero", false, "\"shape\": [", "\"shape\": [-1, ", "'shape' is [-1, "},
        Bent{"WithAShapeBeyondAFile", false, "\"shape\": [", "\"shape\": [4294967296, ", "is too large"},
        Bent{"WithAFileOutside", false, "y0.npy", "../bundle/manifest.json",
             "does not lie in the folder of the results"},
        Bent{"WithAFileThatIsNoArray", false, "y0.npy", "results.json", "output 'out'"},
        Bent{"WithOutputsOfARefusal", false, "completed", "refused", "a case that did not complete has outputs"},
        Bent{"WithAnOutcomeThatIsNone", false, "completed", "passed", "'outcome' is 'passed'"},
        Bent{"WithAKeyMore", false, "\"code\": 0", "\"code\": 0, \"status\": \"pass\"", "'status' is unknown"},
        Bent{"WithACodeBeyondItsBits", false, "\"code\": 0", "\"code\": 9223372036854775808",
             "'code' is no 64-bit integer"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(CheckSubmission, SeesAValueOfTheBundleChanged) {
  for (const auto& entry : fs::recursive_directory_iterator(bundle())) {
    if (entry.path().extension() != ".npy") continue;
    std::string bytes = text_in(entry.path());
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    write_text(entry.path(), bytes);
    break;
  }
  const Diagnostics errors = found();
  ASSERT_THAT(errors, SizeIs(1));
  EXPECT_THAT(errors[0].what, HasSubstr("other values than the spec's in case 'same/alpha/"));
  EXPECT_THAT(errors[0].at.file, HasSubstr(".npy"));
}

TEST_F(CheckSubmission, SeesThatAFileOfTheBundleIsGone) {
  fs::remove_all(bundle() / "data");
  const Diagnostics errors = found();
  ASSERT_THAT(errors, SizeIs(count));
  for (const Diagnostic& error : errors) {
    EXPECT_THAT(error.what, HasSubstr("case 'same/alpha/"));
    EXPECT_EQ(error.hint, "take the file that was exported, or export the bundle again");
  }
}

TEST_F(CheckSubmission, SeesThatAFileOfTheResultsIsGone) {
  replace_in(results_file(), "y0.npy", "y9.npy");
  const Diagnostics errors = found();
  ASSERT_THAT(errors, SizeIs(1));
  EXPECT_EQ(errors[0].kind, Kind::unreadable_file);
  EXPECT_THAT(errors[0].what, HasSubstr("output 'out': there is no such file"));
}

TEST_F(CheckSubmission, TellsOfAHundredFindingsAtMost) {
  const auto submission = read_submission(bundle(), results());
  ASSERT_TRUE(submission);
  std::vector<Case> many;
  for (int i = 0; i < 150; ++i) {
    many.push_back(cases_[0]);
    many.back().id += std::to_string(i);
  }
  EXPECT_THAT(check_submission(spec_, digest_, many, *submission), SizeIs(100));
}

TEST_F(CheckSubmission, ReportsWhatIsWrongWithBothFilesTogether) {
  write_text(manifest_file(), "{");
  write_text(results_file(), "[");
  const auto submission = read_submission(bundle(), results());
  ASSERT_FALSE(submission);
  ASSERT_THAT(submission.diagnostics(), SizeIs(2));
  EXPECT_EQ(submission.diagnostics()[0].at.file, manifest_file().string());
  EXPECT_EQ(submission.diagnostics()[1].at.file, results_file().string());
}

TEST_F(CheckSubmission, NamesAFileThatIsNotThere) {
  fs::remove(results_file());
  fs::remove(manifest_file());
  const auto submission = read_submission(bundle(), results());
  ASSERT_FALSE(submission);
  ASSERT_THAT(submission.diagnostics(), SizeIs(2));
  for (const Diagnostic& error : submission.diagnostics()) EXPECT_EQ(error.kind, Kind::unreadable_file);
}

TEST_F(CheckSubmission, PrintsNoControlCharacterThatResultsBring) {
  CaseRecord record;
  record.id = "a\x1b[2J";
  record.outputs = {{.name = "y\x1b", .alias = "", .type = {.dtype = DType::int8, .shape = {1}}, .file = "../y\x1b"}};
  for (const std::string file : {"../y\x1b", "missing\x1b"}) {
    record.outputs[0].file = file;
    const auto outcome = load_outcome(record, results());
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.diagnostics()[0].what.find('\x1b'), std::string::npos) << outcome.diagnostics()[0].what;
  }
  record.outputs[0].type.shape = {std::int64_t{1} << 40};
  record.outputs[0].file = "y0.npy";
  EXPECT_EQ(load_outcome(record, results()).diagnostics()[0].what, "case 'a\\x1B[2J': output 'y\\x1B' is too large");
}

}  // namespace
}  // namespace npu_cts::run
