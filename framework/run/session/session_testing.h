// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "framework/model/case.h"
#include "framework/model/modes_testing.h"
#include "framework/reader/read_spec.h"

// What the tests of sessions and bundles share: an invented operator `same` that gives back its argument. Not part of
// the library.
namespace npu_cts::run::testing_session {

inline constexpr std::string_view spec_text = R"yaml(
operator: same
form: function
text: {en: gives back x, zh: 原样返回}
pages: {"1.0": []}
signatures: [{value: "(x) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: the numbers, zh: 数}, dtypes: [{values: [int8]}], shapes: [{id: row, as: "[n]"}]}
symbols: {n: "dim(x, 0)"}
rows: [{id: whole, cells: {x: int8}}]
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "[n]"}]}]
support: [{state: supported}]
hints:
  symbols: {n: [4]}
  data: [{id: default, text: {en: plain, zh: 常规}, fills: {x: {uniform: ["-3", "3"]}}}]
)yaml";

/// Returns a spec of the one operator `same` that `text` describes, for two products.
inline Spec spec_of(std::string_view text) {
  Spec spec;
  spec.releases = {"1.0"};
  spec.modes = three_modes();
  spec.products = {{.id = "alpha"}, {.id = "beta"}};
  spec.operators = {reader::read_op_spec(text, "same.yaml", spec).value()};
  return spec;
}

inline Spec spec_of_same() { return spec_of(spec_text); }

inline Case legal_case(const std::string& product = "alpha") {
  Case planned;
  planned.id = "same/" + product + "/1.0/eager/rows/whole";
  planned.call = {.op = "same",
                  .target = {.product = product, .release = "1.0", .mode = "eager"},
                  .arguments = {{"x", Tensor{.type = {.dtype = DType::int8, .shape = {4}}}}}};
  return planned;
}

}  // namespace npu_cts::run::testing_session
