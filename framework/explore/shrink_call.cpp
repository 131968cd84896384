// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/shrink_story.h"

#include <algorithm>
#include <utility>

#include "framework/explore/dice.h"
#include "framework/model/element.h"

namespace npu_cts::explore {
namespace {

constexpr std::size_t most_parts = 256;  ///< of a tensor that are made simple one by one

/// Collects the changes to what is simpler than one call. They outlive it: they refer to nothing.
class Simpler {
 public:
  std::vector<Change<DrawnCall>> take() { return std::move(all_); }

  void add(Change<DrawnCall> change) { all_.push_back(std::move(change)); }

  /// Adds a change to each value that is simpler than `value`, which `place` finds in a call.
  template <class Find>
  void add_values(const Value& value, const Find& place) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
      for (const std::int64_t one : nearer_to_zero(*number)) add([=](DrawnCall& call) { place(call) = Value(one); });
    } else if (const auto* const list = std::get_if<Shape>(&value)) {
      add_lists(*list, place);
    }
  }

 private:
  static std::vector<std::int64_t> nearer_to_zero(std::int64_t number) {
    if (number >= 0) return smaller_sizes(number);
    std::vector<std::int64_t> near{0};
    if (number < -1) near.push_back(-1);
    if (number < -2) near.push_back(number / 2);
    return near;
  }

  template <class Find>
  void add_lists(const Shape& list, const Find& place) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Shape fewer = list;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      add([=](DrawnCall& call) { place(call) = Value(fewer); });
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (const std::int64_t one : nearer_to_zero(list[i])) {
        Shape other = list;
        other[i] = one;
        add([=](DrawnCall& call) { place(call) = Value(other); });
      }
    }
  }

  std::vector<Change<DrawnCall>> all_;
};

void add_simpler_edits(const DrawnCall& drawn, Simpler& simpler) {
  const std::vector<search::MutationStep>& edits = drawn.candidate.edits;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    simpler.add([i](DrawnCall& call) {
      call.candidate.edits.erase(call.candidate.edits.begin() + static_cast<std::ptrdiff_t>(i));
    });
  }
  for (std::size_t i = 0; i < edits.size(); ++i) {
    for (const std::int64_t size : smaller_sizes(edits[i].size))
      simpler.add([i, size](DrawnCall& call) { call.candidate.edits[i].size = size; });
    if (edits[i].value)
      simpler.add_values(*edits[i].value,
                         [i](DrawnCall& call) -> std::optional<Value>& { return call.candidate.edits[i].value; });
  }
}

void add_simpler_symbols(const DrawnCall& drawn, Simpler& simpler) {
  for (std::size_t slot = 0; slot < drawn.candidate.symbols.size(); ++slot) {
    if (drawn.candidate.symbols[slot])
      simpler.add_values(*drawn.candidate.symbols[slot],
                         [slot](DrawnCall& call) -> std::optional<Value>& { return call.candidate.symbols[slot]; });
  }
}

/// Sizes that are equal may have to stay so.
void add_simpler_equals(const DrawnCall& drawn, Simpler& simpler) {
  for (const std::optional<Value>& symbol : drawn.candidate.symbols) {
    const auto* const size = symbol ? std::get_if<std::int64_t>(&*symbol) : nullptr;
    if (size == nullptr || std::ranges::count(drawn.candidate.symbols, symbol) < 2) continue;
    for (const std::int64_t smaller : smaller_sizes(*size)) {
      simpler.add([old = *symbol, smaller](DrawnCall& call) {
        std::ranges::replace(call.candidate.symbols, std::optional(old), std::optional<Value>(smaller));
      });
    }
  }
}

