// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "framework/base/names_testing.h"
#include "framework/diff/diff.h"
#include "framework/diff/journals.h"
#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::diff {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view mirror_spec = R"yaml(
operator: fold
form: function
text: {en: folds x, zh: 折叠}
pages: {"1.0": [], "2.0": []}
signatures: [{value: "(x, extra=None, *, axis=0) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: what is folded, zh: 输入}, names: [{value: self, until: "1.0"}], dtypes: [{values: [int8, float16]}],
     shapes: [{id: matrix, as: "[m, n]"}]}
  - {key: extra, kind: tensor, optional: true, text: {en: more, zh: 更多}, dtypes: [{values: [int32]}], shapes: [{id: vector, as: "[n]"}]}
  - {key: axis, kind: integer, text: {en: the axis, zh: 轴}, since: "2.0", defaults: [{value: 0}]}
symbols: {m: "dim(x, 0)", n: "dim(x, 1)"}
rows:
  - {id: r1, cells: {x: int8, extra: [int32, none]}}
  - {id: r2, cells: {x: float16, extra: none}, since: "2.0"}
rules:
  - {id: n.even, phase: shape, until: "1.0", require: "n % 2 == 0", text: {en: n is even, zh: n 为偶数}}
  - {id: m.small, phase: shape, since: "2.0", require: "m <= 5 and n > 0", text: {en: m is at most 5, zh: m 不超过 5}}
  - {id: axis.inside, phase: attribute, since: "2.0", require: "axis in 0..1", text: {en: axis is one of x, zh: 轴}}
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "[m, n]", until: "1.0"}, {value: "[n, m]"}]}]
support: [{state: supported, products: [alpha]}, {state: supported, since: "2.0"}, {state: unsupported}]
hints: {symbols: {m: [2, 5], n: [4]}, arguments: {axis: [0, 1]}}
)yaml";

/// The same spec with everything in another order.
constexpr std::string_view shuffled = R"yaml(
operator: fold
form: function
hints: {arguments: {axis: [0, 1]}, symbols: {n: [4], m: [2, 5]}}
support: [{state: supported, products: [alpha]}, {state: supported, since: "2.0"}, {state: unsupported}]
rules:
  - {id: axis.inside, phase: attribute, since: "2.0", require: "axis in 0..1", text: {en: other words, zh: 别的说法}}
  - {id: m.small, phase: shape, since: "2.0", require: "n > 0 and m <= 5", text: {en: m is at most 5, zh: m 不超过 5}}
  - {id: n.even, phase: shape, until: "1.0", require: "n % 2 == 0", text: {en: n is even, zh: n 为偶数}}
rows:
  - {id: r2, since: "2.0", cells: {extra: none, x: float16}}
  - {id: r1, cells: {extra: [none, int32], x: int8}}
symbols: {n: "dim(x, 1)", m: "dim(x, 0)"}
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "[m, n]", until: "1.0"}, {value: "[n, m]"}]}]
parameters:
  - {key: axis, kind: integer, text: {en: the axis, zh: 轴}, since: "2.0", defaults: [{value: 0}]}
  - {key: x, kind: tensor, text: {en: what is folded, zh: 输入}, names: [{value: self, until: "1.0"}], dtypes: [{values: [float16, int8]}],
     shapes: [{id: matrix, as: "[m, n]"}]}
  - {key: extra, kind: tensor, optional: true, text: {en: more, zh: 更多}, dtypes: [{values: [int32]}], shapes: [{id: vector, as: "[n]"}]}
signatures: [{value: "(x, extra=None, *, axis=0) -> Tensor"}]
pages: {"2.0": [], "1.0": []}
text: {zh: 折叠, en: folds x}
)yaml";

Spec tree(std::string_view text) {
  Spec spec;
  spec.releases = {"1.0", "2.0"};
  spec.modes = three_modes();
  spec.products = {{.id = "alpha"}, {.id = "beta"}};
  spec.operators.push_back(reader::read_op_spec(text, "fold.yaml", spec).value());
  return spec;
}

/// Returns the spec with `from` written as `to`.
Spec edited(std::string_view from, std::string_view to) {
  std::string text(mirror_spec);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  return tree(text);
}

Diff between(const Spec& older, const Spec& newer) {
  return diff({.spec = &older, .release = "", .label = "older"}, {.spec = &newer, .release = "", .label = "newer"});
}

Diff between_releases(const Spec& spec) {
  return diff({.spec = &spec, .release = "1.0", .label = "1.0"}, {.spec = &spec, .release = "2.0", .label = "2.0"});
}

std::vector<std::string> reasons(const OpDiff& op) {
  std::vector<std::string> texts;
  for (const Change& change : op.changes) {
    std::string text = change.gained ? "+" : "-";
    for (const Ground& ground : change.refused) text += " " + ground.id;
    texts.push_back(text);
  }
  return texts;
}

