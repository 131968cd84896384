// SPDX-License-Identifier: Apache-2.0
// Seeded faults that only a proof finds: the base spec of framework/findings/checks with an edit each. findings.golden
// holds what is said of them; with NPU_CTS_BLESS=1 it is written instead.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "framework/findings/findings.h"
#include "framework/findings/prove/prove.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::findings {
namespace {

namespace fs = std::filesystem;

const fs::path source = NPU_CTS_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct SeededSpec {
  std::string_view name;
  std::string_view from;
  std::string_view to;
  std::string_view kind;  ///< of what is found; empty: nothing is
};
void PrintTo(const SeededSpec& one, std::ostream* out) { *out << one.name; }

constexpr std::string_view text_of_rule = ", text: {en: so, zh: 如此}}\noutputs:";

const std::vector<SeededSpec> seeded{
    {"Base", "", "", ""},
    {"RuleThatALowerLimitImplies", "outputs:", "  - {id: x.some, phase: shape, require: \"n >= 1\"", "redundant-rule"},
    {"HigherLimitThatImpliesNothing", "outputs:", "  - {id: x.few, phase: shape, require: \"n <= 9\"", ""},
    {"RuleThatAWeakerOneImplies",
     "outputs:", "  - {id: x.longer, phase: shape, on_violation: undefined, require: \"n >= 3\"", ""},
    {"RuleThatTwoOthersImply", "outputs:",
     "  - {id: x.even, phase: shape, require: \"n % 2 == 0\", text: {en: so, zh: 如此}}\n"
     "  - {id: x.third, phase: shape, require: \"n % 3 == 0\", text: {en: so, zh: 如此}}\n"
     "  - {id: x.sixth, phase: shape, require: \"n % 6 == 0\"",
     "redundant-rule"},
    {"RuleInOtherWords", "outputs:", "  - {id: axis.again, phase: attribute, require: \"not (axis < 0)\"",
     "redundant-rule"},
    {"RowThatARuleExcludes", "outputs:", "  - {id: x.narrow, phase: dtype, require: \"dtype(x) != float16\"",
     "unsatisfiable-spec"},
    {"ShapeThatNoCallHas", "as: \"[n]\"}]", "as: \"[n]\"}, {id: less, as: \"[n]\", when: \"n < 0\"}]",
     "unsatisfiable-spec"},
    {"RuleOnValues", "outputs:", "  - {id: z.rising, phase: data, require: \"at(z, 0) <= at(z, 1)\"", "not-proved"},
    {"ListsOfTensorsOfOneDtype",
     "rows:\n  - {id: r1, cells: {x: int8, z: int8}}\n  - {id: r2, cells: {x: float16, z: float16}}\nrules:\n",
     "rules:\n  - {id: z.same, phase: dtype, require: \"dtype(z) == dtype(x)\", text: {en: so, zh: 如此}}\n", ""},
};

/// Returns the base with the edit of `one`.
Spec spec_of(const SeededSpec& one) {
  Spec spec = reader::read_spec(source / "framework/findings/checks/base").value();
  std::string text = read(source / "framework/findings/checks/base/ops/blend.yaml");
  if (!one.from.empty()) {
    const bool is_rule = one.from == "outputs:";
    text.replace(text.find(one.from), one.from.size(), std::string(one.to) + std::string(is_rule ? text_of_rule : ""));
  }
  const Result<OpSpec> op = reader::read_op_spec(text, "ops/blend.yaml", spec);
  EXPECT_TRUE(op) << to_text(op.diagnostics().front(), text);
  spec.operators = {*op};
  return spec;
}

/// Returns what the solver finds in `spec`, by place, with what it declares suppressed.
Findings said_of(const Spec& spec) {
  const Engine solver{
      .run = [](const Spec& one) -> Result<EngineAnswer> { return EngineAnswer{.found = prove_spec(one)->found}; }};
  return find_all(spec, std::array{solver}).value();
}

class Seeded : public testing::TestWithParam<SeededSpec> {};

TEST_P(Seeded, IsFoundAndNothingElse) {
  const Result<Proof> proof = prove_spec(spec_of(GetParam()));
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->found.empty(), GetParam().kind.empty());
  for (const Finding& found : proof->found) EXPECT_EQ(info_of(found.kind).name, GetParam().kind) << found.what;
}

INSTANTIATE_TEST_SUITE_P(Specs, Seeded, testing::ValuesIn(seeded),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Seeded, SaysWhatIsInTheGolden) {
  std::string said;
  for (const SeededSpec& one : seeded) {
    said += "== " + std::string(one.name) + "\n";
    for (const Diagnostic& found : to_diagnostics(said_of(spec_of(one)))) said += to_text(found);
  }
  const fs::path golden = source / "framework/findings/prove/findings.golden";
  if (std::getenv("NPU_CTS_BLESS") != nullptr) std::ofstream(golden, std::ios::binary) << said;
  EXPECT_EQ(said, read(golden));
}

TEST(DeclaredContradiction, TakesAwayTheRowThatARuleExcludes) {
  Spec spec = spec_of(seeded[6]);
  Contradiction declared;
  declared.kind = "code-disagrees";
  declared.subject = "x.narrow";
  spec.operators[0].contradictions.push_back(declared);
  const Findings found = said_of(spec);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].suppressed);
}

}  // namespace
}  // namespace npu_cts::findings
