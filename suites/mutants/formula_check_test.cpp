// SPDX-License-Identifier: Apache-2.0
// Each formula, and each numeric model of a variant, gives the results of the oracle, and its condition says where.

#include <gmock/gmock.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/model/element.h"
#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"
#include "suites/mutants/formula_check.h"
#include "suites/mutants/formula_value.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Formulas, GiveTheResultsOfTheOracleWhereTheyHold) {
  const Spec& spec = spec_under_test();
  for (const OpSpec& op : spec.operators) {
    for (const FormulaFinding& found : check_formulas(spec, op, different_targets(op, same_results_key)))
      ADD_FAILURE() << found.at.file << ":" << found.at.line << ": " << found.fact << ": " << found.says;
  }
}

/// An operator that is invented: each row of x is divided by its sum, which is the second output. The third is 2 x.
constexpr std::string_view shares = R"yaml(operator: shares
form: function
text: {en: divides rows by their sums, zh: 除以各行之和}
pages: {"1.0": []}
signatures: [{value: "(x) -> (Tensor, Tensor)"}]
parameters:
  - {key: x, kind: tensor, text: {en: the rows, zh: 行}, dtypes: [{values: [float16]}], formats: [{values: [ND]}],
     layouts: [{values: [contiguous]}], shapes: [{id: rows, as: "[m, n]"}]}
symbols: {m: "dim(x, 0)", "n": "dim(x, 1)"}
outputs:
  - {name: part, dtype: [{value: float32}], shape: [{value: "[m, n]"}]}
  - {name: total, dtype: [{value: float32}], shape: [{value: "[m]"}]}
  - {name: double, dtype: [{value: float16}], shape: [{value: "[m, n]"}]}
support: [{state: supported}]
formulas:
  - {id: part, formula: "part = x / total", basis: document, text: {en: a share, zh: 份额}}
  - {id: double, formula: "double = x + x", basis: document, text: {en: twice x, zh: 两倍}}
implementation_defined:
  - id: size
    variants:
      - {id: one, basis: document, text: {en: shares of one, zh: 一}}
      - {id: hundred, basis: document, text: {en: shares of a hundred, zh: 百}, formula: "part = x / total * 100"}
hints:
  symbols: {m: [4, 2], "n": [4, 3]}
  data: [{id: default, text: {en: ordinary values, zh: 常规}, fills: {x: {reals: [1, 4]}}}]
)yaml";

Tensor tensor_of_floats(Shape shape, const std::vector<float>& values) {
  Tensor tensor{.type = {.dtype = DType::float32, .shape = std::move(shape)}};
  const auto bytes = std::as_bytes(std::span(values));
  tensor.values.assign(bytes.begin(), bytes.end());
  return tensor;
}

/// Gives its outputs in another order than the spec.
std::vector<NamedTensor> shares_of(const Call& call, const VariantChoice& choice) {
  const Tensor& x = std::get<Tensor>(call.arguments.at("x"));
  Tensor twice = x;
  for (std::size_t i = 0; i < twice.values.size() / 2; ++i)
    set_bits(twice, i, encode(2 * number_at(x, i), DType::float16));
  std::vector<float> part = floats_of(x);
  const auto columns = static_cast<std::size_t>(x.type.shape[1]);
  std::vector<float> total(part.size() / columns, 0.0F);
  for (std::size_t i = 0; i < part.size(); ++i) total[i / columns] += part[i];
  const float size = choice.at("size") == "one" ? 1.0F : 100.0F;
  for (std::size_t i = 0; i < part.size(); ++i) part[i] = part[i] / total[i / columns] * size;
  return {{.name = "total", .tensor = tensor_of_floats({x.type.shape[0]}, total)},
          {.name = "part", .tensor = tensor_of_floats(x.type.shape, part)},
          {.name = "double", .tensor = std::move(twice)}};
}

