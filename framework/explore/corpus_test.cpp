// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/corpus.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/explore/explore_testing.h"
#include "framework/explore/failure_text.h"

namespace npu_cts::explore {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A folder of calls of `same`, gone when the test ends.
class SavedCalls : public testing::Test {
 protected:
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    root_ = fs::path(testing::TempDir()) / ("saved_calls_" + test);
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  static Call call(std::int64_t n, std::vector<std::byte> values = {}) {
    Tensor x{.type = {.dtype = DType::int8, .shape = {1, n}}, .values = std::move(values)};
    return {.op = "same", .target = target, .arguments = {{"mode", std::int64_t{1}}, {"x", std::move(x)}}};
  }

  void write(const fs::path& path, std::string_view text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }

  /// Returns why the folder cannot be read.
  [[nodiscard]] Diagnostics why() const {
    const auto saved = read_saved(root_, spec_);
    EXPECT_FALSE(saved);
    return saved ? Diagnostics() : saved.diagnostics();
  }

  static inline const Target target{.product = "alpha", .release = "1.0", .mode = "eager"};
  static constexpr std::string_view plain =
      "call: same\nproduct: alpha\nmode: eager\narguments:\n  x: {dtype: int8, shape: [1, 2]}\n";
  const Spec spec_ = testing_explore::spec_of_same();
  const BoundSpec bound_ = BoundSpec::bind(spec_, spec_.operators[0], target);
  fs::path root_;
};

TEST_F(SavedCalls, AreReadBackWithTheirValuesAndThoseBeforeThem) {
  const Saved saved{.name = "failures/one", .call = call(3, {std::byte{1}, std::byte{2}, std::byte{3}})};
  Saved behind{.name = "kept", .call = call(1)};
  for (std::int64_t n = 1; n <= 12; ++n) behind.before.push_back(call(n));
  ASSERT_FALSE(save(root_, saved, spec_));
  ASSERT_FALSE(save(root_, behind, spec_));
  const auto read = read_saved(root_, spec_);
  ASSERT_TRUE(read);
  ASSERT_THAT(*read, SizeIs(2));
  EXPECT_EQ((*read)[0].name, "failures/one");
  EXPECT_EQ((*read)[0].call, saved.call);
  EXPECT_THAT((*read)[0].before, IsEmpty());
  EXPECT_EQ((*read)[1].name, "kept");
  EXPECT_EQ((*read)[1].before, behind.before) << "in their order, the tenth behind the ninth";
}

TEST_F(SavedCalls, MayHaveAnyNameAndLieInAnyFolder) {
  write("one.yaml", plain);
  write("a/b/two.yaml", plain);
  write("call.yaml", plain);
  write("a/notes.txt", "no call");
  const auto read = read_saved(root_, spec_);
  ASSERT_TRUE(read);
  std::vector<std::string> names;
  for (const Saved& one : *read) names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("a/b/two.yaml", "call.yaml", "one.yaml"));
}

TEST_F(SavedCalls, ThatRunBeforeAreNoneByThemselves) {
  write("one/call.yaml", plain);
  write("one/before-0001/call.yaml", plain);
  write("before-0001/call.yaml", plain);
  const auto read = read_saved(root_, spec_);
  ASSERT_TRUE(read);
  ASSERT_THAT(*read, SizeIs(1));
  EXPECT_THAT(read->front().before, SizeIs(1));
}

TEST_F(SavedCalls, ReportEveryFileThatIsWrong) {
  write("a.yaml", "call: sam\n");
  write("b.yaml", plain);
  write("c.yaml", "- 1\n");
  const Diagnostics errors = why();
  ASSERT_GE(errors.size(), 2U);
  EXPECT_THAT(errors.front().at.file, EndsWith("a.yaml"));
  EXPECT_THAT(errors.back().at.file, EndsWith("c.yaml"));
}

TEST_F(SavedCalls, OfAnotherSpecAreReportedOnce) {
  for (const char* name : {"a/call.yaml", "b/call.yaml", "c/call.yaml"}) write(name, "call: halve\n");
  write("d.yaml", plain);
  const Diagnostics errors = why();
  ASSERT_THAT(errors, SizeIs(1));
  EXPECT_EQ(errors[0].what, "3 calls here are of another spec: this one lacks 'halve'");
  EXPECT_THAT(errors[0].hint, HasSubstr("--corpus DIR"));
  EXPECT_EQ(errors[0].at.file, root_.string());
}

TEST_F(SavedCalls, OfAnotherSpecNameSomeOfTheirOperators) {
  for (const char* name : {"fold", "halve", "spin", "turn", "wrap"})
    write(std::string(name) + ".yaml", std::string("call: ") + name + "\n");
  const Diagnostics errors = why();
  ASSERT_THAT(errors, SizeIs(1));
  EXPECT_EQ(errors[0].what, "5 calls here are of another spec: this one lacks 'fold', 'halve', 'spin' and 2 more");
}

TEST_F(SavedCalls, AreNotReadWithoutOneThatRunsBefore) {
  write("one/call.yaml", plain);
  fs::create_directories(root_ / "one/before-0001");
  const Diagnostics errors = why();
  ASSERT_THAT(errors, SizeIs(1));
  EXPECT_THAT(errors[0].at.file, EndsWith("before-0001/call.yaml"));
}

