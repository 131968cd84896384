// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <fmt/format.h>

#include "framework/base/numbers.h"
#include "framework/base/text.h"
#include "framework/reader/op_spec_parts.h"

namespace npu_cts::reader {
namespace {

/// Reports a list under `key` that has not two members.
void check_two(Reading& reading, const Node& node, std::string_view key) {
  if (node.kind != Node::Kind::sequence || node.items.size() == 2) return;
  reading.report(error_at(Kind::wrong_type, node.at, fmt::format("'{}' has {} ends", key, node.items.size()),
                          "it goes from a first value to a last, both inside", "write [first, last]"));
}

std::vector<ExpressionPtr> read_bounds(Reading& reading, const Node& node, std::string_view key) {
  std::vector<ExpressionPtr> bounds;
  for (const Node& item : reading.items(node)) bounds.push_back(reading.expression(item, Type::integer));
  check_two(reading, node, key);
  return bounds;
}

std::vector<double> read_numbers(Reading& reading, const Node& node) {
  std::vector<double> numbers;
  for (const Node& item : reading.items(node)) numbers.push_back(reading.real(item));
  return numbers;
}

std::vector<std::uint64_t> read_patterns(Reading& reading, const Node& node) {
  std::vector<std::uint64_t> patterns;
  for (const Node& item : reading.items(node)) {
    const auto bits = item.quoted ? parse_bits(item.text) : std::nullopt;
    patterns.push_back(bits.value_or(0));
    if (bits) continue;
    reading.report(
        error_at(Kind::wrong_type, item.at, fmt::format("'{}' is no pattern of bits", item.text),
                 "a pattern is 1 to 16 hexadecimal digits in quotes: a bare 0x10 is a number to some readers",
                 "write it as \"0x3F80\""));
  }
  return patterns;
}

/// Returns the fill of `kind` whose elements `node` gives.
Fill read_elements(Reading& reading, const Node& node, FillKind kind) {
  const std::string_view name = name_of(kind);
  Fill fill;
  fill.kind = kind;
  switch (kind) {
    case FillKind::uniform:
    case FillKind::distinct:
      fill.bounds = read_bounds(reading, node, name);
      return fill;
    case FillKind::reals:
      fill.numbers = read_numbers(reading, node);
      check_two(reading, node, name);
      return fill;
    case FillKind::cycle:
      fill.numbers = read_numbers(reading, node);
      return fill;
    case FillKind::bits:
      fill.patterns = read_patterns(reading, node);
      return fill;
    case FillKind::columns:
      for (const Node& column : reading.items(node)) fill.columns.push_back(read_fill(reading, column));
      return fill;
  }
  std::abort();
}

}  // namespace

Fill read_fill(Reading& reading, const Node& node) {
  const Fields fields(reading, node, Form::fill);
  Fill fill;
  fill.at = node.at;
  if (node.kind == Node::Kind::map && node.entries.size() != 1) {
    reading.report(error_at(Kind::wrong_type, node.at, fmt::format("a fill has one key, not {}", node.entries.size()),
                            "values are made in one way",
                            fmt::format("keep one of: {}", info_of(Form::fill).optional)));
    return fill;
  }
  if (node.entries.empty()) return fill;
  const std::string& name = node.entries.front().key.text;
  const Node& value = node.entries.front().value;
  const auto kind = find_named<FillKind>(name);
  if (!kind) return fill;
  fill = read_elements(reading, value, *kind);
  fill.at = node.at;
  if (value.kind == Node::Kind::sequence && value.items.empty()) {
    reading.report(error_at(Kind::wrong_type, value.at, fmt::format("'{}' is empty", name), "there is no value to take",
                            "write at least one"));
  }
  return fill;
}

}  // namespace npu_cts::reader
