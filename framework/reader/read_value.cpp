// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_value.h"

#include <cstdlib>

#include <fmt/format.h>

#include "framework/model/storage.h"

namespace npu_cts::reader {
namespace {

constexpr std::size_t most_axes = 64;                          ///< as many as the frameworks' tensors have
constexpr std::int64_t most_elements = std::int64_t{1} << 59;  ///< larger tensors cannot be counted in bytes
constexpr std::int64_t most_before = 1'000'000;                ///< a larger storage offset shows no more

/// Reports too many axes, sizes below zero, and shapes whose elements cannot be counted. Returns whether there is none.
bool check_sizes(Reading& reading, const Shape& shape, const Location& at) {
  if (shape.size() > most_axes) {
    reading.report(error_at(Kind::bad_call, at, fmt::format("the shape has {} axes", shape.size()),
                            fmt::format("a tensor has at most {} axes", most_axes), "write the shape of a tensor"));
    return false;
  }
  std::int64_t count = 1;
  for (const std::int64_t size : shape) {
    const std::int64_t factor = size == 0 ? 1 : size;
    if (size < 0 || factor > most_elements / count) {
      reading.report(error_at(Kind::bad_call, at, fmt::format("{} is no shape", to_text(shape)),
                              "sizes are at least 0, and the elements must be countable", "fix the size"));
      return false;
    }
    count *= factor;
  }
  return true;
}

/// Returns the elements before a tensor of `format` in its storage: blocks have none.
std::int64_t read_storage_offset(Reading& reading, const Node& node, Format format) {
  const std::int64_t offset = reading.integer(node);
  const std::int64_t most = format == Format::blocked ? 0 : most_before;
  if (offset >= 0 && offset <= most) return offset;
  reading.report(error_at(
      Kind::bad_call, node.at, fmt::format("{} is no storage_offset of {}", offset, name_of(format)),
      most == 0 ? "blocks begin where their storage does" : fmt::format("it counts elements, from 0 to {}", most),
      most == 0 ? "leave it out, or write another format" : "fix the number"));
  return 0;
}

}  // namespace

bool is_none(const Node& node) { return node.kind == Node::Kind::scalar && !node.quoted && node.text == "none"; }

TensorType read_tensor_type(Reading& reading, const Node& node) {
  if (node.kind != Node::Kind::map) {
    const std::string given = node.kind == Node::Kind::scalar ? fmt::format("'{}'", node.text) : "a list";
    reading.report(error_at(Kind::wrong_type, node.at, fmt::format("{} stands where a tensor must be", given),
                            "a tensor is a map of its dtype and its shape", "write {dtype: int32, shape: [2, 4]}"));
    return {};
  }
  const Fields fields(reading, node, Form::tensor);
  TensorType type;
  if (const Node* const dtype = fields.find("dtype")) type.dtype = reading.dtype(*dtype);
  if (const Node* const shape = fields.find("shape")) {
    type.shape = reading.integers(*shape);
    if (!check_sizes(reading, type.shape, shape->at)) type.shape.clear();
  }
  if (const Node* const layout = fields.find("layout")) type.layout = reading.choice<Layout>(*layout, "layout");
  if (const Node* const format = fields.find("format")) type.format = reading.choice<Format>(*format, "format");
  if (const Node* const offset = fields.find("storage_offset"))
    type.storage_offset = read_storage_offset(reading, *offset, type.format);
  if (lies_as_contiguous(type)) type.layout = Layout::contiguous;  // no stride shows another
  return type;
}

Value read_value(Reading& reading, const Node& node, ParameterKind kind) {
  if (is_none(node)) return None{};
  switch (kind) {
    case ParameterKind::tensor:
      return Tensor{read_tensor_type(reading, node), {}};
    case ParameterKind::integer:
      return reading.integer(node);
    case ParameterKind::boolean:
      return reading.flag(node);
    case ParameterKind::word:
      return reading.word(node);
    case ParameterKind::dtype:
      return reading.dtype(node);
    case ParameterKind::integer_list:
      return reading.integers(node);
    case ParameterKind::integer_pair:
      if (node.kind == Node::Kind::scalar) return reading.integer(node);
      return reading.integers(node);
  }
  std::abort();
}

}  // namespace npu_cts::reader