TEST_F(SavedCalls, CannotBeWrittenWhereAFileStands) {
  write("kept", "a file");
  const auto error = save(root_, {.name = "kept", .call = call(1)}, spec_);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what, HasSubstr("cannot make the folder"));
  EXPECT_EQ(error->kind, Kind::unwritable_file);
}

TEST_F(SavedCalls, AreNamedByWhatTheySay) {
  const std::string name = file_name_of(bound_, call(2, {std::byte{1}, std::byte{2}}));
  EXPECT_THAT(name, testing::StartsWith("same-"));
  EXPECT_THAT(name, SizeIs(5 + 16));
  EXPECT_EQ(name, file_name_of(bound_, call(2, {std::byte{1}, std::byte{2}})));
  EXPECT_NE(name, file_name_of(bound_, call(2, {std::byte{1}, std::byte{3}}))) << "by its values";
  EXPECT_NE(name, file_name_of(bound_, call(3, {std::byte{1}, std::byte{2}, std::byte{0}}))) << "by its shapes";
  Call other = call(2, {std::byte{1}, std::byte{2}});
  other.arguments["mode"] = std::int64_t{2};
  EXPECT_NE(name, file_name_of(bound_, other)) << "by its attributes";
}

/// A story whose call breaks a rule.
class FailureText : public SavedCalls {
 protected:
  FailureText() {
    story_.call = {.bound = &bound_, .call = call(2), .broken = {}};
    story_.tried.result.status = Status::fail;
    story_.tried.result.reason = "wrong values";
  }

  TriedStory story_;
};

TEST_F(FailureText, SaysHowItFailedAndPrintsTheCall) {
  EXPECT_EQ(failure_text(story_, {}),
            "fail: wrong values\n"
            "  call:\n"
            "    call: same\n"
            "    product: alpha\n"
            "    release: \"1.0\"\n"
            "    mode: eager\n"
            "    arguments:\n"
            "      x: {dtype: int8, shape: [1, 2]}\n"
            "      mode: 1\n");
}

TEST_F(FailureText, NamesFaultRulesDetailsAndWhatFailsAlike) {
  story_.tried.result.attribution = attribution_of(Fault::accepted_invalid, "");
  story_.tried.result.mismatch =
      Mismatch{.output = "out", .index = {0}, .got = "1", .want = "2", .pattern = "", .details = {"1 of 2 differs"}};
  story_.call.broken = {"mode.range", "nothing"};
  const std::string text = failure_text(story_, {"sums in int16"});
  EXPECT_THAT(text, HasSubstr("  fault: accepted an invalid call\n"));
  EXPECT_THAT(text, HasSubstr("  rule: mode.range: mode is 0 to 3 (same.yaml:"));
  EXPECT_THAT(text, Not(HasSubstr("nothing:")));
  EXPECT_THAT(text, HasSubstr("  1 of 2 differs\n"));
  EXPECT_THAT(text, HasSubstr("  like: an implementation that sums in int16\n"));
}

TEST_F(FailureText, SaysWhatRanBeforeAndThatItDidNotFailAgain) {
  story_.before = {story_.call};
  EXPECT_THAT(failure_text(story_, {}), HasSubstr("  behind: 1 call in the same worker\n"));
  story_.before = {story_.call, story_.call};
  EXPECT_THAT(failure_text(story_, {}), HasSubstr("  behind: 2 calls in the same worker\n"));
  EXPECT_THAT(failure_text(story_, {}), Not(HasSubstr("again:")));
  story_.fails_again = false;
  EXPECT_THAT(failure_text(story_, {}), HasSubstr("  again: a second run did not fail\n"));
}

TEST(IsSameWay, AllowsFewerBrokenRulesButNotNone) {
  const auto broken = [](std::vector<std::string> rules) {
    return Signature{
        .status = Status::fail, .fault = Fault::accepted_invalid, .tensor = "", .broken = std::move(rules)};
  };
  EXPECT_TRUE(is_same_way(broken({"a", "b"}), broken({"a", "b"})));
  EXPECT_TRUE(is_same_way(broken({"a", "b"}), broken({"b"})));
  EXPECT_FALSE(is_same_way(broken({"a", "b"}), broken({})));
  EXPECT_FALSE(is_same_way(broken({"a"}), broken({"a", "b"})));
  EXPECT_FALSE(is_same_way(broken({}), broken({"a"})));
  EXPECT_TRUE(is_same_way(broken({}), broken({})));
}

TEST(IsSameWay, WantsTheSameStatusFaultAndTensor) {
  const Signature first{.status = Status::fail, .fault = Fault::out_of_bounds, .tensor = "x", .broken = {}};
  Signature now = first;
  EXPECT_TRUE(is_same_way(first, now));
  now.status = Status::crash;
  EXPECT_FALSE(is_same_way(first, now));
  now = first;
  now.fault = std::nullopt;
  EXPECT_FALSE(is_same_way(first, now));
  now = first;
  now.tensor = "y";
  EXPECT_FALSE(is_same_way(first, now));
}

}  // namespace
}  // namespace npu_cts::explore
