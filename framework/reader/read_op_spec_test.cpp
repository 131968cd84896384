// SPDX-License-Identifier: Apache-2.0
// What the readers of an operator's file keep of it. What they refuse stands in golden/.
#include "framework/reader/read_spec.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::reader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Spec& vocabulary() {
  static const Result<Spec> spec =
      read_spec(std::filesystem::path(NPU_CTS_SOURCE_DIR) / "framework/reader/golden/spec");
  return spec.value();
}

constexpr std::string_view fold_spec = R"yaml(operator: fold_spec
form: function
text: {en: folds x, zh: 折叠}
pages: {"1.0": [mir-1]}
signatures: [{value: "(x, axis=0) -> Tensor"}]
parameters:
  - key: x
    kind: tensor
    in_place: true
    text: {en: what is folded, zh: 输入}
    dtypes: [{values: [int8, float32]}]
    shapes: [{id: any, as: "[*S, n]"}]
  - {key: axis, kind: integer, text: {en: the axis, zh: 轴}, defaults: [{value: 7, usable: false}]}
symbols: {S: "slice(shape(x), 0, -1)", n: "last(x)"}
rules:
  - {id: axis.inside, phase: attribute, require: "axis < rank(x)", text: {en: inside, zh: 范围内}}
  - {id: x.small, phase: data, require: "at(x, 0) < 3", text: {en: small, zh: 小}}
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "shape(x)"}]}]
support: [{state: supported}]
formulas:
  - {id: plain, formula: out = x + 9, text: {en: plain, zh: 常规}, basis: document}
implementation_defined:
  - {id: ties, variants: [{id: even, basis: document, text: {en: even, zh: 偶}}, {id: away, basis: document, text: {en: away, zh: 远}}]}
open:
  - {id: why, question: {en: why, zh: 为何}}
examples:
  - {id: one, call: {arguments: {x: {dtype: int8, shape: [1]}}}, fills: {x: {cycle: [1]}}}
contradictions:
  - {id: odd, kind: documents-disagree, subject: x, statements: [list, row], basis: document,
     text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}
hints:
  symbols: {S: [[], [2]], n: [3, 1]}
  data:
    - {id: ends, text: {en: ends, zh: 端点}, fills: {x: {reals: [-1, 1]}}}
    - {id: all, text: {en: all, zh: 全部}, fills: {x: {distinct: [-3, 3]}}}
    - {id: words, text: {en: words, zh: 位}, fills: {x: {bits: ["0x1"]}}}
  users:
    - {id: shop, text: {en: shop, zh: 店}, seen: in a shop, tier: full, sizes: {S: [2], n: [5]}}
)yaml";

std::string printed(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& one : diagnostics) text += to_text(one, fold_spec);
  return text;
}

