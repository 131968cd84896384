// SPDX-License-Identifier: Apache-2.0
#include "framework/run/message/message.h"

#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "framework/base/json_items.h"
#include "framework/base/names.h"
#include "framework/base/text.h"
#include "framework/run/message/message_fields.h"

namespace npu_cts::wire {
namespace {

constexpr std::array<std::string_view, 9> message_names{"hello",   "open",     "opened",  "run", "prepared",
                                                        "proceed", "finished", "strayed", "bye"};

template <class T>
std::pair<std::string_view, const T&> field(std::string_view name, const T& value) {
  return {name, value};
}

/// Writes JSON. A text is in UTF-8 whatever was given.
class Writer {
 public:
  std::string text;

  void put(std::string_view word) { append_text(text, word); }
  void put(None) { text += "null"; }
  void put(bool flag) { text += flag ? "true" : "false"; }
  void put(std::int64_t number) { fmt::format_to(std::back_inserter(text), "{}", number); }
  void put(const std::string& word) { put(std::string_view(word)); }
  void put(DType dtype) { put_members(field("dtype", name_of(dtype))); }
  void put(std::uint64_t number) { fmt::format_to(std::back_inserter(text), "{}", number); }
  void put(const Place& place) { fmt::format_to(std::back_inserter(text), "[{},{}]", place.offset, place.bytes); }
  void put(const PlacedTensor& tensor) {
    put_members(field("at", tensor.at), field("dtype", name_of(tensor.type.dtype)),
                field("format", name_of(tensor.type.format)), field("layout", name_of(tensor.type.layout)),
                field("offset", tensor.offset), field("shape", tensor.type.shape), field("strides", tensor.strides));
  }
  void put(const Placing& placing) {
    put_members(field("flush", name_of(placing.flush)),
                field("pattern", std::to_integer<std::uint64_t>(placing.pattern)));
  }
  void put(const DeclaredOutput& output) {
    put_members(field("alias", output.alias), field("at", output.at), field("dtype", name_of(output.dtype)),
                field("name", output.name), field("shape", output.shape));
  }
  template <class T>
  void put(const std::vector<T>& list) {
    text += '[';
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text += ',';
      put(list[i]);
    }
    text += ']';
  }
  void put(const ArgumentsOf<PlacedTensor>& arguments) {
    text += '{';
    for (const auto& [key, value] : arguments) {
      if (text.back() != '{') text += ',';
      put(key);
      text += ':';
      std::visit([this](const auto& held) { put(held); }, value);
    }
    text += '}';
  }

  /// Puts an object of pairs of a name and a value.
  template <class... Members>
  void put_members(const Members&... members) {
    text += '{';
    (put_member(members.first, members.second), ...);
    text.back() = '}';
  }

 private:
  template <class T>
  void put_member(std::string_view name, const T& value) {
    put(name);
    text += ':';
    put(value);
    text += ',';
  }
  template <class T>
  void put_member(std::string_view name, const std::optional<T>& value) {
    if (value) put_member(name, *value);
  }
};

/// Puts a message: its members by their names.
class MessageWriter : public Writer {
 public:
  explicit MessageWriter(std::string_view type) : type_(field("type", type)) {}

  void operator()(const Hello& m) {
    const auto files = m.files.empty() ? std::nullopt : std::optional(m.files);
    put_members(field("files", files), field("name", m.name), field("note", m.note), field("protocol", m.protocol),
                field("tensors", name_of(m.transfer)), type_, field("version", m.version));
  }
  void operator()(const Open& m) {
    put_members(field("mode", m.target.mode), field("product", m.target.product), field("release", m.target.release),
                type_);
  }
  void operator()(const Opened& m) { put_members(field("trouble", m.trouble), type_); }
  void operator()(const Run& m) {
    put_members(field("arguments", m.arguments), field("op", m.op), field("placing", m.placing), type_);
  }
  void operator()(const Prepared& m) {
    put_members(field("outputs", m.outputs), type_, field("workspace", m.workspace));
  }
  void operator()(const Proceed& m) {
    put_members(field("outputs", m.outputs), type_, field("workspace", m.workspace));
  }
  void operator()(const Finished& m) {
    put_members(field("code", m.code), field("heap", m.heap), field("kind", name_of(m.kind)), field("mapped", m.mapped),
                field("message", m.message), field("outputs", m.outputs), type_, field("workspace", m.workspace));
  }
  void operator()(const OutOfBoundsAccess& m) {
    put_members(field("side", m.side), field("tensor", m.tensor), type_, field("where", m.where),
                field("wrote_to", m.wrote_to));
  }
  void operator()(const Bye&) { put_members(type_); }

