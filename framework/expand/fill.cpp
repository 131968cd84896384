// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/fill.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>

#include "framework/base/find.h"
#include "framework/base/names.h"
#include "framework/base/random.h"
#include "framework/base/text.h"
#include "framework/base/wide_loop.h"
#include "framework/expression/nodes.h"
#include "framework/model/element.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::expand {
namespace {

struct Bounds {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// A call whose arguments get values. Expressions over it are few: its slots are made for the first.
class FilledCall {
 public:
  FilledCall(const BoundSpec& bound, const Call& call) : bound_(bound), call_(call) {}

  const SlotCall& slots() {
    if (!slots_) slots_.emplace(bound_, call_.arguments);
    return *slots_;
  }

 private:
  const BoundSpec& bound_;
  const Call& call_;
  std::optional<SlotCall> slots_;
};

/// Returns the value of `bound`, which nearly always is a number; nothing where it is no integer.
std::optional<std::int64_t> integer_of(const Expression& bound, FilledCall& call) {
  if (const auto number = number_of(bound)) return number;
  const Computed value = evaluate(bound, call.slots());
  const auto* const integer = std::get_if<std::int64_t>(&value);
  return integer == nullptr ? std::nullopt : std::optional(*integer);
}

/// An undefined or empty range is a single 0: the spec's own data rules then say what is wrong with it.
Bounds bounds_of(const Fill& fill, FilledCall& call) {
  if (fill.bounds.size() != 2) return {};
  const auto low = integer_of(*fill.bounds[0], call);
  const auto high = integer_of(*fill.bounds[1], call);
  if (!low || !high || *low > *high) return {};
  return {.low = *low, .high = *high};
}

/// Returns how many integers there are; 0 for all of 64 bits.
std::uint64_t count_of(const Bounds& bounds) {
  return static_cast<std::uint64_t>(bounds.high) - static_cast<std::uint64_t>(bounds.low) + 1;
}

/// Returns a step that visits every residue of `count`: near the golden section, so that neighbours lie far apart.
std::uint64_t stride_of(std::uint64_t count) {
  auto step = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(count) * 0.618));
  while (std::gcd(step, count) != 1) ++step;
  return step;
}

/// Returns whether each element is an integer drawn from one range.
bool makes_integers(const Fill& fill, DType dtype) { return fill.kind == FillKind::uniform && !is_float(dtype); }

/// The element maker of one fill for one tensor.
class Maker {
 public:
  /// `stream` is the hash of the name that its numbers are drawn by.
  Maker(const Fill& fill, DType dtype, std::uint64_t stream, FilledCall& call)
      : fill_(fill),
        dtype_(dtype),
        random_(stream),
        bounds_(bounds_of(fill, call)),
        stride_(fill.kind == FillKind::distinct ? stride_of(count_of(bounds_)) : 1) {
    for (std::size_t i = 0; i < fill.columns.size(); ++i) {
      columns_.emplace_back(fill.columns[i], dtype, stable_hash("#" + std::to_string(i), stream), call);
    }
  }

  [[nodiscard]] std::uint64_t element(std::uint64_t index) const {
    switch (fill_.kind) {
      case FillKind::columns:
        return columns_[index % columns_.size()].element(index / columns_.size());
      case FillKind::cycle:
        return encode(fill_.numbers[index % fill_.numbers.size()], dtype_);
      case FillKind::bits:
        return fill_.patterns[index % fill_.patterns.size()];
      case FillKind::reals:
        return encode(random_.real(index, fill_.numbers[0], fill_.numbers[1]), dtype_);
      case FillKind::distinct:
        return encode(distinct(index), dtype_);
      case FillKind::uniform:
        return encode(random_.integer(index, bounds_.low, bounds_.high), dtype_);
    }
    std::abort();
  }

  /// Returns after how many elements they repeat; 0 where they do not.
  [[nodiscard]] std::uint64_t period() const {
    switch (fill_.kind) {
      case FillKind::columns: {
        std::uint64_t period = 1;
        for (const Maker& column : columns_) period = std::lcm(period, column.period());
        return period * columns_.size();
      }
      case FillKind::cycle:
        return fill_.numbers.size();
      case FillKind::bits:
        return fill_.patterns.size();
      case FillKind::reals:
      case FillKind::distinct:
      case FillKind::uniform:
        return 0;
    }
    std::abort();
  }

