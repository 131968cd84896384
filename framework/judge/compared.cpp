// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/compared.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/judge/compare.h"

namespace npu_cts::judging {
namespace {

/// How far outputs are from those under one choice of variants: how many are wrong, and in how many elements.
using Distance = std::pair<std::size_t, std::size_t>;

Distance distance_of(const std::vector<Compared>& all) {
  Distance distance{0, 0};
  for (const Compared& one : all) {
    if (agree(one.got, one.want)) continue;
    ++distance.first;
    if (one.got.values.size() == one.want.values.size() && one.got.type.dtype == one.want.type.dtype)
      distance.second += differing(one.got, one.want).size();
  }
  return distance;
}

}  // namespace

const Tensor* find_output(const std::vector<NamedTensor>& outputs, std::string_view name) {
  const auto it = std::ranges::find(outputs, name, &NamedTensor::name);
  return it == outputs.end() ? nullptr : &it->tensor;
}

std::vector<Compared> compared_with(const OpSpec& op, const run::Observation& seen,
                                    const std::vector<NamedTensor>& want) {
  std::vector<Compared> all;
  for (const Output& output : op.outputs) {
    const Tensor* expected = find_output(want, output.name);
    const Tensor* got = find_output(seen.outcome.outputs, output.name);
    if (expected == nullptr || got == nullptr) continue;
    all.push_back({.output = output.name, .name = output.name, .got = *got, .want = *expected});
    const Tensor* written = find_output(seen.in_place, output.alias);
    if (written != nullptr)
      all.push_back({.output = output.name, .name = output.alias + " (in place)", .got = *written, .want = *expected});
  }
  return all;
}

std::vector<std::string> wrong_beside(const Compared& first, std::span<const Compared> rest) {
  std::vector<std::string> lines;
  for (const Compared& one : rest) {
    if (one.output != first.output && one.output == one.name && !agree(one.got, one.want))
      lines.push_back(fmt::format("'{}' is wrong, too", one.name));
  }
  return lines;
}

std::size_t nearest(const OpSpec& op, const run::Observation& seen,
                    const std::vector<std::vector<NamedTensor>>& wanted) {
  std::vector<Distance> distances;
  for (const auto& want : wanted) distances.push_back(distance_of(compared_with(op, seen, want)));
  return static_cast<std::size_t>(std::ranges::min_element(distances) - distances.begin());
}

std::string left_out(const OpSpec& op, const std::vector<NamedTensor>& want) {
  if (want.empty()) return {};
  const auto is_missing = [&](const Output& output) { return find_output(want, output.name) == nullptr; };
  const auto missing = std::ranges::find_if(op.outputs, is_missing);
  return missing == op.outputs.end() ? std::string() : missing->name;
}

}  // namespace npu_cts::judging
