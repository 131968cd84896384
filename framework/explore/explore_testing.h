// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/explore/explore.h"
#include "framework/model/storage.h"
#include "framework/run/session/session_testing.h"

// What the tests of this folder share: an invented operator `same`, and implementations of it that are wrong on
// purpose. Not part of the library.
namespace npu_cts::explore::testing_explore {

/// Gives back x: int8 or float16, [m, n], m and n at least 1, n at most 400. `mode` is 0 to 3 and says nothing.
inline constexpr std::string_view spec_text = R"yaml(
operator: same
form: function
text: {en: gives back x, zh: 原样返回}
pages: {"1.0": []}
signatures: [{value: "(x, mode=0) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: the numbers, zh: 数}, dtypes: [{values: [int8, float16]}], layouts: [{values: [contiguous, strided, transposed]}], formats: [{values: [ND]}],
     shapes: [{id: matrix, as: "[m, n]"}]}
  - {key: mode, kind: integer, text: {en: nothing, zh: 无}, defaults: [{value: 0}]}
symbols: {m: "dim(x, 0)", n: "dim(x, 1)"}
rules:
  - {id: filled, phase: shape, require: "m >= 1 and n >= 1", text: {en: x is not empty, zh: 非空}}
  - {id: n.most, phase: shape, require: "n <= 400", text: {en: n is at most 400, zh: n 不超过 400}}
  - {id: mode.range, phase: attribute, require: "mode in 0..3", text: {en: mode is 0 to 3, zh: mode 为 0 到 3}}
rows: [{id: whole, cells: {x: int8}}, {id: half, cells: {x: float16}}]
outputs: [{name: out, dtype: [{value: "dtype(x)"}], shape: [{value: "shape(x)"}]}]
support: [{state: supported}]
hints:
  symbols: {m: [2], n: [4]}
  arguments: {mode: [0, 1]}
  data:
    - {id: default, text: {en: plain, zh: 常规}, fills: {x: {uniform: ["-3", "3"]}}}
    - {id: wide, text: {en: wide, zh: 宽}, fills: {x: {uniform: ["-128", "127"]}}}
)yaml";

inline Spec spec_of_same() { return run::testing_session::spec_of(spec_text); }

/// A call as an implementation sees it.
struct Seen {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t mode = 0;
  Tensor x;
  std::size_t earlier = 0;  ///< calls that this worker has run
  std::int64_t last_n = 0;  ///< of the call before
  DType last_dtype = DType::int8;
};

/// What is wrong with an implementation: whether it refuses a call, and whether its first element is wrong.
struct Wrong {
  std::function<bool(const Seen&)> refuses = [](const Seen& call) {
    return call.m < 1 || call.n < 1 || call.n > 400 || call.mode < 0 || call.mode > 3;
  };
  std::function<bool(const Seen&)> is_wrong = [](const Seen&) { return false; };
};

/// Runs `same` with what `Wrong` says of it.
class SameDriver final : public run::Driver {
 public:
  explicit SameDriver(const Wrong& wrong) : wrong_(wrong) {}

  Outcome run(Request& request) override {
    Seen call;
    const auto x = request.arguments.find("x");
    const auto* const stored = x == request.arguments.end() ? nullptr : std::get_if<StoredTensor>(&x->second);
    const auto mode = request.arguments.find("mode");
    const bool is_matrix = stored != nullptr && stored->type.shape.size() == 2 && is_known(stored->type);
    if (!is_matrix || (mode != request.arguments.end() && !std::holds_alternative<std::int64_t>(mode->second)))
      return refusal();
    call.x = load(*stored);
    call.m = call.x.type.shape[0];
    call.n = call.x.type.shape[1];
    if (mode != request.arguments.end()) call.mode = std::get<std::int64_t>(mode->second);
    call.earlier = earlier_++;
    call.last_n = std::exchange(last_n_, call.n);
    call.last_dtype = std::exchange(last_dtype_, call.x.type.dtype);
    if (wrong_.refuses(call)) return refusal();
    Tensor out{.type = {.dtype = call.x.type.dtype, .shape = call.x.type.shape}, .values = call.x.values};
    if (wrong_.is_wrong(call) && !out.values.empty()) out.values.front() ^= std::byte{1};
    return {.kind = OutcomeKind::completed, .code = 0, .message = "", .outputs = {{.name = "out", .tensor = out}}};
  }

 private:
  static bool is_known(const TensorType& type) {
    return (type.dtype == DType::int8 || type.dtype == DType::float16) && type.format == Format::nd;
  }
  static Outcome refusal() { return {.kind = OutcomeKind::refused, .code = 0, .message = "no"}; }

  const Wrong& wrong_;
  std::size_t earlier_ = 0;
  std::int64_t last_n_ = 0;
  DType last_dtype_ = DType::int8;
};

/// A bench for an implementation of `same`.
inline Bench bench_of(const Wrong& wrong) {
  return {.start = [&wrong]() -> Result<run::OpenDriver> {
            return run::OpenDriver([&wrong](const Target&) -> Result<std::unique_ptr<run::Driver>> {
              return std::unique_ptr<run::Driver>(std::make_unique<SameDriver>(wrong));
            });
          },
          .oracle =
              [](const Call& call, const std::vector<VariantChoice>& choices) {
                const auto& x = std::get<Tensor>(call.arguments.find("x")->second);
                const Tensor out{.type = {.dtype = x.type.dtype, .shape = x.type.shape}, .values = x.values};
                return std::vector<std::vector<NamedTensor>>(choices.size(), {{.name = "out", .tensor = out}});
              }};
}

}  // namespace npu_cts::explore::testing_explore