/// Returns whether each witness is accepted by one side and refused by the other, at its own targets.
void expect_real_witnesses(const Spec& older, const Spec& newer, const OpDiff& op) {
  for (const Change& change : op.changes) {
    for (const auto& [spec, release, accepts] :
         {std::tuple{&older, op.older, !change.gained}, std::tuple{&newer, op.newer, change.gained}}) {
      Call call = change.witness;
      call.target.release = release;
      const Verdict verdict = judge(BoundSpec::bind(*spec, spec->operators.front(), call.target), call).verdict;
      EXPECT_EQ(verdict == Verdict::accept, accepts) << release << ": " << name_of(verdict);
    }
  }
}

TEST(Diff, OfTwoTreesThatDifferInOrderAndWordsAloneIsEmptyAndProved) {
  const Diff found = between(tree(mirror_spec), tree(shuffled));
  EXPECT_TRUE(is_same(found));
  ASSERT_THAT(found.operators, SizeIs(2));
  for (const OpDiff& op : found.operators) {
    for (const RowRelation& row : op.rows) EXPECT_TRUE(row.proved && row.relation == Relation::same) << row.row;
  }
}

TEST(Diff, SaysWhatANewReleaseAcceptsAndRefuses) {
  const Spec spec = tree(mirror_spec);
  const Diff found = between_releases(spec);
  ASSERT_THAT(found.operators, SizeIs(1));
  EXPECT_THAT(reasons(found.operators[0]),
              testing::UnorderedElementsAre("+ axis.unknown", "+ rows", "+ n.even", "+ support", "- m.small"));
  expect_real_witnesses(spec, spec, found.operators[0]);
}

TEST(Diff, JudgesEveryProductAndRow) {
  const Spec spec = tree(mirror_spec);
  const Diff found = between_releases(spec);
  std::vector<std::string> lines;
  for (const RowRelation& row : found.operators.at(0).rows)
    lines.push_back(row.product + " " + row.row + " " + std::string(name_of(row.relation)));
  EXPECT_THAT(lines, ElementsAre("alpha r1 incomparable", "alpha r2 more", "beta r1 more", "beta r2 more"));
  EXPECT_EQ(found.operators[0].rows[1].gained_dtypes, 1U);
  EXPECT_EQ(found.operators[0].rows[0].gained_dtypes, 0U);
}

TEST(Diff, MakesWitnessesSmall) {
  const Spec spec = tree(mirror_spec);
  const Diff found = between_releases(spec);
  const auto lost = std::ranges::find(found.operators.at(0).changes, false, &Change::gained);
  ASSERT_NE(lost, found.operators[0].changes.end());
  EXPECT_THAT(lost->given, SizeIs(1));
  EXPECT_EQ(lost->given[0].name, "self");
  EXPECT_EQ(std::get_if<Tensor>(&lost->given[0].value)->type.shape, (Shape{1, 0}));
}

TEST(Diff, SaysFactsThatNoCallShows) {
  const Spec spec = tree(mirror_spec);
  const Diff found = between_releases(spec);
  std::vector<std::string> lines;
  for (const FactChange& fact : found.operators.at(0).facts)
    lines.push_back(fact.id + ": " + fact.older + " > " + fact.newer);
  EXPECT_THAT(lines, ElementsAre("axis.default:  > 0", "out.shape: [m, n] > [n, m]", "x.name: self > "));
}

struct EditCase {
  std::string_view name, from, to, reason;
};
void PrintTo(const EditCase& edit, std::ostream* out) { *out << edit.name; }

class DiffOfEditedTree : public testing::TestWithParam<EditCase> {};

