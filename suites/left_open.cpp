// SPDX-License-Identifier: Apache-2.0
#include "suites/left_open.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/model/storage.h"
#include "framework/rule/judge_call.h"
#include "kernels/kernel.h"

namespace npu_cts {
namespace {

using Words = std::set<std::string, std::less<>>;

constexpr std::int64_t most_elements = 4096;  ///< of a case whose values are changed
constexpr std::size_t most_cases = 40;
constexpr std::size_t most_alike = 4;  ///< whose tensors have the same ranks

std::string word_of(const BoundRule& rule) {
  return rule.on_violation == Verdict::open ? rule.question : std::string(name_of(rule.on_violation));
}

std::string text_of(const Words& words) {
  return words.empty() ? "nothing" : join(std::vector(words.begin(), words.end()), ", ");
}

/// Returns what values are put in at one place for `value`, of which `other` stands elsewhere.
std::vector<std::int64_t> values_near(std::int64_t value, std::int64_t other) {
  std::vector<std::int64_t> values{value + 1, value - 1, other, other + 1, other - 1, -1};
  for (int bit = 0; bit < 63; ++bit) values.push_back(value ^ (std::int64_t{1} << bit));
  return values;
}

template <class T>
void put(std::vector<std::byte>& bytes, std::size_t index, std::int64_t value) {
  const T narrow = static_cast<T>(value);
  std::memcpy(bytes.data() + index * sizeof(T), &narrow, sizeof(T));
}

template <class T>
std::int64_t take(const std::vector<std::byte>& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return static_cast<std::int64_t>(value);
}

/// Returns how spec and kernel differ about `call` with other values of its tensor `key`, of integers of type T.
template <class T>
std::string differ_in_values_of(const BoundSpec& bound, Call call, const std::string& key) {
  auto& bytes = std::get<Tensor>(call.arguments.at(key)).values;
  const std::vector<std::byte> kept = bytes;
  const std::size_t count = kept.size() / sizeof(T);
  const std::array<std::size_t, 2> places{0, count - 1};
  for (const std::size_t at : places) {
    const std::size_t other = at == 0 ? count - 1 : 0;
    for (const std::int64_t value : values_near(take<T>(kept, at), take<T>(kept, other))) {
      put<T>(bytes, at, value);
      if (auto said = differ_in_open(bound, call); !said.empty()) return said;
    }
    bytes = kept;
  }
  return {};
}

/// Returns how they differ about `call` with the first entry of its tensor `key` in the place of the last one, too: two
/// entries that name the same. Empty where it has one entry.
std::string differ_in_repeated(const BoundSpec& bound, Call call, const std::string& key) {
  Tensor& tensor = std::get<Tensor>(call.arguments.at(key));
  if (tensor.type.shape.empty() || tensor.type.shape.front() < 2) return {};
  const auto size = static_cast<std::ptrdiff_t>(tensor.values.size()) / tensor.type.shape.front();
  std::copy_n(tensor.values.begin(), size, tensor.values.end() - size);
  return differ_in_open(bound, call);
}

/// Returns how they differ about `call`, filled, with other values of one integer tensor that no kernel multiplies.
std::string differ_in_other_values(const BoundSpec& bound, const Call& call) {
  for (const auto& [key, value] : call.arguments) {
    const auto* tensor = std::get_if<Tensor>(&value);
    if (tensor == nullptr || tensor->values.empty()) continue;
    std::string said;
    if (tensor->type.dtype == DType::int32) said = differ_in_values_of<std::int32_t>(bound, call, key);
    if (tensor->type.dtype == DType::int64) said = differ_in_values_of<std::int64_t>(bound, call, key);
    if (said.empty() && !is_float(tensor->type.dtype)) said = differ_in_repeated(bound, call, key);
    if (!said.empty()) return said;
  }
  return {};
}

bool is_small(const Call& call) {
  return std::ranges::all_of(call.arguments, [](const auto& argument) {
    const auto* tensor = std::get_if<Tensor>(&argument.second);
    return tensor == nullptr || numel(tensor->type.shape) <= most_elements;
  });
}

/// Returns the ranks of the tensors of `call`, by their keys.
std::vector<std::size_t> ranks_of(const Call& call) {
  std::vector<std::size_t> ranks;
  for (const auto& [key, value] : call.arguments) {
    const auto* tensor = std::get_if<Tensor>(&value);
    if (tensor != nullptr) ranks.push_back(tensor->type.shape.size());
  }
  return ranks;
}

}  // namespace

std::string differ_in_open(const BoundSpec& bound, const Call& call) {
  const Judgement judgement = judge_rules(bound, call);
  const auto is_undecided = [](const BoundRule* rule) { return !rule->on_data; };
  if (std::ranges::any_of(judgement.blocked, is_undecided)) return {};
  const auto refuses = [](const BoundRule* rule) { return rule->on_violation == Verdict::reject; };
  const bool is_refused = std::ranges::any_of(judgement.broken, refuses);
  if (is_refused && judgement.broken.size() > 1) return {};
  Words spec;
  for (const BoundRule* const rule : judgement.broken) {
    if (!refuses(rule)) spec.insert(word_of(*rule));
  }
  Words kernel;
  const kernels::Kernel& own = *kernels::find_kernel(call.op);
  for (const std::string_view word : own.left_open(bound.target(), request_of(call))) kernel.emplace(word);
  if (spec == kernel) return {};
  return fmt::format("the spec leaves open {}, the kernel {}", text_of(spec), text_of(kernel));
}

std::string differ_in_open_values(const BoundSpec& bound, std::span<const Case> cases) {
  const auto is_on_data = [](const BoundRule& rule) { return rule.on_data; };
  if (std::ranges::none_of(bound.rules(), is_on_data)) return {};
  std::size_t asked = 0;
  std::map<std::vector<std::size_t>, std::size_t> alike;
  for (const Case& planned : cases) {
    if (planned.expected != Verdict::accept || !is_small(planned.call)) continue;
    if (++alike[ranks_of(planned.call)] > most_alike) continue;
    if (++asked > most_cases) return {};
    const Call call = expand::fill(bound, planned);
    if (auto said = differ_in_other_values(bound, call); !said.empty()) return planned.id + ": " + said;
  }
  return {};
}

}  // namespace npu_cts
