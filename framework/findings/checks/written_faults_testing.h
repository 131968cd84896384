// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/findings/checks/check_testing.h"

/// The seeded faults of the written checks, each one edit of the base, and edits that are no fault.
namespace npu_cts::findings::testing_specs {

/// The base from its last row to its contradictions.
inline std::string from_rows_on(std::string_view rows, std::string_view contradictions) {
  constexpr std::string_view between = R"yaml(rules:
  - {id: x.long, phase: shape, require: "n >= 2", text: {en: at least two, zh: 至少两个}}
  - {id: axis.low, phase: attribute, require: "axis >= 0", text: {en: not below zero, zh: 非负}}
outputs:
  - {name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "shape(x)"}]}
support: [{state: supported}]
examples:
  - modes: [eager]
    id: shown
    call: {arguments: {x: {dtype: int8, shape: [4]}, z: {dtype: int8, shape: [4]}, axis: 1}}
    fills: {x: {cycle: [1, 2, 3]}}
open:
  - {id: why, leaves_open: results, question: {en: why so, zh: 为何}, found: nothing}
contradictions:)yaml";
  return std::string(rows) + std::string(between) + std::string(contradictions);
}

inline const std::string as_in_the_base = from_rows_on("  - {id: r2, cells: {x: float16, z: float16}}\n", " []");

/// The same with a row that a later release narrows, as declared.
inline const std::string with_a_narrower_row = from_rows_on(
    R"yaml(  - {id: r2, until: "2.0", cells: {x: float16, z: [float16, int8]}}
  - {id: r3, since: "3.0", cells: {x: float16, z: float16}}
)yaml",
    R"yaml(
  - {id: odd, kind: documents-disagree, subject: r2, statements: [page], basis: document,
     text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}})yaml");