TEST_P(DiffOfEditedTree, HasOneReasonAndARealWitness) {
  const Spec older = tree(mirror_spec);
  const Spec newer = edited(GetParam().from, GetParam().to);
  const Diff found = between(older, newer);
  EXPECT_FALSE(is_same(found));
  std::set<std::string> all;
  for (const OpDiff& op : found.operators) {
    for (const std::string& reason : reasons(op)) all.insert(reason);
    expect_real_witnesses(older, newer, op);
  }
  EXPECT_THAT(all, ElementsAre(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    Edits, DiffOfEditedTree,
    testing::Values(EditCase{"LimitRaised", "m <= 5", "m <= 6", "+ m.small"},
                    EditCase{"LimitLowered", "m <= 5", "m <= 4", "- m.small"},
                    EditCase{"RowLost", "x: int8, extra: [int32, none]", "x: int8, extra: none", "- rows"},
                    EditCase{"DefaultBroken", "defaults: [{value: 0}]", "defaults: [{value: 2}]", "- axis.inside"},
                    EditCase{"SymbolChanged", "m: \"dim(x, 0)\"", "m: \"dim(x, 0) + 1\"", "- x.shape"}),
    [](const auto& row) { return std::string(row.param.name); });

record::Journal journal(const std::vector<std::pair<std::string, Status>>& ends) {
  record::Journal journal;
  journal.info.spec_digest = "0123456789";
  for (const auto& [id, status] : ends) {
    record::PlannedCase planned;
    planned.id = id;
    CaseResult result;
    result.id = id;
    result.status = status;
    journal.planned.push_back(planned);
    journal.results.push_back(result);
  }
  return journal;
}

TEST(DiffOfJournals, TellsWorseFromBetterAddedAndDropped) {
  record::Journal newer = journal({{"a", Status::pass}, {"b", Status::fail}, {"c", Status::pass}, {"e", Status::pass}});
  const JournalDiff found =
      diff(journal({{"a", Status::pass}, {"b", Status::pass}, {"c", Status::crash}, {"d", Status::pass}}), newer);
  EXPECT_EQ(found.same, 1U);
  EXPECT_THAT(found.worse, ElementsAre(testing::Field(&StatusChange::id, "b")));
  EXPECT_THAT(found.better, ElementsAre(testing::Field(&StatusChange::id, "c")));
  EXPECT_THAT(found.added, ElementsAre(testing::Field(&StatusChange::id, "e")));
  EXPECT_THAT(found.dropped, ElementsAre(testing::Field(&StatusChange::id, "d")));
  EXPECT_FALSE(is_same(found));
}

TEST(DiffOfJournals, CallsACaseThatNoLongerRunsWorse) {
  record::Journal newer = journal({{"a", Status::pass}});
  newer.results.clear();
  const JournalDiff found = diff(journal({{"a", Status::fail}}), newer);
  EXPECT_THAT(found.worse, SizeIs(1));
  EXPECT_THAT(found.better, IsEmpty());
}

using Causes = std::vector<record::Cause>;

struct CauseCase {
  std::string_view name;
  void (*change)(record::Journal& newer);
  Causes want;
};
void PrintTo(const CauseCase& row, std::ostream* out) { *out << row.name; }

class CauseOfAChange : public testing::TestWithParam<CauseCase> {};

TEST_P(CauseOfAChange, IsWhatTheRunsDoNotShare) {
  const record::Journal older = journal({{"a", Status::pass}});
  record::Journal newer = journal({{"a", Status::fail}});
  GetParam().change(newer);
  EXPECT_THAT(diff(older, newer).worse, ElementsAre(testing::Field(&StatusChange::causes, GetParam().want)));
}

INSTANTIATE_TEST_SUITE_P(
    Each, CauseOfAChange,
    testing::Values(
        CauseCase{"Nothing", [](record::Journal&) {}, {}},
        CauseCase{"Backend", [](record::Journal& one) { one.info.backend = {{.path = "a", .sha256 = "b"}}; },
                  Causes{record::Cause::backend}},
        CauseCase{"Version", [](record::Journal& one) { one.info.driver_version = "2"; },
                  Causes{record::Cause::backend}},
        CauseCase{"Challenge", [](record::Journal& one) { one.info.challenge = "c"; }, Causes{record::Cause::data}},
        CauseCase{"SpecElsewhere", [](record::Journal& one) { one.info.spec_digest = "d"; },
                  Causes{record::Cause::spec}},
        CauseCase{"SpecOfTheCase",
                  [](record::Journal& one) {
                    one.info.driver_version = "2";
                    one.planned.front().expected = Verdict::reject;
                  },
                  Causes{record::Cause::spec}},
        CauseCase{"Suite", [](record::Journal& one) { one.info.tool_digest = "e"; }, Causes{record::Cause::suite}},
        CauseCase{"Policy", [](record::Journal& one) { one.info.unsupported = Policy::allow; },
                  Causes{record::Cause::policy}},
        CauseCase{"ScopeElsewhere", [](record::Journal& one) { one.info.filters.products = {"alpha"}; }, Causes{}},
        CauseCase{"TwoThings",
                  [](record::Journal& one) {
                    one.info.challenge = "c";
                    one.info.driver = "mock";
                  },
                  Causes{record::Cause::data, record::Cause::backend}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(DiffOfJournals, NamesRulesThatFailedInNoCaseBefore) {
  record::Journal older = journal({{"a", Status::pass}, {"b", Status::fail}, {"c", Status::pass}});
  record::Journal newer = journal({{"a", Status::fail}, {"b", Status::fail}, {"c", Status::crash}});
  for (record::Journal* const one : {&older, &newer}) {
    one->planned[0].covers = {"axis.inside", "known"};
    one->planned[1].covers = {"known"};
    one->planned[2].covers = {"axis.inside"};
  }
  EXPECT_THAT(diff(older, newer).newly_failing, ElementsAre(NewlyFailing{.rule = "axis.inside", .cases = {"a", "c"}}));
}

TEST(DiffOfJournals, SaysWhatTheRunsWereToldDifferently) {
  const record::Journal older = journal({{"a", Status::pass}});
  record::Journal newer = older;
  newer.info.filters.products = {"alpha"};
  EXPECT_THAT(diff(older, newer).changes,
              ElementsAre(RunChange{.cause = record::Cause::scope, .what = "products", .older = "", .newer = "alpha"}));
}

TEST(DiffOfJournals, OfOneJournalWithItselfIsEmpty) {
  const record::Journal one = journal({{"a", Status::pass}, {"b", Status::fail}});
  EXPECT_TRUE(is_same(diff(one, one)));
}

TEST(Relation, HasItsNamesInTheOrderOfItsValues) { EXPECT_EQ(names_as_words<Relation>(), enumerators_of<Relation>()); }

}  // namespace
}  // namespace npu_cts::diff
