// SPDX-License-Identifier: Apache-2.0
// The contradictions of the real spec: none that was once known is lost, each says what it must, and what the pages
// print is what the formulas give.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "framework/ascend/pages/inventory.h"
#include "framework/ascend/pages/lint.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/checks/golden.h"
#include "framework/judge/variants.h"
#include "suites/kernel_oracle.h"
#include "suites/spec_under_test.h"

namespace npu_cts {
namespace {

const expand::Plan& witnesses() {
  static const expand::Plan plan = expand::plan_witnesses(spec_under_test());
  return plan;
}

/// Every record that reading pages, programs and golden functions has brought to light, by operator.
const std::map<std::string, std::vector<std::string>> known{
    {"QuantConv2d",
     {"bias-order", "hidden-positions", "reserved-offset", "ranges-below", "planes-below", "default-format-below",
      "weight-format-word", "wrapper-sentence", "golden-in-float32", "few-values-static-graph"}},
    {"npu_quant_matmul",
     {"float16-offset-unused",
      "float-scale-6.0.0",
      "orphan-group-row",
      "groups-taken-back",
      "group-words-taken-back",
      "float16-bias-unused",
      "per-token-float16-bias",
      "n-of-packed-x2",
      "requantization-formula",
      "offset-given-twice",
      "limit-waived",
      "per-token-on-inference",
      "group-row-in-graphs",
      "undeclared-arguments",
      "output-dtype-type",
      "printed-bfloat16",
      "printed-size-as-code",
      "cast-is-no-transposition",
      "group-check-precedence",
      "int4-per-token-below",
      "empties-below",
      "extra-axis-below",
      "packed-scale-bfloat16-below",
      "packed-typo",
      "emphasis-in-shape",
      "ranks-below",
      "transposed-blocks-below",
      "mixed-widths-below",
      "packed-offset-in-golden",
      "simulator-below",
      "two-ways-for-blocks"}},
    {"npu_quant_scatter_",
     {"default-axis", "default-quant-axis", "other-defaults", "more-products-later", "reduce-in-english",
      "retired-product-name", "reduce-ignored", "fewer-dtypes-below", "index-dtypes-below", "open-interval-below",
      "fewer-ranks-below", "aligned-input-below", "empty-below", "more-products-below", "cast-without-saturation",
      "deterministic-below"}},
    {"npu_trans_quant_param",
     {"stored-at-bit-32", "same-words-with-and-without-rounding", "graph-output-with-and-without-rounding",
      "equal-shapes-dropped", "eager-and-graph-dtype", "offset-given-twice", "grouped-link", "grouped-shapes-refused",
      "result-shape-in-graphs", "older-function-keeps-bits", "inference-products-below", "more-products-later",
      "empties-unsaid", "eager-shape-of-row", "simulator-below"}},
};

bool is_kind(std::string_view name) {
  const std::array engines{findings::written_engine(), findings::planned_engine(), findings::golden_engine({}),
                           ascend::document_engine({})};
  return std::ranges::any_of(engines, [&](const findings::Engine& engine) {
    return std::ranges::any_of(engine.kinds, [&](const Kind& kind) { return info_of(kind).name == name; });
  });
}

/// Returns what `engines` find in the spec and it does not declare.
std::string undeclared(const std::vector<findings::Engine>& engines) {
  std::string said;
  for (const Diagnostic& one : findings::to_diagnostics(findings::find_all(spec_under_test(), engines).value()))
    said += to_text(one);
  return said;
}

TEST(Records, OfWhatWasOnceKnownAreAllThere) {
  for (const auto& [op, ids] : known) {
    const OpSpec* spec = find_operator(spec_under_test(), op);
    ASSERT_NE(spec, nullptr) << op;
    std::set<std::string> there;
    for (const Contradiction& one : spec->contradictions) there.insert(one.id);
    for (const std::string& id : ids) EXPECT_TRUE(there.contains(id)) << op << ": " << id;
  }
}

TEST(Records, HaveStatementsTextResolutionAndBasis) {
  for (const OpSpec& op : spec_under_test().operators) {
    for (const Contradiction& one : op.contradictions) {
      EXPECT_FALSE(one.statements.empty()) << one.id;
      EXPECT_FALSE(one.text.en.empty() || one.text.zh.empty()) << one.id;
      EXPECT_FALSE(one.resolution.en.empty() || one.resolution.zh.empty()) << one.id;
      EXPECT_FALSE(one.basis.empty()) << one.id;
    }
  }
}

TEST(Records, AreFoundByChecksUnlessOneSideStandsOnNoPage) {
  std::map<std::string, std::size_t> kinds;
  for (const OpSpec& op : spec_under_test().operators) {
    for (const Contradiction& one : op.contradictions) ++kinds[one.kind];
  }
  EXPECT_GE(kinds["documents-disagree"], 15U);
  for (const auto& check : ascend::lint_checks()) EXPECT_GE(kinds[std::string(check.kind.name)], 1U);
  for (const auto& [kind, count] : kinds) {
    EXPECT_TRUE(kind == "code-disagrees" || is_kind(kind)) << count << " of " << kind;
  }
}

TEST(Records, ThatAreFoundHaveAWitness) {
  BoundSpecs bound(spec_under_test());
  for (const OpSpec& op : spec_under_test().operators) {
    const findings::Examined examined{.spec = spec_under_test(), .op = op, .plan = witnesses(), .bound = bound};
    for (const Contradiction& one : op.contradictions) {
      if (one.kind != "documents-disagree" && one.kind != "default-breaks-rule" && one.kind != "dtypes-not-in-rows")
        continue;
      EXPECT_TRUE(findings::witness_of(examined, one).has_value()) << op.name << ": " << one.id;
    }
  }
}

TEST(PrintedOutputs, AreWhatTheFormulasGive) {
  std::size_t printed = 0;
  for (const OpSpec& op : spec_under_test().operators) {
    printed += static_cast<std::size_t>(
        std::ranges::count_if(op.examples, [](const Example& example) { return !example.golden.empty(); }));
  }
  EXPECT_GE(printed, 1U);
  BoundSpecs specs(spec_under_test());
  const findings::Engine engine = findings::golden_engine(
      [&](const Call& call) { return kernel_oracle()(call, judging::variant_choices(*specs.find(call), call)); });
  EXPECT_EQ(undeclared({findings::unasked(findings::written_engine()), findings::unasked(findings::planned_engine()),
                        ascend::document_engine({}), engine}),
            "");
}

TEST(WrittenChecks, FindNothingUndeclaredInTheSpec) {
  EXPECT_EQ(undeclared({findings::written_engine(), findings::unasked(findings::planned_engine()),
                        ascend::document_engine({}), findings::golden_engine({})}),
            "");
}

}  // namespace
}  // namespace npu_cts
