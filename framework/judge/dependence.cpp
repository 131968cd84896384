// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/dependence.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/judge/compare.h"
#include "framework/model/element.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::judging {
namespace {

constexpr std::int64_t most_elements = 8192;
constexpr int most_computations = 96;  // of one tensor

/// Elements of a tensor, from `begin` to before `end`.
struct Part {
  std::int64_t begin;
  std::int64_t end;
};

/// The two ways in which elements are changed: a result that does not move under the one may move under the other.
enum class Change : std::uint8_t {
  zero,   ///< to 0, and 0 to 1
  other,  ///< to all other bits, or a number to its opposite
};

void change(Tensor& tensor, Part part, Change how) {
  const DType dtype = tensor.type.dtype;
  const std::uint64_t one = is_float(dtype) ? encode(1.0, dtype) : encode(std::int64_t{1}, dtype);
  const std::uint64_t sign = std::uint64_t{1} << (8 * static_cast<unsigned>(bytes_of(dtype)) - 1);
  for (std::int64_t i = part.begin; i < part.end; ++i) {
    const std::uint64_t bits = bits_at(tensor, static_cast<std::size_t>(i));
    if (how == Change::zero) {
      set_bits(tensor, static_cast<std::size_t>(i), bits == 0 ? one : 0);
    } else {
      set_bits(tensor, static_cast<std::size_t>(i), is_float(dtype) ? bits ^ sign : ~bits);
    }
  }
}

class Experiment {
 public:
  Experiment(const BoundSpec& bound, const Call& call, const std::vector<std::int64_t>& places,
             const Computation& compute)
      : bound_(bound),
        changed_(call),
        places_(places),
        compute_(compute),
        plain_(compute(call)),
        verdict_(judge_rules(bound, call).verdict) {}

  /// How many elements the output has.
  [[nodiscard]] std::int64_t size() const { return numel(plain_.type.shape); }

  /// Returns which elements of the tensor `key` each place depends on; nothing where the computations ran out.
  std::optional<std::vector<std::vector<std::int64_t>>> elements_of(const std::string& key) {
    computations_ = 0;
    found_.assign(places_.size(), {});
    auto& tensor = std::get<Tensor>(changed_.arguments.at(key));
    std::vector<std::size_t> all(places_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    halve(tensor, {.begin = 0, .end = numel(tensor.type.shape)}, all);
    if (is_over()) return std::nullopt;
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool is_over() const { return computations_ >= most_computations; }

  /// Returns which of `among` another value of `part` moves.
  std::vector<std::size_t> moved(Tensor& tensor, Part part, const std::vector<std::size_t>& among) {
    std::vector<std::size_t> moved;
    for (const Change how : {Change::zero, Change::other}) {
      const auto kept = tensor.values;
      change(tensor, part, how);
      if (!is_over() && judge_rules(bound_, changed_).verdict == verdict_) {
        ++computations_;
        const Tensor got = compute_(changed_);
        for (const std::size_t place : among) {
          const auto at = static_cast<std::size_t>(places_[place]);
          if (bits_at(got, at) != bits_at(plain_, at) && !contains(moved, place)) moved.push_back(place);
        }
      }
      tensor.values = kept;
      if (moved.size() == among.size()) break;
    }
    return moved;
  }

  void halve(Tensor& tensor, Part part, const std::vector<std::size_t>& among) {  // NOLINT(misc-no-recursion)
    const auto places = moved(tensor, part, among);
    if (places.empty()) return;
    if (part.end - part.begin == 1) {
      for (const std::size_t place : places) found_[place].push_back(part.begin);
      return;
    }
    const std::int64_t middle = part.begin + (part.end - part.begin) / 2;
    halve(tensor, {.begin = part.begin, .end = middle}, places);
    halve(tensor, {.begin = middle, .end = part.end}, places);
  }

  const BoundSpec& bound_;
  Call changed_;
  const std::vector<std::int64_t>& places_;
  const Computation& compute_;
  Tensor plain_;
  Verdict verdict_;
  int computations_ = 0;
  std::vector<std::vector<std::int64_t>> found_;
};

std::string text_of(const std::string& name, const Tensor& tensor, const std::vector<std::int64_t>& elements) {
  constexpr std::size_t most_named = 2;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min(elements.size(), most_named); ++i)
    words.push_back(fmt::format("{}{} = {}", name, to_text(place_of_element(elements[i], tensor.type.shape)),
                                element_text(tensor, elements[i])));
  std::string text = join(words, ", ");
  if (elements.size() > most_named) text += fmt::format(" and {} more of it", elements.size() - most_named);
  return text;
}

}  // namespace

std::vector<std::string> inputs_at(const BoundSpec& bound, const Call& call, const std::vector<std::int64_t>& places,
                                   const Computation& compute) {
  std::vector<std::vector<std::string>> texts(places.size());
  if (elements_of(call) > most_elements) return std::vector<std::string>(places.size());
  Experiment experiment(bound, call, places, compute);
  if (experiment.size() > most_elements) return std::vector<std::string>(places.size());
  for (const Parameter& parameter : bound.op().parameters) {
    const auto it = call.arguments.find(parameter.key);
    const auto* tensor = it == call.arguments.end() ? nullptr : std::get_if<Tensor>(&it->second);
    if (tensor == nullptr || tensor->values.empty()) continue;
    const auto found = experiment.elements_of(parameter.key);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!found) texts[i].push_back("much of " + parameter.key);
      if (found && !(*found)[i].empty()) texts[i].push_back(text_of(parameter.key, *tensor, (*found)[i]));
    }
  }
  std::vector<std::string> lines;
  for (const auto& words : texts) lines.push_back(join(words, ", "));
  return lines;
}

}  // namespace npu_cts::judging
