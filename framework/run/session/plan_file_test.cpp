// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/plan_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include <fcntl.h>
#include <unistd.h>

#include "framework/run/session/shared_memory.h"

namespace npu_cts::run {
namespace {

/// A case with a value of every kind.
Case any_case(const std::string& id) {
  Case one;
  one.id = id;
  one.family = Family::data;
  one.content = "plain/dtypes";
  one.call = {.op = "same", .target = {.product = "alpha", .release = "1.0", .mode = "graph_static"}};
  one.call.arguments = {
      {"dtype", DType::bfloat16}, {"flag", true}, {"none", None{}}, {"number", std::int64_t{-3}}, {"word", "round"}};
  one.call.arguments["numbers"] = std::vector<std::int64_t>{1, 2};
  one.call.arguments["x"] =
      Tensor{.type = {.dtype = DType::int32, .shape = {2}, .layout = Layout::strided, .format = Format::blocked},
             .values = std::vector<std::byte>(8, std::byte{7})};
  one.expected = Verdict::reject;
  one.covers = {{ReasonKind::rule, "R1"}, {ReasonKind::data_set, "plain"}};
  one.data_set = "plain";
  one.at = {.file = "same.yaml", .line = 4, .column = 2};
  return one;
}

std::string bytes_of(const Case& one) { return to_bytes(std::span(&one, 1)); }

Result<CaseList> read_back(std::string_view bytes, const record::Shard& shard = {}) {
  const auto file = memory_file(bytes);
  return file ? CaseList::read(file->path(), shard) : file.diagnostics();
}

TEST(PlanFile, GivesBackEachFactOfACase) {
  const Case written = any_case("same/alpha/1.0/graph_static/data/plain");
  const auto read = read_back(bytes_of(written));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 1U);
  const Case one = read->at(0);
  EXPECT_EQ(one.id, written.id);
  EXPECT_EQ(one.family, written.family);
  EXPECT_EQ(one.content, written.content);
  EXPECT_EQ(one.call, written.call);
  EXPECT_EQ(one.expected, written.expected);
  EXPECT_EQ(one.covers, written.covers);
  EXPECT_EQ(one.data_set, written.data_set);
  EXPECT_EQ(one.at, written.at);
}

TEST(PlanFile, GivesEachPartItsCasesInTheirOrder) {
  std::vector<Case> cases;
  for (const char* const id : {"a", "b", "c", "d", "e"}) cases.push_back(any_case(id));
  std::size_t count = 0;
  for (std::size_t index = 0; index < 2; ++index) {
    const record::Shard shard{.index = index, .count = 2};
    const auto read = read_back(to_bytes(cases), shard);
    ASSERT_TRUE(read);
    for (const std::string_view id : read->ids()) EXPECT_TRUE(record::is_part(shard, id)) << id;
    EXPECT_TRUE(std::ranges::is_sorted(read->ids()));
    count += read->size();
  }
  EXPECT_EQ(count, cases.size());
}

TEST(PlanFile, HasACaseAtTheTargetItWasChosenFor) {
  Case shared = any_case("same/alpha/1.0/graph_static/data/plain");
  shared.family = Family::data;
  shared.content = "plain";
  const Target target{.product = "beta", .release = "2.0", .mode = "eager"};
  const expand::TargetPlan plan{.op = nullptr, .target = target, .start = "same/beta/2.0/eager/"};
  const std::vector<ChosenCase> chosen{{.plan = &plan, .shared = &shared}};
  const auto read = read_back(to_bytes(chosen));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->at(0).id, "same/beta/2.0/eager/data/plain");
  EXPECT_EQ(read->at(0).call.target, target);
  EXPECT_EQ(read->at(0).call.arguments, shared.call.arguments);
}

TEST(PlanParts, HaveEachCaseInThePartOfItsId) {
  std::vector<Case> cases(9, any_case(""));
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].content = std::to_string(i);
  const expand::TargetPlan plan{.op = nullptr, .start = "same/beta/2.0/eager/"};
  std::vector<ChosenCase> chosen;
  for (const Case& one : cases) chosen.push_back({.plan = &plan, .shared = &one});
  const PlanParts parts(chosen, 3);
  std::size_t count = 0;
  for (std::size_t part = 0; part < 3; ++part) {
    const auto file = parts.file_of(part);
    ASSERT_TRUE(file);
    const auto read = CaseList::read(file->path(), {});
    ASSERT_TRUE(read);
    for (const std::string_view id : read->ids()) EXPECT_TRUE(record::is_part({.index = part, .count = 3}, id)) << id;
    EXPECT_TRUE(std::ranges::is_sorted(read->ids()));
    count += read->size();
  }
  EXPECT_EQ(count, cases.size());
}