void add_simpler_choices(const DrawnCall& drawn, std::size_t slot, Simpler& simpler) {
  const search::ParameterChoice& choice = drawn.candidate.parameters[slot];
  const auto change = [&](const auto& make_simple) {
    simpler.add([=](DrawnCall& call) { make_simple(call.candidate.parameters[slot]); });
  };
  if (choice.dtype) change([](search::ParameterChoice& one) { one.dtype.reset(); });
  if (choice.argument) change([](search::ParameterChoice& one) { one.argument.reset(); });
  if (choice.layout != Layout::contiguous)
    change([](search::ParameterChoice& one) { one.layout = Layout::contiguous; });
  if (choice.storage_offset != 0) change([](search::ParameterChoice& one) { one.storage_offset = 0; });
  for (const std::int64_t smaller : smaller_sizes(choice.storage_offset))
    change([smaller](search::ParameterChoice& one) { one.storage_offset = smaller; });
  const Format usual = drawn.bound->parameters()[slot].format.value_or(Format::nd);
  if (choice.format != usual) change([usual](search::ParameterChoice& one) { one.format = usual; });
  for (std::size_t i = 0; i < choice.alternative; ++i)
    change([i](search::ParameterChoice& one) { one.alternative = i; });
  if (choice.argument) {
    simpler.add_values(*choice.argument, [slot](DrawnCall& call) -> std::optional<Value>& {
      return call.candidate.parameters[slot].argument;
    });
  }
}

void add_simpler_data(const DrawnCall& drawn, Simpler& simpler) {
  if (drawn.values.empty()) return;
  simpler.add([](DrawnCall& call) { call.values.clear(); });
  for (std::size_t slot = 0; slot < drawn.values.size(); ++slot) {
    const ValueChoice choice = drawn.values[slot];
    if (choice.first == choice.second) continue;
    simpler.add([=](DrawnCall& call) { call.values[slot].first = choice.second; });
    simpler.add([=](DrawnCall& call) { call.values[slot].second = choice.first; });
  }
}

/// The bits of zero and one.
std::vector<std::uint64_t> simple_bits(DType dtype) {
  const std::uint64_t one = is_float(dtype) ? encode(1.0, dtype) : encode(std::int64_t{1}, dtype);
  return {0, one};
}

/// Returns whether each of the elements from `from` on is `bits`, or is simpler: zero.
bool is_simple(const Tensor& tensor, std::size_t from, std::size_t until, std::uint64_t bits) {
  for (std::size_t i = from; i < until; ++i) {
    const std::uint64_t now = bits_at(tensor, i);
    if (now != bits && now != 0) return false;
  }
  return true;
}

Change<Call> set_elements(const std::string& key, std::size_t from, std::size_t until, std::uint64_t bits) {
  return [=](Call& call) {
    auto& tensor = std::get<Tensor>(call.arguments.find(key)->second);
    for (std::size_t i = from; i < until; ++i) set_bits(tensor, i, bits);
  };
}

void add_simpler_tensors(const std::string& key, const Tensor& tensor, std::vector<Change<Call>>& all) {
  const auto count = tensor.values.size() / static_cast<std::size_t>(bytes_of(tensor.type.dtype));
  for (std::size_t parts = 1; parts < 2 * count && parts <= most_parts; parts *= 2) {
    const std::size_t length = (count + parts - 1) / parts;
    for (std::size_t from = 0; from < count; from += length) {
      const std::size_t until = std::min(count, from + length);
      for (const std::uint64_t bits : simple_bits(tensor.type.dtype)) {
        if (!is_simple(tensor, from, until, bits)) all.push_back(set_elements(key, from, until, bits));
      }
    }
  }
}

}  // namespace

std::vector<Change<DrawnCall>> simpler_calls(const DrawnCall& drawn) {
  Simpler simpler;
  add_simpler_edits(drawn, simpler);
  add_simpler_symbols(drawn, simpler);
  add_simpler_equals(drawn, simpler);
  for (std::size_t slot = 0; slot < drawn.candidate.parameters.size(); ++slot)
    add_simpler_choices(drawn, slot, simpler);
  add_simpler_data(drawn, simpler);
  return simpler.take();
}

std::vector<Change<Call>> simpler_values(const Call& call) {
  std::vector<Change<Call>> all;
  for (const auto& [key, value] : call.arguments) {
    if (const auto* const tensor = std::get_if<Tensor>(&value)) add_simpler_tensors(key, *tensor, all);
  }
  return all;
}

}  // namespace npu_cts::explore
