// SPDX-License-Identifier: Apache-2.0
// Printed outputs against an invented formula: an operator that adds one.
#include "framework/findings/checks/golden.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::findings {
namespace {

constexpr std::string_view spec_text = R"yaml(operator: next
form: function
text: {en: adds one, zh: 加一}
pages: {"1.0": []}
signatures: [{value: "(x) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: the numbers, zh: 数}, dtypes: [{values: [int32]}]}
outputs: [{name: out, dtype: [{value: int32}], shape: [{value: "shape(x)"}]}]
support: [{state: supported}]
examples:
  - id: shown
    call: {arguments: {x: {dtype: int32, shape: [3]}}}
    fills: {x: {cycle: [4, -3, 7]}}
    golden: [5, -2, 8]
)yaml";

constexpr std::string_view declared = R"yaml(contradictions:
  - {id: odd, kind: golden-not-reproduced, subject: shown, statements: [page], basis: example,
     text: {en: the output is odd, zh: 异}, resolution: {en: the formula holds, zh: 以公式为准}}
)yaml";

std::vector<NamedTensor> plus(const Call& call, std::int32_t added) {
  Tensor out = std::get<Tensor>(call.arguments.at("x"));
  for (std::size_t at = 0; at < out.values.size(); at += sizeof(added)) {
    std::int32_t value = 0;
    std::memcpy(&value, &out.values[at], sizeof(value));
    value += added;
    std::memcpy(&out.values[at], &value, sizeof(value));
  }
  return {{.name = "out", .tensor = out}};
}

/// Returns what is said of the spec with `from` written as `to`, by a formula that adds one of `added`.
std::string said(std::string_view from, std::string_view to, std::string_view more,
                 const std::vector<std::int32_t>& added,
                 std::vector<NamedTensor> (*add)(const Call&, std::int32_t) = plus) {
  std::string text = std::string(spec_text) + std::string(more);
  text.replace(text.find(from), from.size(), to);
  Spec spec;
  spec.releases = {"1.0"};
  spec.modes = three_modes();
  spec.products = {{.id = "alpha"}};
  spec.operators = {reader::read_op_spec(text, "next.yaml", spec).value()};
  std::string found;
  const Engine engine = golden_engine([&](const Call& call) {
    std::vector<std::vector<NamedTensor>> outputs;
    for (const std::int32_t one_more : added) outputs.push_back(add(call, one_more));
    return outputs;
  });
  for (const Diagnostic& one : to_diagnostics(find_all(spec, std::array{engine}).value())) found += to_text(one);
  return found;
}

TEST(Goldens, AreReproducedByTheFormula) { EXPECT_EQ(said("next", "next", "", {1}), ""); }

TEST(Goldens, AreReproducedByOneOfSeveralVariants) { EXPECT_EQ(said("next", "next", "", {2, 1}), ""); }

/// As plus, behind an output of the same shape that comes first in the formula and second in the spec.
std::vector<NamedTensor> plus_behind_another(const Call& call, std::int32_t added) {
  return {{.name = "other", .tensor = plus(call, 70).front().tensor}, plus(call, added).front()};
}

TEST(Goldens, AreOfTheFirstOutputOfTheSpecWhateverTheFormulaGivesFirst) {
  constexpr std::string_view first = "shape(x)\"}]}";
  constexpr std::string_view both =
      "shape(x)\"}]}, {name: other, dtype: [{value: int32}], shape: [{value: \"shape(x)\"}]}";
  EXPECT_EQ(said(first, both, "", {1}, plus_behind_another), "");
  EXPECT_NE(said(first, both, "", {2}, plus_behind_another), "");
}

TEST(Goldens, AreNotReproducedByAFormulaThatDoesNotGiveTheOutput) {
  EXPECT_NE(said("name: out", "name: sum", "", {1}), "");
}

TEST(Goldens, AreLeftAloneWhereNobodyKnowsTheFormula) { EXPECT_EQ(said("[5, -2", "[6, -2", "", {}), ""); }

TEST(Goldens, MayBeDeclaredToContradictTheFormula) { EXPECT_EQ(said("[5, -2", "[6, -2", declared, {1}), ""); }

TEST(Goldens, SayWhatStandsInTheGolden) {
  std::string got = said("8]", "9]", "", {1});          // one element is another
  got += said("-2, 8]", "-2]", "", {1});                // an element is missing
  got += said("[5, -2", "[5, 4294967294", "", {2, 1});  // the sign is lost
  got += said("next", "next", declared, {1});           // declared, and not so
  const std::string path = std::string(NPU_CTS_SOURCE_DIR) + "/framework/findings/checks/outputs.golden";
  if (std::getenv("NPU_CTS_BLESS") != nullptr) std::ofstream(path, std::ios::binary) << got;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream want;
  want << in.rdbuf();
  EXPECT_EQ(got, want.str());
}

}  // namespace
}  // namespace npu_cts::findings
