// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/further_calls.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/run/session/alike_call.h"

namespace npu_cts::run {
namespace {

constexpr std::uint64_t one_of = 16;

/// The lowest bits deal cases out to the parts of a run.
std::uint64_t draw_of(const Case& planned) { return stable_hash(planned.id) >> 32U; }

}  // namespace

bool runs_again(const Case& planned) {
  constexpr std::int64_t most_elements = 4096;
  return planned.expected == Verdict::accept && draw_of(planned) % one_of == 0 &&
         elements_of(planned.call) <= most_elements;
}

FurtherCalls further_calls_of_few(std::string other_values) {
  return [nonce = std::move(other_values)](const BoundSpec& bound, const Case& planned, const Call& call) {
    std::vector<CallOfCase> calls;
    if (!runs_again(planned)) return calls;
    if (auto alike = alike_call(bound, call, draw_of(planned) / one_of)) {
      calls.push_back({.call = std::move(alike->call),
                       .words = fmt::format("{}, behind the planned call, which passes", alike->words),
                       .is_typed_otherwise = alike->is_typed_otherwise});
    }
    if (!nonce.empty()) {
      calls.push_back({.call = expand::fill(bound, planned, nonce),
                       .words = "with other values than the planned ones, with which it passes",
                       .nonce = nonce});
    }
    return calls;
  };
}

}  // namespace npu_cts::run