 private:
  std::pair<std::string_view, const std::string_view> type_;
};

void put_length(char* at, std::size_t length) {
  for (unsigned byte = 0; byte < 4; ++byte) at[byte] = static_cast<char>((length >> (8U * byte)) & 0xFFU);
}

std::size_t get_length(std::string_view text) {
  std::size_t length = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    length |= std::size_t{static_cast<unsigned char>(text[byte])} << (8U * byte);
  }
  return length;
}

PlacedTensor tensor_of(Fields fields) {
  PlacedTensor tensor;
  tensor.type.dtype = fields.take_dtype("dtype");
  tensor.type.shape = fields.take_shape("shape");
  tensor.type.layout = fields.take_word<Layout>("layout");
  tensor.type.format = fields.take_word<Format>("format");
  tensor.strides = fields.take_integers("strides", most_rank);
  tensor.offset = fields.take_integer("offset", std::numeric_limits<std::int64_t>::max());
  tensor.at = fields.take_place("at");
  fields.finish();
  return tensor;
}

Placing placing_of(Fields fields) {
  constexpr std::int64_t most_byte = 255;
  const Placing placing{.flush = fields.take_word<Flush>("flush"),
                        .pattern = static_cast<std::byte>(fields.take_integer("pattern", most_byte))};
  fields.finish();
  return placing;
}

std::uint64_t workspace_of(Fields& fields) {
  return static_cast<std::uint64_t>(fields.take_integer("workspace", most_workspace));
}

PlacedValue value_of(const JsonItem& item, Reading& reading) {
  switch (item.kind) {
    case JsonKind::null:
      return None{};
    case JsonKind::boolean:
      return item.integer != 0;
    case JsonKind::integer:
    case JsonKind::other:
      return integer_of(item, reading, item.key);
    case JsonKind::text:
      return std::string(item.text);
    case JsonKind::list:
      return integers_of(item, reading, item.key, most_list);
    case JsonKind::object:
      break;
  }
  if (item.members == 1) return Fields(item, reading).take_dtype("dtype");
  return tensor_of(Fields(item, reading));
}

Run run_of(Fields& fields, Reading& reading) {
  Run run{.op = fields.take_text("op")};
  for_each_member(fields.take("arguments", JsonKind::object), [&](const JsonItem& item) {
    if (!run.arguments.try_emplace(item.key, value_of(item, reading)).second)
      reading.fail(fmt::format("'{}' stands twice", item.key));
  });
  if (fields.has("placing")) run.placing = placing_of(Fields(fields.take("placing", JsonKind::object), reading));
  return run;
}

std::vector<DeclaredOutput> outputs_of(Fields& fields, Reading& reading) {
  std::vector<DeclaredOutput> outputs;
  for_each_member(fields.take("outputs", JsonKind::list), [&](const JsonItem& item) {
    Fields output(item, reading);
    outputs.push_back({.name = output.take_text("name"),
                       .alias = output.take_text("alias"),
                       .dtype = output.take_dtype("dtype"),
                       .shape = output.take_shape("shape"),
                       .at = output.take_place("at")});
    output.finish();
  });
  if (outputs.size() > most_outputs) reading.fail("too many outputs");
  return outputs;
}

