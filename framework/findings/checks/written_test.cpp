// Seeded faults: a law without a fault, and one line changed at a time. Each fault is found by its check and by no
// other; written.golden holds what is said of each. With NPU_CTS_BLESS=1 it is written instead; read the difference.
#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "framework/findings/checks/check.h"
#include "framework/findings/checks/check_testing.h"
#include "framework/reader/read_spec.h"

namespace npu_cts {
namespace {

using testing_laws::Edited;
using testing_laws::Fault;
using testing_laws::here;
using testing_laws::law;
using testing_laws::read;
using testing_laws::text_of;
using testing_laws::written_said;
namespace fs = std::filesystem;

const std::vector<Fault> faults{
    {"ParameterMissingInSignature", "signature-mismatch", law, "(x, z, *,", "(x, *,"},
    {"NameWithoutParameter", "signature-mismatch", law, "(x, z, *,", "(x, z, w, *,"},
    {"SignatureDefaultDiffers", "signature-mismatch", law, "axis=0", "axis=1"},
    {"SignatureWithoutStar", "signature-mismatch", law, "z, *, axis", "z, axis"},
    {"ListedDtypeInNoRow", "dtypes-not-in-rows", law, "dtypes: [{are: [int8, float16]}]",
     "dtypes: [{are: [int8, float16, int32]}]"},
    {"RowDtypeNotListed", "dtypes-not-in-rows", law, "z: int8}", "z: [int8, int32]}"},
    {"RowListedTwice", "subsumed-row", law, "  - {id: r2,", "  - {id: r0, cells: {x: int8, z: int8}}\n  - {id: r2,"},
    {"RowInsideAnother", "subsumed-row", law, "  - {id: r2, cells: {x: float16,",
     "  - {id: r0, cells: {x: [int8, float16], z: int8}}\n  - {id: r2, cells: {x: float16,"},
    {"SecondDefaultNeverCounts", "shadowed-entry", law, "{en: the axis, zh: 轴}, defaults: [{is: 0}]",
     "{en: the axis, zh: 轴}, defaults: [{is: 0}, {is: 0, since: \"2.0\"}]"},
    {"DtypesForOneProductOnlyAfterAll", "shadowed-entry", law, "shapes: [{id: any, as: \"[n]\"}]",
     "formats: [{are: [ND]}, {are: [NCHW], products: [red_chip]}]\n    shapes: [{id: any, as: \"[n]\"}]"},
    {"FormatsForgottenInTheMiddle", "dated-gap", law, "shapes: [{id: any, as: \"[n]\"}]",
     "formats: [{are: [ND], until: \"1.0\"}, {are: [NCHW], since: \"3.0\"}]\n    shapes: [{id: any, as: \"[n]\"}]"},
    {"RuleForAnUnsupportedProduct", "never-applies", law, "support: [{state: supported}]",
     "  - {name: second, dtype: [{is: int8}], shape: [{is: \"[n]\"}]}\nsupport: [{state: supported, "
     "products: [red_chip]}]\nfreedoms:\n  - {id: late, products: [blue_chip], models: [{id: a, basis: document, text: "
     "{en: a, zh: a}}, {id: b, basis: document, text: {en: b, zh: b}}]}"},
    {"SameRuleTwice", "duplicate-rule", law, "outputs:",
     "  - {id: axis.again, phase: attribute, must: \"axis >= 0\", text: {en: not below zero, zh: 非负}}\noutputs:"},
    {"RuleOfNumbersAlone", "constant-rule", law, "axis >= 0", "1 >= 0"},
    {"ReservedIsRefused", "reserved-with-rule", law, "axis >= 0", "axis >= 0 and unused == 0"},
    {"SymbolForNothing", "unused-symbol", law, "n: \"last(x)\"}", "n: \"last(x)\", m: \"last(z)\"}"},
    {"PageOfAnotherRelease", "page-mismatch", law, "\"1.0\": [b-1], \"2.0\": [b-2]", "\"1.0\": [b-2], \"2.0\": [b-1]"},
    {"PageNotListed", "page-mismatch", law, "[b-3, b-3-zh]", "[b-3]"},
    {"SupportOnNoSentence", "uncited-support", "documents/blend.yaml", "encodes: [x, support]", "encodes: [x]"},
    {"ExampleOfTwoValues", "degenerate-example", law, "cycle: [1, 2, 3]", "cycle: [-1, 0]"},
    {"ExampleOfOneValue", "degenerate-example", law, "cycle: [1, 2, 3]", "uniform: [\"7\", \"7\"]"},
    {"ExampleBeyondMemory", "size-overflow", law, "shape: [4]}, z", "shape: [2199023255552]}, z"},
    {"QuestionOfNobody", "unused-question", law, "open:\n",
     "open:\n  - {id: idle, ask: {en: is it, zh: 是否}, found: somebody said so}\n"},
    {"FreedomOfOne", "single-model", law, "contradictions: []",
     "freedoms:\n  - {id: lonely, models: [{id: a, basis: document, text: {en: a, zh: a}}]}"},
    {"UndefinedForNoReason", "undisposed-behaviour", law, "must: \"axis >= 0\",",
     "must: \"axis >= 0\", otherwise: undefined,"},
    {"UncheckedForNoReason", "undisposed-behaviour", law, "must: \"axis >= 0\",",
     "must: \"axis >= 0\", otherwise: unchecked,"},
    {"SupportThatIsAQuestion", "question-on-promise", law, "state: supported", "state: supported, question: why"},
    {"RuleOnAnOpenSentence", "question-on-promise", "documents/blend.yaml", "encodes: []", "encodes: [axis.low]"},
    {"RowTakenBack", "documents-disagree", law, "  - {id: r2,",
     "  - {id: r3, until: \"2.0\", cells: {x: int8, z: float16}}\n  - {id: r2,"},
    {"RuleTakenBack", "documents-disagree", law, "must: \"axis >= 0\",", "must: \"axis >= 0\", until: \"1.0\",",
     "axis.low"},
    {"RuleSaidOtherwise", "documents-disagree", law, "  - {id: axis.low, phase: attribute, must: \"axis >= 0\",",
     "  - {id: axis.early, phase: attribute, must: \"axis >= 1\", until: \"1.0\", text: {en: above zero, "
     "zh: "
     "为正}}\n  - {id: axis.low, phase: attribute, must: \"axis >= 0\", since: \"2.0\",",
     "axis.early, axis.low"},
    {"ShapeTakenBack", "documents-disagree", law, "shapes: [{id: any, as: \"[n]\"}]",
     "shapes: [{id: any, as: \"[n]\"}, {id: more, as: \"[2, n]\", until: \"2.0\"}]"},
    {"ProductMore", "documents-disagree", law, "support: [{state: supported}]",
     "support: [{state: supported, until: \"1.0\", products: [red_chip]}, {state: supported, "
     "since: \"2.0\"}]"},
    {"ProductLess", "documents-disagree", law, "support: [{state: supported}]",
     "support: [{state: supported, until: \"2.0\"}, {state: supported, since: \"3.0\", "
     "products: "
     "[blue_chip]}]"},
    {"ResultOfAnotherDtype", "documents-disagree", law, "dtype: [{is: \"dtype(x)\"}]",
     "dtype: [{is: \"dtype(x)\", until: \"2.0\"}, {is: int8, since: \"3.0\"}]", "out.dtype"},
    {"ResultOfAnotherShape", "documents-disagree", law, "shape: [{is: \"shape(x)\"}]",
     "shape: [{is: \"shape(x)\", until: \"2.0\"}, {is: \"[n]\", since: \"3.0\"}]", "out.shape"},
    {"ResultInAnExampleOnly", "documents-disagree", law, "dtype: [{is: \"dtype(x)\"}]",
     "dtype: [{is: \"dtype(x)\", modes: [eager]}, {is: int8, modes: [graph]}]", "out.dtype@eager",
     "out.dtype@graph_static"},
    {"SentenceAgainstTheTable", "documents-disagree", law, "rules:",
     "rules:\n  - {id: x.whole, phase: dtype, must: \"dtype(x) != float16\", text: {en: a whole number, zh: 整数}}"},
    {"OneEditionIsSilent", "documents-disagree", "documents/blend.yaml", "[b-1, b-2, b-3, b-3-zh], place: \"function",
     "[b-1, b-2, b-3], place: \"function"},
    {"ContradictionOfNoKind", "contradiction-not-found", law, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: odd-kind, about: axis, parties: [page, code], basis: document,\n    "
     " text: {en: odd, zh: 异}, ruling: {en: even, zh: 偶}}"},
    {"NumbersDiffer", "translation-mismatch", law, "以 16 为", "以 32 为"},
    {"DtypeInEnglishOnly", "translation-mismatch", law, "en: the first", "en: the first int8"},
    {"DoubledWord", "markup-artefact", law, "en: the first", "en: the NDND first"},
    {"EscapedEntity", "markup-artefact", law, "en: the first", "en: the&nbsp;first"},
    {"CombiningAccent", "not-normalized", law, "en: the first", "en: the cafe\xCC\x81"},
    {"StaleContradiction", "contradiction-not-found", law, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: single-model, about: lonely, parties: [page, code], basis: document,\n    "
     " text: {en: odd, zh: 异}, ruling: {en: even, zh: 偶}}"},
    {"AliasOfTwoProducts", "ambiguous-alias", "products.yaml", "Blue 7", "Red 100"},
};

TEST(WrittenChecks, FindNothingInTheBase) { EXPECT_EQ(text_of(Edited(nullptr).said(written_said)), ""); }

class SeededFault : public testing::TestWithParam<Fault> {};

TEST_P(SeededFault, IsFoundByItsCheckAndNoOther) {
  const Diagnostics found = Edited(&GetParam()).said(written_said);
  EXPECT_FALSE(found.empty()) << "accepted";
  for (const Diagnostic& one : found) EXPECT_EQ(info_of(one.kind).name, GetParam().kind) << to_text(one);
}

INSTANTIATE_TEST_SUITE_P(WrittenChecks, SeededFault, testing::ValuesIn(faults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(WrittenChecks, SayWhatStandsInTheGolden) {
  std::string got;
  for (const Fault& fault : faults) {
    got += "# " + std::string(fault.name) + "\n" + text_of(Edited(&fault).said(written_said)) + "\n";
  }
  if (std::getenv("NPU_CTS_BLESS") != nullptr) std::ofstream(here / "written.golden", std::ios::binary) << got;
  EXPECT_EQ(got, read(here / "written.golden"));
}

TEST(WrittenChecks, EachHasASeededFault) {
  std::set<std::string_view> seeded;
  for (const Fault& fault : faults) seeded.insert(fault.kind);
  for (const auto& check : written_checks()) EXPECT_TRUE(seeded.contains(check.kind.name)) << check.kind.name;
}

TEST(Contradictions, TakeAwayTheFindingTheyDeclare) {
  const Fault declared{.name = "",
                       .kind = "single-model",
                       .file = law,
                       .from = "contradictions: []",
                       .to =
                           "contradictions:\n  - {id: odd, kind: single-model, about: lonely, parties: [page, code], "
                           "basis: document,\n"
                           "     text: {en: odd, zh: 异}, ruling: {en: even, zh: 偶}}\n"
                           "freedoms:\n  - {id: lonely, models: [{id: a, basis: document, text: {en: a, zh: a}}]}"};
  EXPECT_EQ(text_of(Edited(&declared).said(written_said)), "");
}

}  // namespace
}  // namespace npu_cts