inline const std::vector<Fault> faults{
    {"ParameterMissingInSignature", "signature-mismatch", spec_file, "(x, z, *,", "(x, *,"},
    {"NameWithoutParameter", "signature-mismatch", spec_file, "(x, z, *,", "(x, z, w, *,"},
    {"SignatureDefaultDiffers", "signature-mismatch", spec_file, "axis=0", "axis=1"},
    {"SignatureOfAnotherWord", "signature-mismatch", spec_file, "unused=0) -> Tensor\"}]\nparameters:",
     "unused=0, how='firs') -> Tensor\"}]\nparameters:\n  - {key: how, kind: word, keyword_only: true, reserved: true, "
     "text: {en: how, zh: 方式}, defaults: [{value: first}]}"},
    {"SignatureOfAnotherTruth", "signature-mismatch", spec_file, "unused=0) -> Tensor\"}]\nparameters:",
     "unused=0, fast=True) -> Tensor\"}]\nparameters:\n  - {key: fast, kind: boolean, keyword_only: true, reserved: "
     "true, text: {en: fast, zh: 快}, defaults: [{value: false}]}"},
    {"SignatureThatIsNotClosed", "signature-mismatch", spec_file, "unused=0) ->", "unused=0 ->"},
    {"SignatureClosedTwice", "signature-mismatch", spec_file, "unused=0) ->", "unused=0)) ->"},
    {"SignatureOfOtherBrackets", "signature-mismatch", spec_file, "unused=0) ->", "unused=[0)] ->"},
    {"SignatureWithoutABeginning", "signature-mismatch", spec_file, "(x, z, *,", "x, z, *,"},
    {"SignatureOfTwoResults", "signature-mismatch", spec_file, "-> Tensor\"", "-> (Tensor(a!), Tensor?)\""},
    {"SignatureOfNoResult", "signature-mismatch", spec_file, "-> Tensor\"", "->\""},
    {"SignatureOfAResultThatIsNoType", "signature-mismatch", spec_file, "-> Tensor\"", "-> Tensor)\""},
    {"SignatureOfAnotherArrow", "signature-mismatch", spec_file, "-> Tensor\"", "=> Tensor\""},
    {"SignatureWithoutStar", "signature-mismatch", spec_file, "z, *, axis", "z, axis"},
    {"NoneByNoDefault", "signature-mismatch", spec_file, "axis, kind: integer,",
     "axis, kind: integer, optional: true,"},
    {"WrittenAndNoOutput", "in-place-mismatch", spec_file, "key: z\n    kind: tensor",
     "key: z\n    in_place: true\n    kind: tensor"},
    {"OutputThatIsNotWritten", "in-place-mismatch", spec_file, "{name: out, dtype", "{name: out, alias: x, dtype"},
    {"ListedDtypeInNoRow", "dtypes-not-in-rows", spec_file, "dtypes: [{values: [int8, float16]}]",
     "dtypes: [{values: [int8, float16, int32]}]"},
    {"RowDtypeNotListed", "dtypes-not-in-rows", spec_file, "z: int8}", "z: [int8, int32]}"},
    {"RowListedTwice", "subsumed-row", spec_file, "  - {id: r2,",
     "  - {id: r0, cells: {x: int8, z: int8}}\n  - {id: r2,"},
    {"RowInsideAnother", "subsumed-row", spec_file, "  - {id: r2, cells: {x: float16,",
     "  - {id: r0, cells: {x: [int8, float16], z: int8}}\n  - {id: r2, cells: {x: float16,"},
    {"SecondDefaultNeverCounts", "shadowed-entry", spec_file, "{en: the axis, zh: 轴}, defaults: [{value: 0}]",
     "{en: the axis, zh: 轴}, defaults: [{value: 0}, {value: 0, since: \"2.0\"}]"},
    {"DtypesForOneProductOnlyAfterAll", "shadowed-entry", spec_file, "shapes: [{id: any, as: \"[n]\"}]",
     "formats: [{values: [ND]}, {values: [NCHW], products: [red_chip]}]\n    shapes: [{id: any, as: \"[n]\"}]"},
    {"DtypesForAllBehindThoseOfAProduct", "shadowed-entry", spec_file, "shapes: [{id: any, as: \"[n]\"}]",
     "formats: [{values: [NCHW], products: [red_chip]}, {values: [ND]}]\n    shapes: [{id: any, as: \"[n]\"}]"},
    {"CellOfSupportThatNeverCounts", "shadowed-entry", spec_file, "support: [{state: supported}]",
     "support: [{state: supported}, {state: supported, since: \"2.0\"}]"},
    {"FormatsForgottenInTheMiddle", "dated-gap", spec_file, "shapes: [{id: any, as: \"[n]\"}]",
     "formats: [{values: [ND], until: \"1.0\"}, {values: [NCHW], since: \"3.0\"}]\n    shapes: [{id: any, as: "
     "\"[n]\"}]"},
    {"FormatsForgottenForAProduct", "dated-gap", spec_file, "shapes: [{id: any, as: \"[n]\"}]",
     "formats: [{values: [ND], products: [red_chip]}]\n    shapes: [{id: any, as: \"[n]\"}]"},
    {"RuleForAnUnsupportedProduct", "never-applies", spec_file, "support: [{state: supported}]",
     "support: [{state: supported, "
     "products: [red_chip]}, {state: unsupported, products: [blue_chip]}]\nimplementation_defined:\n  - {id: late, "
     "products: [blue_chip], variants: [{id: a, basis: "
     "convention, text: "
     "{en: a, zh: a}}, {id: b, basis: convention, text: {en: b, zh: b}}]}"},
    {"FormulaForAnUnsupportedProduct", "never-applies", spec_file, "support: [{state: supported}]",
     "support: [{state: supported, products: [red_chip]}, {state: unsupported, products: [blue_chip]}]\nformulas:\n  - "
     "{id: late, products: [blue_chip], formula: "
     "out = x, "
     "basis: convention, text: {en: a, zh: a}}"},
    {"SameRuleTwice", "duplicate-rule", spec_file, "outputs:",
     "  - {id: axis.again, phase: attribute, require: \"axis >= 0\", text: {en: not below zero, zh: 非负}}\noutputs:"},
    {"RuleOfNumbersAlone", "constant-rule", spec_file, "axis >= 0", "1 >= 0"},
    {"RuleOfAllEntriesButTheFirst", "skipped-entry", spec_file, "phase: attribute, require: \"axis >= 0\"",
     "phase: data, require: \"axis >= 0 and all(i in 1..n - 1: at(x, i) > 0)\""},
    {"RuleOnSizesInPhaseLayout", "rule-in-other-phase", spec_file, "x.long, phase: shape", "x.long, phase: layout"},
    {"RuleOnValuesInPhaseSignature", "rule-in-other-phase", spec_file, "axis.low, phase: attribute",
     "axis.low, phase: signature"},
    {"RuleOnPresenceInPhaseDtype", "rule-in-other-phase", spec_file, "outputs:",
     "  - {id: z.there, phase: dtype, require: \"z is given\", text: {en: z is there, zh: 有 z}}\noutputs:", "z.there"},
    {"ReservedIsRefused", "reserved-with-rule", spec_file, "axis >= 0", "axis >= 0 and unused == 0"},
    {"SymbolForNothing", "unused-symbol", spec_file, "n: \"last(x)\"}", "n: \"last(x)\", m: \"last(z)\"}"},
    {"PageOfAnotherRelease", "page-mismatch", spec_file, "\"1.0\": [b-1], \"2.0\": [b-2]",
     "\"1.0\": [b-2], \"2.0\": [b-1]"},
    {"PageNotListed", "page-mismatch", spec_file, "[b-3, b-3-zh]", "[b-3]"},
    {"SupportOnNoSentence", "uncited-support", "documents/blend.yaml", "encodes: [x, support]", "encodes: [x]"},
    {"ProductOfWhichNothingIsSaid", "support-gap", spec_file, "support: [{state: supported}]",
     "support: [{state: supported, modes: [eager]}, {state: supported, modes: [graph], products: [red_chip]}]"},
    {"PageThatDoesNotStateIt", "undocumented-date", "documents/blend.yaml",
     "[b-1, b-2, b-3, b-3-zh], place: \"function", "[b-1, b-3, b-3-zh], place: \"function"},
    {"ContradictionThatItsStatementsAreNotAbout", "contradiction-off-pages", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: z, statements: [page], basis: vendor-code, "
     "seen_in: \"a/b@1234567:c\", text: {en: odd z, zh: 异 z}, resolution: {en: even, zh: 偶}}",
     "z", "contradictions.odd.page"},
    {"CodeOfNoProgram", "contradiction-off-pages", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: why, statements: [page], basis: document, text: "
     "{en: odd, zh: 异}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"CodeOfFewerReleasesThanItsPage", "contradiction-off-pages", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: why, since: \"2.0\", statements: [page], basis: "
     "vendor-code, seen_in: \"a/b@1234567:c\", text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"ContradictionThatItsTextIsNotAbout", "contradiction-off-pages", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: x, statements: [page], basis: vendor-code, "
     "seen_in: \"a/b@1234567:c\", text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"ContradictionThatNamesAnother", "contradiction-off-subject", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: z, statements: [page], basis: vendor-code, "
     "seen_in: \"a/b@1234567:c\", text: {en: odd x for z, zh: 异 x}, resolution: {en: even, zh: 偶}}",
     "z, contradictions.odd.page"},
    {"ClaimOfAnotherRule", "contradiction-off-subject", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: x.long, statements: [page], basis: vendor-code, "
     "rejected_claim: \"n <= 2\", seen_in: \"a/b@1234567:c\", text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"ExampleThatItsPagesShowInMoreReleases", "undocumented-date", spec_file, "- modes: [eager]\n    id: shown",
     "- modes: [eager]\n    since: \"2.0\"\n    id: shown", "examples.shown"},
    {"CellOfAnotherStateThatNeverCounts", "shadowed-entry", spec_file, "support: [{state: supported}]",
     "support: [{state: supported}, {state: unsupported, products: [red_chip]}]"},
    {"TextWithOneEndOfARange", "text-against-rule", spec_file,
     "require: \"axis >= 0\", text: {en: not below zero, zh: 非负}",
     "require: \"axis in 0..3\", text: {en: 0 or 0, zh: 0 或 0}"},
    {"BasedOnNoStatement", "unfounded-basis", spec_file, "contradictions: []",
     "contradictions: []\nformulas:\n  - {id: sum, formula: out = x + z, basis: document, text: {en: a, zh: a}}"},
    {"BasedOnNoNewerPage", "unfounded-basis", spec_file, "contradictions: []",
     "contradictions: []\nformulas:\n  - {id: sum, formula: out = x + z, basis: newer-release, text: {en: a, zh: a}}"},
    {"BasedOnNoExample", "unfounded-basis", spec_file, "contradictions: []",
     "contradictions: []\nformulas:\n  - {id: sum, formula: out = x + z, basis: example, text: {en: a, zh: a}}"},
    {"CodeAgainstNoPage", "unfounded-basis", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: why, statements: [page], basis: vendor-code, "
     "seen_in: \"a/b@1234567:c\", text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}"},
    {"ConventionOfAProgram", "unfounded-basis", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: why, statements: [code], basis: convention, "
     "seen_in: \"a/b@1234567:c\",\n     text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}"},
    {"SideOfNothing", "unfounded-basis", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: why, statements: [page, code], basis: vendor-code, "
     "seen_in: \"a/b@1234567:c\", text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"ConventionOfAPage", "unfounded-basis", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: code-disagrees, subject: why, statements: [page], basis: convention, "
     "seen_in: \"a/b@1234567:c\", text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"ExampleOfTwoValues", "degenerate-example", spec_file, "cycle: [1, 2, 3]", "cycle: [-1, 0]"},
    {"ExampleOfOneValue", "degenerate-example", spec_file, "cycle: [1, 2, 3]", "uniform: [\"7\", \"7\"]"},
    {"ExampleOfAnotherMode", "example-in-another-mode", spec_file, "call: {arguments",
     "call: {mode: graph_static, arguments"},
    {"ExampleOfNoMode", "example-in-another-mode", spec_file, "- modes: [eager]\n    id: shown", "- id: shown"},
    {"ExampleBeyondMemory", "size-overflow", spec_file, "shape: [4]}, z", "shape: [2199023255552]}, z"},
    {"RangeThatEndsBelowItsBeginning", "impossible-fill", spec_file, "fills: {x: {uniform: [\"-3\", \"3\"]}}",
     "fills: {x: {uniform: [\"127\", \"-128\"]}}"},
    {"RangeOfExpressionsThatIsEmpty", "impossible-fill", spec_file, "fills: {x: {uniform: [\"-3\", \"3\"]}}",
     "fills: {x: {distinct: [\"0\", \"1 - 5\"]}}"},
    {"RealsThatEndBelowTheirBeginning", "impossible-fill", spec_file, "fills: {x: {uniform: [\"-3\", \"3\"]}}",
     "fills: {x: {reals: [1, -1]}}"},
    {"RangeThatADtypeLacks", "impossible-fill", spec_file, "fills: {x: {uniform: [\"-3\", \"3\"]}}",
     "fills: {x: {uniform: [\"-1280\", \"1270\"]}}"},
    {"NumberThatNoDtypeHas", "impossible-fill", spec_file, "fills: {x: {uniform: [\"-3\", \"3\"]}}",
     "fills: {x: {columns: [{cycle: [1]}, {cycle: [1, 2, -200000]}]}}"},
    {"BitsThatNoDtypeHas", "impossible-fill", spec_file, "fills: {x: {uniform: [\"-3\", \"3\"]}}",
     "fills: {x: {bits: [\"0xFFFF\", \"0x1FFFF\", \"0x2FFFF\"]}}"},
    {"QuestionOfNobody", "unused-question", spec_file, "open:\n",
     "open:\n  - {id: idle, leaves_open: results, question: {en: is it, zh: 是否}, found: somebody said so}\n"},
    {"QuestionAboutNoPageOfItsOwn", "uncarried-question", spec_file, "leaves_open: results", "leaves_open: page"},
    {"QuestionThatItsRuleIsNotRaisedBy", "uncarried-question", spec_file, "outputs:",
     "  - {id: x.short, phase: shape, on_violation: open, question: why, require: \"n <= 64\", text: {en: short, zh: "
     "短}}\noutputs:",
     "x.short", "open.why"},
    {"QuestionThatNoRuleCarries", "uncarried-question", spec_file, "id: why, leaves_open: results,", "id: why,"},
    {"ContestOfNothing", "unfounded-contest", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.short, by: callers, where: one program, says: {en: odd, "
     "zh: 异}}"},
    {"ContestOfNoStatement", "unfounded-contest", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: callers, where: one program, says: {en: odd, "
     "zh: 异}}"},
    {"ContestOfATestThatIsNone", "unfounded-contest", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: rows, by: vendor-tests, where: one program, says: {en: "
     "2 combinations, zh: 2 种}}",
     "rows.r1, contested.odd"},
    {"ContestOfCallsThatWereNotMade", "unfounded-contest", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: callers, where: one program, when: \"not "
     "(axis "
     "== 1)\", says: {en: not on axis 1, zh: axis 不为 1}}",
     "x.long, contested.odd"},
    {"ContestOfADtypeThatItsTextLacks", "miscounted-contest", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: callers, where: one program, when: \"dtype(x) "
     "== "
     "int8\", says: {en: odd, zh: 异}}",
     "x.long, contested.odd"},
    {"ContestOfFewerDtypesThanItsCondition", "miscounted-contest", spec_file, "outputs:",
     "  - {id: x.kind, phase: dtype, require: \"dtype(x) in {int8, float16}\", text: {en: a dtype, zh: "
     "类型}}\ncontested:\n"
     "  - {id: odd, subject: x.kind, by: callers, where: one program, says: {en: int8 too, zh: int8 亦可}}\noutputs:",
     "x.kind, contested.odd"},
    {"ContestThatDoesNotCount", "miscounted-contest", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: rows, by: vendor-tests, where: a test, says: {en: 9 "
     "combinations, zh: 9 种}}",
     "rows.r1, contested.odd"},
    {"RowLosesAListedDtype", "row-against-list", spec_file, as_in_the_base, with_a_narrower_row,
     "contradictions.odd.page"},
    {"FreedomOfOne", "single-variant", spec_file, "contradictions: []",
     "implementation_defined:\n  - {id: lonely, variants: [{id: a, basis: convention, text: {en: a, zh: a}}]}"},
    {"UndefinedForNoReason", "undisposed-behaviour", spec_file, "require: \"axis >= 0\",",
     "require: \"axis >= 0\", on_violation: undefined,"},
    {"UncheckedForNoReason", "undisposed-behaviour", spec_file, "require: \"axis >= 0\",",
     "require: \"axis >= 0\", on_violation: unchecked,"},
    {"SupportThatIsAQuestion", "question-on-promise", spec_file, "state: supported", "state: supported, question: why"},
    {"RuleOnAnOpenSentence", "question-on-promise", "documents/blend.yaml", "encodes: []", "encodes: [axis.low]"},
    {"RowTakenBack", "documents-disagree", spec_file, "  - {id: r2,",
     "  - {id: r3, until: \"2.0\", cells: {x: int8, z: float16}}\n  - {id: r2,"},
    {"RuleTakenBack", "documents-disagree", spec_file, "require: \"axis >= 0\",",
     "require: \"axis >= 0\", until: \"1.0\",", "axis.low"},
    {"RuleSaidOtherwise", "documents-disagree", spec_file,
     "  - {id: axis.low, phase: attribute, require: \"axis >= 0\",",
     "  - {id: axis.early, phase: attribute, require: \"axis >= 1\", until: \"1.0\", text: {en: above zero, "
     "zh: "
     "为正}}\n  - {id: axis.low, phase: attribute, require: \"axis >= 0\", since: \"2.0\",",
     "axis.early, axis.low"},
    {"ShapeTakenBack", "documents-disagree", spec_file, "shapes: [{id: any, as: \"[n]\"}]",
     "shapes: [{id: any, as: \"[n]\"}, {id: more, as: \"[2, n]\", until: \"2.0\"}]"},
    {"ProductMore", "documents-disagree", spec_file, "support: [{state: supported}]",
     "support: [{state: supported, until: \"1.0\", products: [red_chip]}, {state: supported, "
     "since: \"2.0\"}, {state: unsupported, until: \"1.0\", products: [blue_chip]}]"},
    {"ProductLess", "documents-disagree", spec_file, "support: [{state: supported}]",
     "support: [{state: supported, until: \"2.0\"}, {state: supported, since: \"3.0\", "
     "products: "
     "[blue_chip]}, {state: unsupported, since: \"3.0\", products: [red_chip]}]"},
    {"ResultOfAnotherDtype", "documents-disagree", spec_file, "dtype: [{value: \"dtype(x)\"}]",
     "dtype: [{value: \"dtype(x)\", until: \"2.0\"}, {value: int8, since: \"3.0\"}]", "out.dtype"},
    {"ResultOfAnotherShape", "documents-disagree", spec_file, "shape: [{value: \"shape(x)\"}]",
     "shape: [{value: \"shape(x)\", until: \"2.0\"}, {value: \"[n]\", since: \"3.0\"}]", "out.shape"},
    {"ResultInAnExampleOnly", "documents-disagree", spec_file, "dtype: [{value: \"dtype(x)\"}]",
     "dtype: [{value: \"dtype(x)\", modes: [eager]}, {value: int8, modes: [graph]}]", "out.dtype@eager",
     "out.dtype@graph_static"},
    {"SentenceAgainstTheTable", "documents-disagree", spec_file, "rules:",
     "rules:\n  - {id: x.whole, phase: dtype, require: \"dtype(x) != float16\", text: {en: a whole number, zh: 整数}}"},
    {"OneEditionIsSilent", "documents-disagree", "documents/blend.yaml", "[b-1, b-2, b-3, b-3-zh], place: \"function",
     "[b-1, b-2, b-3], place: \"function"},
    {"ContradictionOfNoKind", "contradiction-not-found", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: odd-kind, subject: axis, statements: [page], basis: document,\n    "
     " text: {en: odd axis, zh: 异 axis}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"RuleSaysAnotherNumber", "text-against-rule", spec_file, "en: at least two, zh: 至少两个",
     "en: at least 3, zh: 至少三个"},
    {"RuleSaysThePlaceOfAnEntry", "text-against-rule", spec_file, "rules:",
     "rules:\n  - {id: x.second, phase: data, require: \"at(x, 1) >= 2\", text: {en: at least 1, zh: 至少 1}}"},
    {"RuleSaysAnotherName", "text-against-rule", spec_file, "en: not below zero, zh: 非负",
     "en: z not below zero, zh: z 非负"},
    {"NegationThatNoWordSays", "text-against-rule", spec_file, "require: \"n >= 2\",",
     "require: \"n >= 2\", when: \"not (axis == 1)\","},
    {"ContestOfANegationThatNoWordSays", "text-against-rule", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: callers, where: one program, when: \"n == 1 "
     "and axis != 1\", says: {en: an n of 1, zh: n 为 1}}",
     "x.long, contested.odd"},
    {"ContestOfANumberThatItsTextLacks", "text-against-rule", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: callers, where: one program, when: \"n == "
     "1\", "
     "says: {en: odd, zh: 异}}",
     "x.long, contested.odd"},
    {"ContestThatSaysAnotherNumber", "text-against-rule", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: callers, where: one program, "
     "says: {en: an n of 77, zh: n 为 77}}",
     "x.long, contested.odd"},
    {"ClaimThatItsTextGoesBeyond", "text-against-rule", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: documents-disagree, subject: axis, statements: [page], basis: "
     "document,\n     rejected_claim: \"axis <= 3\", text: {en: odd int8 axis, zh: 异 int8 axis}, resolution: {en: "
     "even, zh: 偶}}",
     "contradictions.odd.page"},
    {"FormulaSaysAnotherNumber", "text-against-rule", spec_file, "contradictions: []",
     "contradictions: []\nformulas:\n  - {id: sum, formula: out = x + z, basis: convention, text: {en: plus 7, zh: 加 "
     "7}}"},
    {"NumbersDiffer", "translation-mismatch", spec_file, "以 16 为", "以 32 为"},
    {"DtypeInEnglishOnly", "translation-mismatch", spec_file, "en: the first", "en: the first int8"},
    {"TermInChineseOnly", "translation-mismatch", spec_file, "zh: 至少两个", "zh: 默认至少两个"},
    {"NameInChineseOnly", "translation-mismatch", spec_file, "zh: 至少两个", "zh: blend_axis 至少两个"},
    {"TextOfAnother", "translation-mismatch", spec_file, "zh: 第二", "zh: 第一"},
    {"ReleaseThatIsNot", "unknown-release", spec_file, "en: why so, zh: 为何", "en: why in 2.0.1, zh: 为何 2.0.1"},
    {"DoubledWord", "markup-artefact", spec_file, "en: the first", "en: the NDND first"},
    {"EscapedEntity", "markup-artefact", spec_file, "en: the first", "en: the&nbsp;first"},
    {"CombiningAccent", "not-normalized", spec_file, "en: the first", "en: the cafe\xCC\x81"},
    {"StaleContradiction", "contradiction-not-found", spec_file, "contradictions: []",
     "contradictions:\n  - {id: odd, kind: single-variant, subject: lonely, statements: [page], basis: "
     "document,\n    "
     " text: {en: odd, zh: 异}, resolution: {en: even, zh: 偶}}",
     "contradictions.odd.page"},
    {"PageOfNoOperator", "missing-operator", "documents.yaml", "documents:\n",
     "documents:\n  - {id: s-1, op: smear, release: \"1.0\", language: en, path: s-1.md, sha256: "
     "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}\n"},
    {"AliasOfTwoProducts", "ambiguous-alias", "products.yaml", "Blue 7", "Red 100"},
};

/// Edits of the base that are no fault.
inline const std::vector<Fault> sound_edits{
    {"ContestOfCallersWithTests", "", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: callers, where: tests of one program, when: "
     "\"n == 1\", says: {en: an n of 1, zh: n 为 1}}",
     "x.long, contested.odd"},
    {"ContestWithANegativePart", "", spec_file, "contradictions: []",
     "contradictions: []\ncontested:\n  - {id: odd, subject: x.long, by: callers, where: one program, when: \"n == 1 "
     "and axis != 1\", says: {en: an n of 1 on no axis 1, zh: n 为 1}}",
     "x.long, contested.odd"},
    {"QuestionOfRulesInTwoPhases", "", spec_file, "outputs:",
     "  - {id: x.short, phase: shape, on_violation: open, question: why, require: \"n <= 64\", text: {en: short, zh: "
     "短}}\n  - {id: axis.high, phase: attribute, on_violation: open, question: why, require: \"axis <= 9\", text: "
     "{en: low, zh: 低}}\noutputs:"},
    {"QuestionRaisedByOneMoreStatement", "", spec_file, "outputs:",
     "  - {id: x.short, phase: shape, on_violation: open, question: why, require: \"n <= 64\", text: {en: short, zh: "
     "短}}\noutputs:",
     "open.why, x.short", "open.why"},
    {"ConditionOnStorageByName", "", spec_file,
     "symbols: {n: \"last(x)\"}\nrows:\n  - {id: r1, cells: {x: int8, z: int8}}\n  - {id: r2, cells: {x: float16, z: "
     "float16}}\nrules:\n",
     "symbols: {n: \"last(x)\", whole: \"layout(x) == contiguous\"}\nrows:\n  - {id: r1, cells: {x: int8, z: int8}}\n  "
     "- {id: r2, cells: {x: float16, z: float16}}\nrules:\n  - {id: x.whole, phase: layout, require: \"whole\", text: "
     "{en: whole, zh: 完整}}\n"},
    {"SignatureWithoutAResult", "", spec_file, " -> Tensor\"", "\""},
    {"SignatureOfAWordInOtherQuotes", "", spec_file, "\"(x, z, *, axis=0, unused=0) -> Tensor\"}]\nparameters:",
     "'(x, z, *, axis=0, unused=0, how=\"first\") -> Tensor'}]\nparameters:\n  - {key: how, kind: word, keyword_only: "
     "true, reserved: true, text: {en: how, zh: 方式}, defaults: [{value: first}]}"},
    {"RangeThatTheCallDecides", "", spec_file, "fills: {x: {uniform: [\"-3\", \"3\"]}}",
     "fills: {x: {uniform: [\"n - 1\", \"0\"]}}"},
    {"RangeOfTheDtypeThatItIsFor", "", spec_file, "hints:\n",
     "hints:\n  users:\n    - {id: wide, text: {en: wide, zh: 宽}, seen: a program, when: \"dtype(x) == float16\", "
     "fills: {x: {uniform: [\"-1280\", \"1270\"]}}}\n"},
    {"RangeWhereAnotherTensorDecides", "", spec_file, "hints:\n",
     "hints:\n  users:\n    - {id: wide, text: {en: wide, zh: 宽}, seen: a program, when: \"dtype(z) == float16\", "
     "fills: {x: {uniform: [\"-1280\", \"1270\"]}}}\n"},
    {"ListInOrder", "", spec_file, "phase: attribute, require: \"axis >= 0\"",
     "phase: data, require: \"axis >= 0 and all(i in 1..n - 1: at(x, i) > at(x, i - 1))\""},
    {"WordLikeAParameter", "", spec_file, "en: at least two, zh: 至少两个",
     "en: the last axis has two, zh: 末轴不短于二"},
    {"NumberOfAnAxis", "", spec_file, "require: \"n >= 2\", text: {en: at least two, zh: 至少两个}",
     "require: \"dim(x, 0) >= 2\", text: {en: at least two on axis 0, zh: 第 0 轴至少两个}"},
    {"NegationByAnotherWord", "", spec_file, "require: \"n >= 2\", text: {en: at least two, zh: 至少两个}",
     "require: \"n >= 2\", when: \"not (axis == 1)\", text: {en: at least two unless axis is 1, zh: axis 不为 1 "
     "时至少两个}"},
    {"AllAxesButTheFirst", "", spec_file, "phase: shape, require: \"n >= 2\"",
     "phase: shape, require: \"n >= 2 and all(i in 1..rank(x) - 1: dim(x, i) > 0)\""},
};

}  // namespace npu_cts::findings::testing_specs
