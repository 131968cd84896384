// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/compare.h"

#include <cmath>

#include <fmt/format.h>

#include "framework/judge/extent.h"
#include "framework/model/bytes.h"
#include "framework/model/element.h"

namespace npu_cts::judging {
namespace {

constexpr std::int64_t fewest_to_tell = 16;
constexpr double most_alike = 0.95;

bool is_equal(std::uint64_t a, std::uint64_t b, DType dtype) {
  if (a == b) return true;
  return is_float(dtype) && std::isnan(decode_float(a, dtype)) && std::isnan(decode_float(b, dtype));
}

/// Returns how many of the first `count` elements have the value that most have; fewer where no value is in the
/// majority. Ends with 0 where so many differ from their neighbour that less than most_alike have one value: each that
/// has another differs from two at most.
template <class Word>
std::int64_t count_alike(const Tensor& tensor, std::int64_t count) {
  const auto word_of = [&](std::int64_t i) { return word_at<Word>(tensor, static_cast<std::size_t>(i)); };
  const double most_changes = 2 * (1 - most_alike) * static_cast<double>(count) + 1;
  std::int64_t changes = 0;
  Word candidate = 0;  // found by the vote of Boyer and Moore
  std::int64_t lead = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const Word word = word_of(i);
    if (i > 0 && word != word_of(i - 1) && static_cast<double>(++changes) > most_changes) return 0;
    if (lead == 0) candidate = word;
    lead += word == candidate ? 1 : -1;
  }
  std::int64_t alike = 0;
  for (std::int64_t i = 0; i < count; ++i) alike += word_of(i) == candidate ? 1 : 0;
  return alike;
}

/// Returns the first element from `begin` on that differs; the number of elements where none does.
template <class Word>
std::int64_t find_differing(const Tensor& got, const Tensor& want, std::int64_t begin) {
  const std::int64_t count = numel(want.type.shape);
  for (std::int64_t i = begin; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!is_equal(word_at<Word>(got, at), word_at<Word>(want, at), want.type.dtype)) return i;
  }
  return count;
}

/// Returns whether the types and the number of bytes are those of `want`.
bool is_of_type(const Tensor& got, const Tensor& want) {
  return got.type.dtype == want.type.dtype && got.type.shape == want.type.shape &&
         got.values.size() == static_cast<std::size_t>(numel(want.type.shape) * bytes_of(want.type.dtype));
}

std::string type_text(const TensorType& type) { return fmt::format("{}{}", name_of(type.dtype), to_text(type.shape)); }

}  // namespace

std::string element_text(const Tensor& tensor, std::int64_t index) {
  const DType dtype = tensor.type.dtype;
  const std::uint64_t bits = bits_at(tensor, static_cast<std::size_t>(index));
  if (!is_float(dtype) && bytes_of(dtype) < 8) return integer_text(bits, dtype);
  if (!is_float(dtype)) return fmt::format("{} (0x{:016X})", integer_text(bits, dtype), bits);  // mostly packed bits
  return fmt::format("{} (0x{:0{}X})", decode_float(bits, dtype), bits, bytes_of(dtype) * 2);
}

bool agree(const Tensor& got, const Tensor& want) {
  if (!is_of_type(got, want)) return false;
  if (same_bytes(got.values, want.values)) return true;
  if (!is_float(want.type.dtype)) return false;
  return with_word(want.type.dtype,
                   [&](auto word) { return find_differing<decltype(word)>(got, want, 0) == numel(want.type.shape); });
}

std::vector<std::int64_t> differing(const Tensor& got, const Tensor& want) {
  std::vector<std::int64_t> wrong;
  if (same_bytes(got.values, want.values)) return wrong;
  with_word(want.type.dtype, [&](auto word) {
    const auto next = [&](std::int64_t begin) { return find_differing<decltype(word)>(got, want, begin); };
    for (std::int64_t i = next(0); i < numel(want.type.shape); i = next(i + 1)) wrong.push_back(i);
  });
  return wrong;
}

std::optional<Mismatch> compare(const std::string& output, const Tensor& got, const Tensor& want) {
  if (!is_of_type(got, want)) {
    const auto bytes = static_cast<std::size_t>(numel(want.type.shape) * bytes_of(want.type.dtype));
    return Mismatch{.output = output,
                    .index = {},
                    .got = fmt::format("{} of {} bytes", type_text(got.type), got.values.size()),
                    .want = fmt::format("{} of {} bytes", type_text(want.type), bytes)};
  }
  const auto wrong = differing(got, want);
  if (wrong.empty()) return std::nullopt;
  Extent extent = extent_of(got, want, wrong);
  return Mismatch{.output = output,
                  .index = place_of_element(wrong.front(), want.type.shape),
                  .got = element_text(got, wrong.front()),
                  .want = element_text(want, wrong.front()),
                  .pattern = std::move(extent.pattern),
                  .details = std::move(extent.details)};
}

std::string weakness_of(const Tensor& tensor) {
  const std::int64_t count = numel(tensor.type.shape);
  if (count < fewest_to_tell || tensor.values.empty()) return "";
  const std::int64_t alike =
      with_word(tensor.type.dtype, [&](auto word) { return count_alike<decltype(word)>(tensor, count); });
  if (alike == count) return "every element of the result is the same";
  if (static_cast<double>(alike) < most_alike * static_cast<double>(count)) return "";
  return fmt::format("{} of {} elements of the result have one value", alike, count);
}

std::string weakness_in(std::span<const NamedTensor> outputs) {
  for (const NamedTensor& output : outputs) {
    const std::string weakness = weakness_of(output.tensor);
    if (!weakness.empty()) return outputs.size() == 1 ? weakness : fmt::format("'{}': {}", output.name, weakness);
  }
  return "";
}

}  // namespace npu_cts::judging