/// Returns what is found of shares with `from` written as `to`: the facts, with what is said.
std::vector<std::string> found_of_shares(std::string_view from, std::string_view to) {
  std::string text(shares);
  text.replace(text.find(from), from.size(), to);
  Spec spec;
  spec.releases = {"1.0"};
  spec.modes = three_modes();
  spec.products = {{.id = "alpha"}};
  spec.operators = {reader::read_op_spec(text, "shares.yaml", spec).value()};
  const OpSpec& op = spec.operators.front();
  const judging::Oracle oracle = [](const Call& call, const std::vector<VariantChoice>& choices) {
    std::vector<std::vector<NamedTensor>> all;
    for (const VariantChoice& choice : choices) all.push_back(shares_of(call, choice));
    return all;
  };
  std::vector<std::string> found;
  for (const FormulaFinding& one : check_formulas(spec, op, supported_targets(spec, op), oracle))
    found.push_back(one.fact + ": " + one.says);
  return found;
}

TEST(Formulas, MayNameAnOutputThatTheOracleGives) { EXPECT_THAT(found_of_shares("shares", "shares"), IsEmpty()); }

TEST(Formulas, GiveAnyOutput) {
  EXPECT_THAT(found_of_shares("x + x", "x + x + x"),
              ElementsAre(HasSubstr("formulas.double: it does not give the results of shares/")));
}

TEST(Formulas, TakeNoOutputOfTheOracleThatTheyGive) {
  EXPECT_THAT(found_of_shares("x + x", "double + 0"),
              ElementsAre(HasSubstr("formulas.double: no call can compute it")));
}

TEST(Formulas, AreWrongWhereTheyGiveNoOutputUnderAnyVariant) {
  EXPECT_THAT(found_of_shares("part = x / total\"", "part = x / total * 3\""),
              ElementsAre(HasSubstr("formulas.part: it does not give the results of shares/")));
  EXPECT_THAT(found_of_shares("total * 100", "total * 50"),
              ElementsAre(HasSubstr("size.hundred: it does not give the results of shares/")));
}

TEST(FormulaValue, BindsAsPythonDoes) {
  const FormulaNames none = [](std::string_view /*name*/) { return std::optional<FormulaValue>(); };
  const auto number = [&](std::string_view text) { return value_of_formula(text, none, {})->elements.front().low; };
  EXPECT_EQ(number("1 + 2 * 3"), 7);
  EXPECT_EQ(number("(1 + 2) * 3 - -1"), 10);
  EXPECT_EQ(number("(5 & 0x6) | (1 << 3)"), 12);
  EXPECT_EQ(number("clip(300, -128, 127)"), 127);
  EXPECT_EQ(number("int8(300)"), 44);
  EXPECT_FALSE(value_of_formula("sum(1)", none, {}));
  EXPECT_FALSE(value_of_formula("unknown + 1", none, {}));
}

/// Returns a matrix of whole numbers; an operand of '@' where its products along an axis are summed.
FormulaValue matrix(Shape shape, const std::vector<double>& numbers, std::optional<std::size_t> summed_axis = {}) {
  FormulaValue value{.shape = std::move(shape)};
  for (const double number : numbers) value.elements.push_back({number, number});
  value.summed_axis = summed_axis;
  return value;
}

/// Three products in two groups: two of the first, one of the last.
TEST(FormulaValue, SumsOverGroups) {
  const FormulaNames names = [](std::string_view name) -> std::optional<FormulaValue> {
    if (name == "a") return matrix({1, 3}, {1, 2, 3}, 1);
    if (name == "b") return matrix({3, 1}, {10, 20, 30}, 0);
    if (name == "s") return matrix({2, 1}, {2, 5});
    return std::nullopt;
  };
  const auto number = [&](std::string_view text) { return value_of_formula(text, names, {})->elements.front().low; };
  EXPECT_EQ(number("a @ b"), 140);
  EXPECT_EQ(number("sum(a @ b * s)"), 2 * 50 + 5 * 90);
  EXPECT_EQ(number("sum(a @ (b - s))"), 1 * 8 + 2 * 18 + 3 * 25);
  EXPECT_EQ(number("sum(a @ b + s) * 2"), 2 * (140 + 7));
}

}  // namespace
}  // namespace npu_cts::mutants
