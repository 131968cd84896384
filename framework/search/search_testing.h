// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/rule/rule_testing.h"
#include "framework/search/candidate_call.h"

// What the tests of this folder share: a small invented operator, at its targets. Not part of the library.
namespace npu_cts::search::testing_search {

using testing_rule::parse;

/// The slots of small_op.
inline constexpr std::size_t x = 0;
inline constexpr std::size_t y = 1;
inline constexpr std::size_t axis = 2;
inline constexpr std::size_t n = 3;  ///< behind the parameters

inline Rule rule(std::string id, std::string_view require, Phase phase = Phase::attribute) {
  Rule made;
  made.id = std::move(id);
  made.phase = phase;
  made.require = parse(require);
  return made;
}

inline ShapeAlternative shape(std::string id, std::string_view text) {
  return {.id = std::move(id), .shape = parse(text), .when = nullptr};
}

inline Parameter tensor_parameter(std::string key, std::vector<DType> dtypes, std::vector<ShapeAlternative> shapes) {
  Parameter made = testing_rule::parameter(std::move(key), ParameterKind::tensor);
  made.dtypes = {{.value = std::move(dtypes)}};
  made.shapes = std::move(shapes);
  return made;
}

inline DataSet data_set(std::string id) {
  DataSet set;
  set.id = std::move(id);
  return set;
}

/// x: int8 or float16, [n, 4] or [n]. y may be left out: float32, [n] or [1]. axis: 0 by default, of -2..1. n is even
/// and at most 8 (10 is tried: the first that breaks this alone). Supported on p1 alone.
inline OpSpec small_op() {
  OpSpec op;
  op.name = "small";
  op.file = "spec.yaml";
  op.pages = {{0, {"page"}}, {1, {"page"}}, {2, {"page"}}};
  op.parameters = {
      tensor_parameter("x", {DType::int8, DType::float16}, {shape("matrix", "[n, 4]"), shape("vector", "[n]")}),
      tensor_parameter("y", {DType::float32}, {shape("many", "[n]"), shape("one", "[1]")}),
      testing_rule::parameter("axis", ParameterKind::integer)};
  op.parameters[1].optional = true;
  op.parameters[2].defaults = {{.value = {.value = std::int64_t{0}}}};
  op.symbols = {{.name = "n", .value = parse("dim(x, 0)")}};
  op.rules = {rule("n.most", "n <= 8"), rule("n.even", "n % 2 == 0"), rule("axis.inside", "axis in -2..1")};
  op.hints.symbols = {{"n", {std::int64_t{2}, std::int64_t{4}, std::int64_t{10}}}};
  op.hints.arguments = {{"axis", {std::int64_t{0}, std::int64_t{1}}}};
  op.hints.data = {data_set("default"), data_set("long")};
  op.hints.data[1].sizes = {{"n", {8}}};
  op.support = {{.state = SupportState::yes, .applies = {.products = {"p1"}}}, {.state = SupportState::no}};
  return op;
}

/// Rows: int8 with y, float16 without.
inline OpSpec with_rows() {
  OpSpec op = small_op();
  const auto row = [](std::string id, Cell x, Cell y) {
    return Row{.id = std::move(id), .cells = {{"x", std::move(x)}, {"y", std::move(y)}}};
  };
  op.rows = {row("first", {.dtypes = {DType::int8}}, {.dtypes = {DType::float32}}),
             row("second", {.dtypes = {DType::float16}}, {.none = true})};
  return op;
}

inline Spec spec_of(OpSpec op) {
  Spec spec = testing_rule::two_products();
  spec.operators.push_back(std::move(op));
  return spec;
}

/// An operator at p1, release 3.0, eager; owns its spec.
struct Fixture {
  explicit Fixture(OpSpec op = small_op())
      : spec(spec_of(std::move(op))), bound(BoundSpec::bind(spec, spec.operators[0], target)) {}
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;
  ~Fixture() = default;

  Target target{.product = "p1", .release = "3.0", .mode = "eager"};
  Spec spec;
  BoundSpec bound;
};

/// A candidate with an int8 x and no y.
inline CandidateCall plain(const BoundSpec& bound) {
  return first_candidate(bound, {{.slot = x, .dtype = DType::int8}, {.slot = y, .dtype = {}}});
}

}  // namespace npu_cts::search::testing_search