std::string replaced(std::string_view from, std::string_view to) {
  std::string text(fold_spec);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// Returns what the reader says of the operator with `from` written as `to`.
std::string said_of(std::string_view from, std::string_view to) {
  const auto read = read_op_spec(replaced(from, to), "fold.yaml", vocabulary());
  return read ? "" : printed(read.diagnostics());
}

TEST(ReadOpSpec, KeepsWhatTheFileSays) {
  const auto op = read_op_spec(fold_spec, "fold.yaml", vocabulary());
  ASSERT_TRUE(op) << printed(op.diagnostics());
  EXPECT_EQ(op->file, "fold.yaml");
  EXPECT_TRUE(op->parameters[0].in_place);
  EXPECT_FALSE(op->parameters[1].in_place);
  EXPECT_FALSE(op->parameters[1].defaults[0].value.usable);
  EXPECT_FALSE(op->rules[0].on_data);
  EXPECT_TRUE(op->rules[1].on_data);
  EXPECT_EQ(op->examples[0].call.op, "fold_spec");
}

TEST(ReadOpSpec, RefusesNamesThatCannotStandInAnId) {
  for (const std::string name : {"\"../evil\"", "\"/abs\"", "\"\"", "\"a*b\"", "\".hidden\"", "\"a b\"", "折叠"}) {
    const auto op = read_op_spec(replaced("operator: fold_spec", "operator: " + name), "fold.yaml", vocabulary());
    ASSERT_FALSE(op) << name;
    EXPECT_THAT(op.diagnostics().front().what, testing::HasSubstr("cannot stand in the id of a case")) << name;
    EXPECT_EQ(op.diagnostics().front().at.line, 1);
  }
}

TEST(ReadOpSpec, KeepsEachFlagOfAParameterApart) {
  struct Flag {
    std::string_view name;
    bool Parameter::*member;
  };
  constexpr Flag flags[] = {{"optional", &Parameter::optional},
                            {"in_place", &Parameter::in_place},
                            {"reserved", &Parameter::reserved},
                            {"keyword_only", &Parameter::keyword_only}};
  for (const Flag& given : flags) {
    const auto op = read_op_spec(replaced("in_place: true", std::string(given.name) + ": true"), "f", vocabulary());
    ASSERT_TRUE(op) << printed(op.diagnostics());
    for (const Flag& flag : flags) EXPECT_EQ(op->parameters[0].*flag.member, flag.name == given.name) << flag.name;
  }
}

TEST(ReadOpSpec, TellsNoneFromTheDtypesOfACell) {
  const auto op = read_op_spec(
      replaced("symbols: {", "rows: [{id: a, cells: {x: int8}}, {id: b, cells: {x: [float32, none]}}]\nsymbols: {"),
      "f", vocabulary());
  ASSERT_TRUE(op) << printed(op.diagnostics());
  EXPECT_FALSE(op->rows[0].cells.at("x").none);
  EXPECT_TRUE(op->rows[1].cells.at("x").none);
  EXPECT_THAT(op->rows[1].cells.at("x").dtypes, ElementsAre(DType::float32));
}

TEST(ReadOpSpec, WantsTheFileAndTheCommitOfWhatAProgramShows) {
  const auto said = [](std::string_view place) {
    return said_of("basis: document,\n     text: {en: odd",
                   "basis: vendor-golden, seen_in: \"" + std::string(place) + "\",\n     text: {en: odd");
  };
  EXPECT_EQ(said("owner/tests@0123abc:fold.py"), "");
  EXPECT_EQ(said("o@0123abcdef:p"), "");
  for (const std::string_view place :
       {"@0123abc:p", "o@0123abc", "o@0123abc:", "o@0123ab:p", "o@0123abg:p", "o@0123abcg:p", "o:p"}) {
    EXPECT_THAT(said(place), HasSubstr("is no place in a program")) << place;
  }
}

TEST(ReadOpSpec, TakesADefaultForUsableUnlessItSaysOtherwise) {
  const auto op = read_op_spec(replaced(", usable: false", ""), "fold.yaml", vocabulary());
  ASSERT_TRUE(op) << printed(op.diagnostics());
  EXPECT_TRUE(op->parameters[1].defaults[0].value.usable);
}

TEST(ReadOpSpec, KeepsHowEachDataSetFills) {
  const auto op = read_op_spec(fold_spec, "fold.yaml", vocabulary());
  ASSERT_TRUE(op) << printed(op.diagnostics());
  std::vector<FillKind> kinds;
  for (const DataSet& set : op->hints.data) {
    if (set.seen.empty()) kinds.push_back(set.fills.at("x").kind);
  }
  EXPECT_EQ(op->hints.data.front().fills.at("x").at.line, 34);
  EXPECT_THAT(kinds, ElementsAre(FillKind::reals, FillKind::distinct, FillKind::bits));
}

TEST(ReadOpSpec, KeepsWhereUsersWereSeen) {
  const auto op = read_op_spec(fold_spec, "fold.yaml", vocabulary());
  ASSERT_TRUE(op) << printed(op.diagnostics());
  EXPECT_EQ(op->hints.data.front().seen, "");
  EXPECT_EQ(op->hints.data.back().seen, "in a shop");
  EXPECT_FALSE(op->hints.data.front().needs_full_tier);
  EXPECT_TRUE(op->hints.data.back().needs_full_tier);
}

constexpr std::string_view shop = "sizes: {S: [2], n: [5]}}\n";

/// Returns the operator with `groups` of sizes.
Result<OpSpec> with_groups(std::string_view groups) {
  return read_op_spec(replaced(shop, std::string(shop) + "  sizes:\n" + std::string(groups)), "fold.yaml",
                      vocabulary());
}

TEST(ReadOpSpec, KeepsWhatAGroupOfSizesBeginsWithAndChooses) {
  const auto op = with_groups(
      "    - {of: {n: classes, axis: classes}}\n"
      "    - {id: wide, text: {en: wide, zh: 宽}, strength: 3, elements: 64, sizes: {n: [8]},\n"
      "       of: {S: [[3]], axis: [1], x: [strided, any]}}\n");
  ASSERT_TRUE(op) << printed(op.diagnostics());
  ASSERT_EQ(op->hints.sizes.size(), 2U);
  const SizeGroup& first = op->hints.sizes[0];
  EXPECT_EQ(first.start.id, "");
  EXPECT_THAT(first.of.at("n"), ElementsAre(Value("classes")));
  EXPECT_THAT(first.of.at("axis"), ElementsAre(Value("classes")));
  const SizeGroup& wide = op->hints.sizes[1];
  EXPECT_EQ(wide.start.id, "wide");
  EXPECT_EQ(wide.strength, 3U);
  EXPECT_EQ(wide.most_elements, 64);
  EXPECT_THAT(wide.start.sizes.at("n"), ElementsAre(8));
  EXPECT_THAT(wide.of.at("S"), ElementsAre(Value(Shape{3})));
  EXPECT_THAT(wide.of.at("axis"), ElementsAre(Value(std::int64_t{1})));
  EXPECT_THAT(wide.of.at("x"), ElementsAre(Value("strided"), Value("any")));
}

TEST(ReadOpSpec, TakesAListOfSizesForEveryKindOfNumbersAndForNoWord) {
  const auto of = [](std::string_view kind) {
    std::string text = replaced(
        "symbols: {", "  - {key: other, kind: " + std::string(kind) + ", text: {en: other, zh: 另}}\nsymbols: {");
    text.insert(text.find(shop) + shop.size(), "  sizes:\n    - {of: {other: classes}}\n");
    const auto op = read_op_spec(text, "fold.yaml", vocabulary());
    return op ? std::get<std::string>(op->hints.sizes[0].of.at("other")[0]) : printed(op.diagnostics());
  };
  EXPECT_EQ(of("integer_list"), "classes");
  EXPECT_EQ(of("integer_pair"), "classes");
  EXPECT_THAT(of("word"), HasSubstr("a word stands where a list"));
}

struct BadGroup {
  std::string_view name, text, says;
};

class BadGroups : public testing::TestWithParam<BadGroup> {};

TEST_P(BadGroups, AreRefused) {
  const auto op = with_groups("    - {" + std::string(GetParam().text) + "}\n");
  ASSERT_FALSE(op);
  EXPECT_THAT(printed(op.diagnostics()), HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    ReadOpSpec, BadGroups,
    testing::Values(BadGroup{"Data", "data: ends, of: {n: [1]}", "has no key 'data'"},
                    BadGroup{"Name", "of: {q: [1]}", "unknown free symbol or parameter 'q'"},
                    BadGroup{"Classes", "of: {n: clases}", "unknown list of sizes 'clases'"},
                    BadGroup{"Shape", "of: {x: [anny]}", "unknown shape of x 'anny'"},
                    BadGroup{"Strength", "id: wide, text: {en: w, zh: 宽}, strength: 4, of: {n: [1]}",
                             "unknown strength '4'"},
                    BadGroup{"Taken", "id: ends, text: {en: w, zh: 宽}, of: {n: [1]}", "the id 'ends' is taken"},
                    BadGroup{"Unnamed", "strength: 3, of: {n: [1]}", "a map 'sizes' has no key 'strength'"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(ReadOpSpec, RefusesATruthInQuotes) {
  EXPECT_THAT(said_of("in_place: true", "in_place: 'true'"), HasSubstr("'true' is neither true nor false"));
  EXPECT_THAT(said_of("in_place: true", "in_place: maybe"), HasSubstr("'maybe' is neither true nor false"));
}

TEST(ReadOpSpec, RefusesTwoOfOneId) {
  struct Twice {
    std::string_view from;
    std::string_view to;
  };
  constexpr Twice rows[] = {
      {"[*S, n]\"}]", "[*S, n]\"}, {id: any, as: \"[n]\"}]"},
      {"examples:\n", "examples:\n  - {id: one, call: {arguments: {x: {dtype: int8, shape: [2]}}}}\n"},
      {"contradictions:\n",
       "contradictions:\n  - {id: odd, kind: documents-disagree, subject: x, statements: [list, row],\n"
       "     basis: document, text: {en: a, zh: 甲}, resolution: {en: b, zh: 乙}}\n"},
      {"open:\n", "open:\n  - {id: why, question: {en: so, zh: 故}}\n"},
      {"{id: away,", "{id: even,"},
      {"  - {id: plain, formula",
       "  - {id: plain, formula: out = x, text: {en: a, zh: 甲}, basis: document}\n"
       "  - {id: plain, formula"},
      {"    - {id: words,", "    - {id: ends,"},
      {"    - {id: shop,", "    - {id: ends,"},
      {"outputs: [", "outputs: [{name: out, dtype: [{value: \"dtype(x)\"}], shape: [{value: \"shape(x)\"}]}, "},
      {"{id: x.small,", "{id: axis.inside,"},
  };
  for (const Twice& row : rows) EXPECT_THAT(said_of(row.from, row.to), HasSubstr("is taken")) << row.to;
}

TEST(ReadOpSpec, WantsTheTwoEndsOfAFill) {
  EXPECT_THAT(said_of("{distinct: [-3, 3]}", "{distinct: [-3]}"), HasSubstr("'distinct' has 1 ends"));
  EXPECT_THAT(said_of("{reals: [-1, 1]}", "{reals: [-1, 1, 2]}"), HasSubstr("'reals' has 3 ends"));
}

TEST(ReadOpSpec, PointsAtTheNameInAFormula) {
  EXPECT_THAT(said_of("formula: out = x + 9", "formula: out = x + y"), HasSubstr("unknown"));
  const auto at_of = [](std::string_view formula) {
    const auto read = read_op_spec(replaced("formula: out = x + 9", formula), "f", vocabulary());
    return read ? 0 : read.diagnostics()[0].at.column;
  };
  EXPECT_EQ(at_of("formula: out = x + z"), 36);
  EXPECT_EQ(at_of("formula: 'out = x + z'"), 37) << "the quote counts";
}

}  // namespace
}  // namespace npu_cts::reader
