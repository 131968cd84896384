// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/attempts.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/bytes.h"
#include "framework/model/storage.h"

namespace npu_cts::wire {
namespace {

Spot spot_of(const RawOutput& output, std::size_t byte) {
  const std::string name = escape_control(output.declared.name);
  if (!output.declared.alias.empty()) return {name, fmt::format("output '{}' at byte {} of its storage", name, byte)};
  const auto size = static_cast<std::size_t>(bytes_of(output.declared.dtype));
  return {name, fmt::format("output '{}' at {}", name,
                            to_text(place_of_element(static_cast<std::int64_t>(byte / size), output.declared.shape)))};
}

/// Returns the element of `output` that `byte` lies in as a number, "0x0009"; of an alias that byte.
std::string hex_at(const RawOutput& output, std::size_t byte) {
  const auto size = static_cast<std::size_t>(output.declared.alias.empty() ? bytes_of(output.declared.dtype) : 1);
  std::string text = "0x";
  for (std::size_t at = byte / size * size + size; at > byte / size * size; --at)
    text += fmt::format("{:02x}", std::to_integer<unsigned>(output.bytes.at(at - 1)));
  return text;
}

bool is_all(std::span<const std::byte> bytes, std::byte value) {
  return std::ranges::all_of(bytes, [&](std::byte byte) { return byte == value; });
}

}  // namespace

std::optional<Spot> find_unwritten(const std::vector<RawOutput>& once, const std::vector<RawOutput>& again,
                                   std::byte first, std::byte second) {
  for (std::size_t i = 0; i < once.size() && i < again.size(); ++i) {
    if (!once[i].declared.alias.empty()) continue;
    const auto size = static_cast<std::size_t>(bytes_of(once[i].declared.dtype));
    const std::size_t bytes = std::min(once[i].bytes.size(), again[i].bytes.size());
    for (std::size_t at = 0; at + size <= bytes; at += size) {
      if (once[i].bytes[at] != first) continue;
      const std::span one(once[i].bytes.data() + at, size);
      const std::span two(again[i].bytes.data() + at, size);
      if (is_all(one, first) && is_all(two, second)) return spot_of(once[i], at);
    }
  }
  return std::nullopt;
}

std::optional<Spot> find_difference(const std::vector<RawOutput>& once, const std::vector<RawOutput>& again) {
  if (once.size() != again.size()) return Spot{"", "another number of outputs"};
  for (std::size_t i = 0; i < once.size(); ++i) {
    if (once[i].declared.name != again[i].declared.name || once[i].declared.dtype != again[i].declared.dtype ||
        once[i].declared.shape != again[i].declared.shape) {
      const std::string name = escape_control(once[i].declared.name);
      return Spot{name, fmt::format("output '{}' of another type", name)};
    }
    if (same_bytes(once[i].bytes, again[i].bytes)) continue;
    const auto [one, two] = std::ranges::mismatch(once[i].bytes, again[i].bytes);
    if (one != once[i].bytes.end()) {
      const auto byte = static_cast<std::size_t>(one - once[i].bytes.begin());
      Spot spot = spot_of(once[i], byte);
      spot.change = fmt::format(": {} instead of {}", hex_at(again[i], byte), hex_at(once[i], byte));
      return spot;
    }
  }
  return std::nullopt;
}

NamedTensor named(RawOutput output, Request& request) {
  NamedTensor named{
      .name = output.declared.name,
      .tensor = {.type = {.dtype = output.declared.dtype, .shape = output.declared.shape}, .values = output.bytes}};
  if (!output.declared.alias.empty()) {
    auto& stored = std::get<StoredTensor>(request.arguments.find(output.declared.alias)->second);
    stored.storage = std::move(output.bytes);
    named.tensor.values = load(stored).values;
  }
  return named;
}

}  // namespace npu_cts::wire
