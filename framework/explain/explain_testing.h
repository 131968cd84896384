// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"

// What the tests of explanations and snippets share: an invented operator `fold` and calls of it. Not part of the
// library.
namespace npu_cts::explain::testing_explain {

inline constexpr std::string_view spec_text = R"yaml(
operator: fold
form: function
import: lib.nn
text: {en: folds x, zh: 折叠}
pages: {"1.0": [], "2.0": []}
signatures: [{value: "(x, extra=None, *, axis=0, out=None) -> Tensor"}]
parameters:
  - key: x
    kind: tensor
    text: {en: what is folded, zh: 输入}
    names: [{value: self}]
    dtypes: [{values: [int8, float16]}]
    layouts: [{values: [contiguous, transposed]}]
    shapes: [{id: matrix, as: "[m, n]"}]
  - {key: extra, kind: tensor, optional: true, text: {en: more, zh: 更多}, dtypes: [{values: [int32]}], shapes: [{id: vector, as: "[n]"}]}
  - {key: axis, kind: integer, text: {en: the axis, zh: 轴}, defaults: [{value: 0}]}
  - {key: out, kind: dtype, optional: true, text: {en: the dtype, zh: 类型}, defaults: [{value: none}], dtypes: [{values: [float16]}]}
symbols: {m: "dim(x, 0)", n: "dim(x, 1)"}
rows:
  - {id: r1, cells: {x: int8, extra: [int32, none]}}
  - {id: r2, cells: {x: float16, extra: none}, since: "2.0"}
rules:
  - {id: n.even, phase: shape, require: "n % 2 == 0", text: {en: n is even, zh: n 为偶数}}
  - {id: axis.inside, phase: attribute, require: "axis in 0..1", text: {en: axis is one of x, zh: 轴}}
  - {id: extra.axis, phase: attribute, when: "extra is given", require: "axis == 1", text: {en: with extra the axis is 1, zh: 轴为 1}}
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "[m, n]"}]}]
formulas:
  - {id: first, formula: "out = sum(x)", when: "axis == 0", basis: document, text: {en: rows are added, zh: 各行相加}}
  - {id: other, formula: "out = x", when: "axis == 1", basis: document, text: {en: x stays, zh: 不变}}
  - {id: old, until: "1.0", formula: "out = x", basis: document, text: {en: x stays, zh: 不变}}
support:
  - {state: supported, products: [alpha]}
  - {state: supported, products: [beta], modes: [eager], since: "2.0"}
  - {state: unsupported, products: [beta]}
hints:
  symbols: {m: [2], n: [4]}
  arguments: {axis: [0, 1]}
  data: [{id: default, text: {en: plain, zh: 常规}, fills: {x: {uniform: ["-3", "n"]}, extra: {cycle: [1, 2.5]}}}]
)yaml";

inline Spec vocabulary() {
  Spec spec;
  spec.releases = {"1.0", "2.0"};
  spec.modes = three_modes();
  spec.products = {{.id = "alpha"}, {.id = "beta"}};
  return spec;
}

inline OpSpec fold(const Spec& spec) { return reader::read_op_spec(spec_text, "fold.yaml", spec).value(); }

inline Tensor tensor(DType dtype, Shape shape) { return {.type = {.dtype = dtype, .shape = std::move(shape)}}; }

inline Call call(Arguments arguments, Target target = {.product = "alpha", .release = "2.0", .mode = "eager"}) {
  return {.op = "fold", .target = std::move(target), .arguments = std::move(arguments)};
}

class Fold : public testing::Test {
 protected:
  const Spec spec_ = vocabulary();
  const OpSpec op_ = fold(spec_);
};

}  // namespace npu_cts::explain::testing_explain