 private:
  [[nodiscard]] std::int64_t distinct(std::uint64_t index) const {
    const std::uint64_t count = count_of(bounds_);
    const std::uint64_t step = count == 0 ? index : (index % count) * stride_ % count;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(bounds_.low) + step);
  }

  const Fill& fill_;
  DType dtype_;
  Random random_;
  Bounds bounds_;
  std::uint64_t stride_;  ///< of distinct numbers
  std::vector<Maker> columns_;
};

std::uint64_t plain_element(const Random& random, std::uint64_t index, DType dtype) {
  const PlainRange range = plain_range(dtype);
  switch (info_of(dtype).kind) {
    case DTypeKind::boolean:
      return random.bits(index) & 1;
    case DTypeKind::signed_integer:
    case DTypeKind::unsigned_integer:
      return encode(random.integer(index, range.low, range.high), dtype);
    case DTypeKind::floating:
      return encode(random.real(index, static_cast<double>(range.low), static_cast<double>(range.high)), dtype);
  }
  std::abort();
}

/// Gives each element the bits of `make`, which repeat after `period` elements; 0: never.
template <class MakeElement>
void fill_tensor(Tensor& tensor, std::uint64_t period, const MakeElement& make) {
  const auto width = static_cast<std::size_t>(bytes_of(tensor.type.dtype));
  const auto count = static_cast<std::size_t>(numel(tensor.type.shape));
  tensor.values.resize(count * width);
  std::byte* const values = tensor.values.data();
  const std::size_t made = period == 0 ? count : std::min<std::size_t>(count, period);
  for (std::size_t i = 0; i < made; ++i) {
    const std::uint64_t bits = make(i);
    std::memcpy(values + i * width, &bits, width);
  }
  for (std::size_t done = made; done < count;) {  // whole periods, so that what follows goes on with the first
    const std::size_t next = std::min(done, count - done);
    std::memcpy(values + done * width, values, next * width);
    done += next;
  }
}

/// Integers that are drawn at a time: a loop of so many needs no rest, and is vectorized.
constexpr std::size_t together = 64;

/// Draws the elements of a uniform range from `first` on, as words of the tensor's width.
template <class Word>
struct Draw {
  Random random;
  std::uint64_t low;
  std::uint64_t mask;  // high - low

  [[nodiscard]] bool is_power_of_two() const { return (mask & (mask + 1)) == 0; }

  [[nodiscard]] Word one(std::size_t index) const {
    const std::uint64_t drawn = random.bits(index);
    return static_cast<Word>(low + (is_power_of_two() ? drawn & mask : drawn % (mask + 1)));
  }
};

/// Draws the first `count` elements. Precondition: the range is a power of two, and `count` a multiple of `together`.
template <class Word>
void draw_whole(const Draw<Word>& how, std::size_t count, std::byte* to) {
  run_wide([&]() NPU_CTS_INLINED {
    std::array<Word, together> words;
    for (std::size_t at = 0; at < count; at += together) {
      for (std::size_t i = 0; i < together; ++i)
        words[i] = static_cast<Word>(how.low + (how.random.bits(at + i) & how.mask));
      std::memcpy(to + at * sizeof(Word), words.data(), sizeof words);
    }
  });
}

/// As fill_tensor with random.integer: the same bytes, without a division where the range is a power of two.
void fill_integers(Tensor& tensor, const Random& random, const Bounds& bounds) {
  with_word(tensor.type.dtype, [&](auto word) {
    using Word = decltype(word);
    const auto count = static_cast<std::size_t>(numel(tensor.type.shape));
    tensor.values.resize(count * sizeof(Word));
    std::byte* const to = tensor.values.data();
    const auto low = static_cast<std::uint64_t>(bounds.low);
    const Draw<Word> how{.random = random, .low = low, .mask = static_cast<std::uint64_t>(bounds.high) - low};
    const std::size_t whole = how.is_power_of_two() ? count - count % together : 0;
    draw_whole(how, whole, to);
    for (std::size_t i = whole; i < count; ++i) {
      word = how.one(i);
      std::memcpy(to + i * sizeof word, &word, sizeof word);
    }
  });
}

