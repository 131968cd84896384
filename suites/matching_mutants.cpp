// SPDX-License-Identifier: Apache-2.0
#include "suites/matching_mutants.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "framework/model/storage.h"
#include "kernels/mutant.h"

namespace npu_cts {
namespace {

/// Multiply-adds of a call: the sums where float32 begins to round are below it, the largest examples are not.
constexpr std::int64_t dearest = std::int64_t{1} << 22;

/// Where what was seen is wrong first: a row along the last axis of the only output, and what was seen there.
struct WrongRow {
  std::int64_t place;
  std::vector<std::byte> seen;
};

std::optional<WrongRow> first_wrong_row(const std::vector<NamedTensor>& right, const std::vector<NamedTensor>& seen) {
  if (right.size() != 1 || seen.size() != 1 || right.front().tensor.type != seen.front().tensor.type)
    return std::nullopt;
  const auto& values = seen.front().tensor.values;
  const Shape& shape = seen.front().tensor.type.shape;
  const auto differing = std::ranges::mismatch(values, right.front().tensor.values).in1 - values.begin();
  if (shape.empty() || differing == std::ssize(values)) return std::nullopt;
  const auto bytes = std::ssize(values) / numel(shape) * shape.back();
  const auto begin = values.begin() + differing / bytes * bytes;
  return WrongRow{.place = differing / bytes, .seen = {begin, begin + bytes}};
}

/// A call that went wrong, and what shows it fastest.
struct WrongCall {
  const Target& target;
  const Request& request;
  const std::vector<NamedTensor>& seen;
  std::optional<WrongRow> row;
};

std::vector<NamedTensor> outputs_of(const mutants::Mutant& mutant, const Target& target, Request request) {
  return mutant.run(target, request);  // which may write into it
}

/// Returns whether `mutant`, which has a fault, gives what was seen. On a path without the fault it gives what is
/// right, and that was not seen.
bool gives(const mutants::Mutant& mutant, const WrongCall& call) {
  if (!mutant.is_on_path(call.target, call.request)) return false;
  if (call.row && mutant.run_row && mutant.run_row(call.target, call.request, call.row->place) != call.row->seen)
    return false;
  return outputs_of(mutant, call.target, call.request) == call.seen;
}

const mutants::Mutant* find_faultless(std::string_view op) {
  const auto& all = mutants::all_mutants();
  const auto it =
      std::ranges::find_if(all, [&](const mutants::Mutant& mutant) { return mutant.op == op && mutant.wrong.empty(); });
  return it == all.end() ? nullptr : &*it;
}

}  // namespace

std::vector<std::string> matching_mutants_of(const Call& call, const run::Observation& seen) {
  std::vector<std::string> alike;
  const mutants::Mutant* const faultless = find_faultless(call.op);
  if (faultless == nullptr || seen.outcome.kind != OutcomeKind::completed || mutants::cost_of(call) > dearest)
    return alike;
  const Request request = request_of(call);
  const auto right = outputs_of(*faultless, call.target, request);
  if (right == seen.outcome.outputs) return alike;
  const WrongCall wrong{.target = call.target,
                        .request = request,
                        .seen = seen.outcome.outputs,
                        .row = first_wrong_row(right, seen.outcome.outputs)};
  for (const mutants::Mutant& mutant : mutants::all_mutants()) {
    if (mutant.op == call.op && !mutant.wrong.empty() && gives(mutant, wrong)) alike.emplace_back(mutant.wrong);
  }
  return alike;
}

}  // namespace npu_cts