Proceed proceed_of(Fields& fields, Reading& reading) {
  Proceed proceed{.workspace = fields.take_place("workspace")};
  for_each_member(fields.take("outputs", JsonKind::list),
                  [&](const JsonItem& item) { proceed.outputs.push_back(place_of(item, reading, "outputs")); });
  return proceed;
}

Message message_of(std::size_t which, Fields& fields, Reading& reading) {
  switch (which) {
    case 0:
      return Hello{.protocol = fields.take_integer("protocol", 1 << 20),
                   .name = fields.take_text("name"),
                   .version = fields.take_text("version"),
                   .transfer = fields.take_word<Transfer>("tensors"),
                   .note = fields.take_text("note"),
                   .files = fields.has("files") ? fields.take_texts("files", most_files) : std::vector<std::string>()};
    case 1:
      return Open{{.product = fields.take_text("product"),
                   .release = fields.take_text("release"),
                   .mode = fields.take_text("mode")}};
    case 2:
      return Opened{fields.take_text("trouble")};
    case 3:
      return run_of(fields, reading);
    case 4:
      return Prepared{.workspace = workspace_of(fields), .outputs = outputs_of(fields, reading)};
    case 5:
      return proceed_of(fields, reading);
    case 6:
      return Finished{.kind = fields.take_word<OutcomeKind>("kind"),
                      .code = integer_of(fields.take("code", JsonKind::integer), reading, "code"),
                      .message = fields.take_text("message"),
                      .outputs = outputs_of(fields, reading),
                      .workspace = fields.has("workspace") ? std::optional(workspace_of(fields)) : std::nullopt,
                      .heap = fields.has("heap") ? fields.take_integer("heap", most_held) : 0,
                      .mapped = fields.has("mapped") ? fields.take_integer("mapped", most_held) : 0};
    case 7:
      return OutOfBoundsAccess{.where = fields.take_text("where"),
                               .wrote_to = fields.take_text("wrote_to"),
                               .tensor = fields.take_text("tensor"),
                               .side = fields.take_text("side")};
  }
  return Bye{};
}

}  // namespace

std::string encode(const Message& message, std::string_view body) {
  constexpr std::size_t usual = 1024;
  MessageWriter header(message_names[message.index()]);
  header.text.reserve(usual + body.size());
  header.text.resize(frame_prefix_bytes);
  std::visit(header, message);
  std::string frame = std::move(header.text);
  put_length(frame.data(), frame.size() - frame_prefix_bytes);
  put_length(frame.data() + 4, body.size());
  return std::move(frame.append(body));
}

FrameSizes read_prefix(std::string_view prefix) {
  FrameSizes sizes{.header = get_length(prefix), .body = get_length(prefix.substr(4))};
  if (sizes.header == 0 || sizes.header > most_header_bytes || sizes.body > most_body_bytes) {
    sizes.trouble = fmt::format("a frame of {} + {} bytes", sizes.header, sizes.body);
  }
  return sizes;
}

Decoded decode(std::string_view header, std::size_t reach) {
  constexpr std::size_t usual = 64;
  JsonItems room;
  room.all.reserve(usual);
  const auto items = read_json(header, std::move(room));
  if (!items || items->all.front().kind != JsonKind::object)
    return {.message = Bye{}, .trouble = "the header is not a JSON object"};
  Reading reading{.reach = reach};
  Fields fields(items->all.front(), reading);
  const std::string_view type = fields.take("type", JsonKind::text).text;
  for (std::size_t which = 0; which < message_names.size(); ++which) {
    if (message_names[which] != type) continue;
    Message message = message_of(which, fields, reading);
    fields.finish();
    return {.message = std::move(message), .trouble = reading.trouble};
  }
  if (!reading.trouble.empty()) return {.message = Bye{}, .trouble = reading.trouble};
  return {.message = Bye{}, .trouble = fmt::format("no message is called '{}'", escape_control(type))};
}

}  // namespace npu_cts::wire
