// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/model/modes_testing.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"
#include "framework/record/scope.h"
#include "reports/report.h"

/// An invented operator and a run of it: what the tests of the writers print.
namespace npu_cts::reports::sample {

inline Location line(int number) { return {.file = "spec/ops/frobnicate.yaml", .line = number, .column = 5}; }

inline Applies applies(std::size_t since, std::size_t until, std::vector<std::string> products = {},
                       std::vector<std::string> modes = {}) {
  return {.since = since, .until = until, .products = std::move(products), .modes = std::move(modes)};
}

inline Row row(const std::string& id, const Cell& x, const Cell& scale, const Applies& when, int at) {
  Row made;
  made.id = id;
  made.cells = {{"x", x}, {"scale", scale}};
  made.applies = when;
  made.cite = {"frob-table.1"};
  made.at = line(at);
  return made;
}

inline Rule rule(const std::string& id, Phase phase, const Text& text, Verdict on_violation, int at) {
  Rule made;
  made.id = id;
  made.phase = phase;
  made.text = text;
  made.on_violation = on_violation;
  made.cite = {"frob-limits.2", "frob-limits.3"};
  made.at = line(at);
  return made;
}

inline Parameter tensor(const std::string& key, const Text& text, int at) {
  Parameter made;
  made.key = key;
  made.text = text;
  made.dtypes = {{{DType::int8, DType::float16}, {}, {}, line(at)}};
  made.formats = {{{Format::nd}, {}, {}, line(at)}};
  made.layouts = {{{Layout::contiguous, Layout::strided}, {}, {}, line(at)}};
  made.at = line(at);
  return made;
}

inline Parameter axis() {
  Parameter made;
  made.key = "axis";
  made.kind = ParameterKind::integer;
  made.text = {"the axis that is frobnicated", "操作的轴"};
  made.defaults = {{{Value(std::int64_t{0}), false}, applies(0, 0), {}, line(15)},
                   {{Value(std::int64_t{-1}), true}, applies(1, SIZE_MAX), {}, line(16)}};
  return made;
}

inline SupportCell support(SupportState state, const Applies& when) {
  SupportCell made;
  made.state = state;
  made.applies = when;
  return made;
}

inline ImplementationDefined rounding() {
  ImplementationDefined made;
  made.id = "rounding";
  made.variants.resize(2);
  made.variants[0].id = "even";
  made.variants[0].text = {"ties go to the even neighbour", "取偶"};
  made.variants[0].basis = "vendor-golden";
  made.variants[0].formula = "out = round(x * scale)";
  made.variants[1].id = "away";
  made.variants[1].text = {"ties go away from zero", "远离零"};
  made.variants[1].basis = "convention";
  return made;
}

/// What the documents of frobnicate leave open or say in two ways, and the data that its calls carry.
inline void add_doubts(OpSpec& op) {
  op.open = {{"graph-mode",
              {"is graph mode supported?", "是否支持图模式？"},
              "later pages support it",
              Leaves::calls,
              {},
              line(50)}};
  Contradiction contradiction;
  contradiction.id = "default-axis";
  contradiction.text = {"the default of axis is outside x", "axis 默认值越界"};
  contradiction.resolution = {"the rule holds", "以约束为准"};
  contradiction.basis = "document";
  contradiction.at = line(60);
  op.contradictions = {contradiction};
  DataSet ties;
  ties.id = "ties";
  ties.text = {"values halfway between two results", "恰在两值中间"};
  ties.at = line(70);
  op.hints.data = {ties};
}

inline OpSpec frobnicate() {
  OpSpec op;
  op.name = "frobnicate";
  op.text = {"turns every element of x around and scales it", "翻转 x 的每个元素并缩放"};
  op.file = "spec/ops/frobnicate.yaml";
  op.pages = {{0, {"f-old"}}, {1, {"f-new"}}, {2, {"f-new"}}};
  op.signatures = {{"frobnicate(x, scale=None, axis=-1) -> Tensor", {}, {}, line(3)}};
  op.parameters = {tensor("x", {"what is frobnicated", "输入张量"}, 10),
                   tensor("scale", {"the scale | of each row", "缩放"}, 12), axis()};
  op.parameters[1].optional = true;
  op.rows = {row("T1.a", {{DType::int8}, false}, {{DType::float32, DType::bfloat16}, true}, {}, 20),
             row("T1.b", {{DType::float16}, false}, {{DType::float16}, false}, applies(1, SIZE_MAX, {"atlas_a3"}), 21)};
  op.rules = {rule("x.rank", Phase::shape, {"x has 1 to 8 axes", "x 为 1 到 8 维"}, Verdict::reject, 30),
              rule("axis.inside", Phase::attribute, {"axis is inside x", "axis 在 x 范围内"}, Verdict::reject, 33),
              rule("scale.positive", Phase::data, {"every scale is above zero", ""}, Verdict::undefined, 36)};
  op.support = {support(SupportState::no, applies(0, 0, {"atlas_a3"})),
                support(SupportState::open, applies(0, 0, {}, {"graph_static", "graph_dynamic"})),
                support(SupportState::yes, {})};
  op.support[1].question = "graph-mode";
  op.support[2].frameworks = {"PyTorch 2.1"};
  op.formulas = {{.id = "scaled",
                  .formula = "out = x * scale | 1",
                  .when = nullptr,
                  .text = {"a scale that is not given counts as 1", "缺省的 scale 视为 1"},
                  .basis = "document",
                  .applies = applies(1, SIZE_MAX, {}),
                  .cite = {"frob-limits.2"},
                  .at = line(45)}};
  op.implementation_defined = {rounding()};
  add_doubts(op);
  return op;
}

inline Spec spec() {
  Spec made;
  made.releases = {"6.0.0", "7.1.0", "26.1.0"};
  made.modes = three_modes();
  made.products = {{"atlas_a2", {"Atlas A2", "Atlas A2 系列"}, {}, {}},
                   {"atlas_a3", {"Atlas A3", "Atlas A3 系列"}, {}, {}}};
  made.statements = {
      {"frob-table.1", "", {"f-new"}, "table 1, row 1", Disposition::encoded, {}, "", {}},
      {"frob-limits.2", "", {"f-old", "f-new"}, "constraints, item 2", Disposition::encoded, {}, "", {}}};
  made.operators = {frobnicate()};
  return made;
}

struct CaseWords {
  std::string product;
  std::string family;
  std::string content;
  std::vector<std::string> covers;
  Verdict expected = Verdict::accept;
};

inline record::PlannedCase planned(const CaseWords& words) {
  return {.id = "frobnicate/" + words.product + "/26.1.0/eager/" + words.family + "/" + words.content,
          .op = "frobnicate",
          .target = {.product = words.product, .release = "26.1.0", .mode = "eager"},
          .family = find_named<Family>(words.family).value(),
          .expected = words.expected,
          .covers = words.covers,
          .at = {.file = "spec/ops/frobnicate.yaml", .line = 20, .column = 0}};
}

inline CaseResult result(const std::string& id, Status status, const std::string& reason = "") {
  return {.id = id, .status = status, .reason = reason, .outcome = OutcomeKind::completed};
}

/// A run in which atlas_a2 conforms and atlas_a3 does not: a wrong number, a crash, a weak case, one not run, and two
/// cases that follow different variants.
inline record::Journal journal() {
  record::Journal run;
  run.info = {.driver = "plugin:libfrob.so",
              .driver_version = "1.2",
              .spec_digest = "c0ffee",
              .query = "",
              .tool_version = "0.1.0"};
  for (const std::string product : {"atlas_a2", "atlas_a3"}) {
    run.planned.push_back(planned({product, "rows", "scale=float32,x=int8", {"T1.a"}}));
    run.planned.push_back(planned({product, "rows", "scale=none,x=int8", {"T1.a"}}));
    run.planned.push_back(planned({product, "negative", "x.rank", {"x.rank"}, Verdict::reject}));
    run.planned.push_back(planned({product, "data", "T1.a/ties", {"T1.a", "ties"}}));
    run.planned.push_back(planned({product, "examples", "one", {"example-one"}}));
  }
  for (const record::PlannedCase& one : run.planned) run.results.push_back(result(one.id, Status::pass));
  run.results[0].agrees = {{{"rounding", "even"}}, {{"rounding", "away"}}};
  run.results[3].agrees = {{{"rounding", "even"}}};
  run.results[5].agrees = {{{"rounding", "even"}}};
  run.results[6].agrees = {{{"rounding", "away"}}};
  run.results[6].status = Status::weak;
  run.results[6].reason = "31 of 32 elements are zero";
  run.results[7].status = Status::crash;
  run.results[7].reason = "the process ended inside this case";
  run.results[7].attribution = attribution_of(Fault::crash, "");
  run.results[8].status = Status::fail;
  run.results[8].reason = "out agrees with no variant";
  run.results[8].mismatch = Mismatch{.output = "out", .index = {0, 7}, .got = "-3", .want = "4"};
  run.results[8].attribution = attribution_of(Fault::value_mismatch, "");
  run.results[8].attribution->tensor = "out";
  run.results.pop_back();  // the last was not run
  run.finished = true;
  return run;
}

/// A scope that leaves nothing out.
inline constexpr record::CoveredScope whole{.covered = 10, .by_default = 10, .covered_beyond = 0, .all = 25};

inline Report report() { return build_report(spec(), journal(), whole); }

}  // namespace npu_cts::reports::sample