const DataSet* find_data_set(const OpSpec& op, std::string_view id) {
  if (const DataSet* const set = find_by(op.hints.data, id, &DataSet::id)) return set;
  const auto is_it = [&](const SizeGroup& group) { return group.start.id == id; };
  const SizeGroup* const group = id.empty() ? nullptr : find_where(op.hints.sizes, is_it);
  return group == nullptr ? nullptr : &group->start;
}

const Example* find_example(const OpSpec& op, const Case& planned) {
  if (planned.family != Family::examples) return nullptr;
  return find_where(op.examples,
                    [&](const Example& example) { return is_for(planned, ReasonKind::example, example.id); });
}

/// Returns the name that the values of `planned` are drawn by.
std::string name_of_values(const Case& planned, std::string_view challenge) {
  return challenge.empty() ? planned.id : planned.id + "|" + std::string(challenge);
}

/// Returns `call` with values in the tensors whose keys are `wanted`.
Call fill_those(const BoundSpec& bound, const Call& call, std::string_view name, const FillOf& fill_of,
                const auto& wanted) {
  Call filled = call;
  FilledCall unfilled(bound, call);
  const std::uint64_t start = stable_hash("|", stable_hash(name));
  for (auto& [key, value] : filled.arguments) {
    auto* tensor = std::get_if<Tensor>(&value);
    if (tensor == nullptr || !wanted(key)) continue;
    const std::uint64_t stream = stable_hash(key, start);  // of "name|key"
    if (const Fill* how = fill_of(key)) {
      const bool is_vector = tensor->type.shape.size() == 1 && !how->columns.empty();
      const Fill& chosen = is_vector ? how->columns.back() : *how;
      if (makes_integers(chosen, tensor->type.dtype)) {
        fill_integers(*tensor, Random(stream), bounds_of(chosen, unfilled));
        continue;
      }
      const Maker maker(chosen, tensor->type.dtype, stream, unfilled);
      fill_tensor(*tensor, maker.period(), [&](std::size_t i) { return maker.element(i); });
    } else {
      const Random random(stream);
      fill_tensor(*tensor, 0, [&](std::size_t i) { return plain_element(random, i, tensor->type.dtype); });
    }
  }
  return filled;
}

}  // namespace

Case example_case(const OpSpec& op, const Example& example, const Target& target) {
  Case one{.family = Family::examples,
           .content = example.id,
           .call = example.call,
           .expected = example.verdict,
           .covers = {{ReasonKind::example, example.id}},
           .at = example.at};
  one.call.op = op.name;
  one.call.target = target;
  one.id = case_id(one.call, content_of(one.family, one.content));
  return one;
}

const Fill* find_fill(const OpSpec& op, const Case& planned, const std::string& key) {
  if (const Example* example = find_example(op, planned)) {
    const auto it = example->fills.find(key);
    if (it != example->fills.end()) return &it->second;
  }
  return find_fill(op, planned.data_set, key);
}

const Fill* find_fill(const OpSpec& op, std::string_view data_set, const std::string& key) {
  for (const std::string_view id : {data_set, std::string_view("default")}) {
    const DataSet* set = find_data_set(op, id);
    if (set == nullptr) continue;
    const auto it = set->fills.find(key);
    if (it != set->fills.end()) return &it->second;
  }
  return nullptr;
}

PlainRange plain_range(DType dtype) {
  switch (info_of(dtype).kind) {
    case DTypeKind::boolean:
      return {.low = 0, .high = 1};
    case DTypeKind::signed_integer:
    case DTypeKind::unsigned_integer:
      return {.low = -128, .high = 127};
    case DTypeKind::floating:
      return {.low = -4, .high = 4};
  }
  std::abort();
}

Call fill(const BoundSpec& bound, const Call& call, std::string_view name, const FillOf& fill_of) {
  return fill_those(bound, call, name, fill_of, [](const std::string&) { return true; });
}

Call fill(const BoundSpec& bound, const Case& planned, std::string_view challenge) {
  return fill(bound, planned.call, name_of_values(planned, challenge),
              [&](const std::string& key) { return find_fill(bound.op(), planned, key); });
}

Call fill_some(const BoundSpec& bound, const Case& planned, std::string_view challenge,
               const std::set<std::string>& keys) {
  return fill_those(
      bound, planned.call, name_of_values(planned, challenge),
      [&](const std::string& key) { return find_fill(bound.op(), planned, key); },
      [&](const std::string& key) { return keys.contains(key); });
}

}  // namespace npu_cts::expand