TEST(PlanParts, CannotBeChanged) {
  const std::vector<ChosenCase> none;
  const auto file = PlanParts(none, 1).file_of(0);
  ASSERT_TRUE(file);
  const int descriptor = open(file->path().c_str(), O_RDWR);
  ASSERT_GE(descriptor, 0);
  EXPECT_LT(write(descriptor, "x", 1), 0);
  EXPECT_EQ(errno, EPERM);
  EXPECT_NE(ftruncate(descriptor, 8), 0);
  EXPECT_EQ(errno, EPERM);
  close(descriptor);
}

TEST(CaseList, HasTheHeadOfACaseWithoutItsArguments) {
  const Case whole = any_case("a");
  const auto list = CaseList::parse(to_bytes(std::vector{whole}), "", {}).value();
  const Case head = list.head(0);
  EXPECT_EQ(record::planned_of(head), record::planned_of(whole));
  EXPECT_TRUE(head.call.arguments.empty());
}

TEST(CaseList, KeepsAndSortsByIds) {
  std::vector<Case> cases;
  for (const char* const id : {"a", "bb", "c", "dd"}) cases.push_back(any_case(id));
  auto list = CaseList::parse(to_bytes(cases), "", {}).value();
  list.keep([](std::string_view id) { return id != "c"; });
  list.sort_by([](std::string_view id) { return 9 - id.size(); });
  EXPECT_THAT(list.ids(), testing::ElementsAre("bb", "dd", "a"));
  EXPECT_EQ(list.at(1).id, "dd");
}

TEST(PlanFile, IsRefusedWhereverItIsTorn) {
  const std::string bytes = bytes_of(any_case("a"));
  for (std::size_t length = 1; length < bytes.size(); ++length)
    EXPECT_FALSE(read_back(bytes.substr(0, length))) << length;
}

TEST(PlanFile, IsRefusedWhereACaseSaysAnotherLength) {
  std::string bytes = bytes_of(any_case("a"));
  bytes[sizeof(std::size_t) + 1] = static_cast<char>(bytes[sizeof(std::size_t) + 1] - 1);  // behind the id
  EXPECT_FALSE(read_back(bytes));
}

struct Strange {
  std::string_view name;
  void (*change)(Case& one);
};
void PrintTo(const Strange& row, std::ostream* out) { *out << row.name; }

class StrangePlan : public testing::TestWithParam<Strange> {};

TEST_P(StrangePlan, GivesNoCase) {
  Case one = any_case("a");
  GetParam().change(one);
  const auto read = read_back(bytes_of(one));
  ASSERT_TRUE(read);
  EXPECT_DEATH(static_cast<void>(read->at(0)), "");
}

Tensor& x_of(Case& one) { return std::get<Tensor>(one.call.arguments.at("x")); }

INSTANTIATE_TEST_SUITE_P(
    Words, StrangePlan,
    testing::Values(Strange{"Reason", [](Case& one) { one.covers.front().kind = static_cast<ReasonKind>(77); }},
                    Strange{"Family", [](Case& one) { one.family = static_cast<Family>(77); }},
                    Strange{"Verdict", [](Case& one) { one.expected = static_cast<Verdict>(77); }},
                    Strange{"DType", [](Case& one) { one.call.arguments["dtype"] = static_cast<DType>(77); }},
                    Strange{"Layout", [](Case& one) { x_of(one).type.layout = static_cast<Layout>(77); }},
                    Strange{"Format", [](Case& one) { x_of(one).type.format = static_cast<Format>(77); }}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(PlanFile, GivesNoCaseWhereAFlagIsNeitherYesNorNo) {
  Case one = any_case("a");
  one.call.arguments = {{"flag", true}};
  Case other = one;
  other.call.arguments = {{"flag", false}};
  std::string bytes = bytes_of(one);
  const std::string without = bytes_of(other);
  const auto at = std::ranges::mismatch(bytes, without).in1;
  ASSERT_NE(at, bytes.end());
  *at = 2;
  const auto read = read_back(bytes);
  ASSERT_TRUE(read);
  EXPECT_DEATH(static_cast<void>(read->at(0)), "");
}

TEST(PlanFile, ThatIsNotThereIsNamed) {
  const auto read = CaseList::read("nowhere/plan", {});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.diagnostics().front().at.file, "nowhere/plan");
}

}  // namespace
}  // namespace npu_cts::run
