// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/message.h"

#include <array>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/text.h"
#include "framework/model/names.h"
#include "framework/run/drive/message_fields.h"

namespace npu_cts::wire {

using Json = nlohmann::json;

namespace {

constexpr std::array<std::string_view, 9> message_names{"hello",   "open",     "opened",  "run", "prepared",
                                                        "proceed", "finished", "strayed", "bye"};
constexpr std::array<std::string_view, 2> transfer_names{"inline", "shared"};

Json to_json(const Place& place) { return Json::array({place.offset, place.bytes}); }

Json to_json(const PlacedTensor& tensor) {
  return {{"dtype", name_of(tensor.type.dtype)},
          {"shape", tensor.type.shape},
          {"layout", name_of(tensor.type.layout)},
          {"format", name_of(tensor.type.format)},
          {"strides", tensor.strides},
          {"offset", tensor.offset},
          {"at", to_json(tensor.at)}};
}

Json to_json(const std::vector<DeclaredOutput>& outputs) {
  Json list = Json::array();
  for (const DeclaredOutput& output : outputs) {
    list.push_back({{"name", output.name},
                    {"alias", output.alias},
                    {"dtype", name_of(output.dtype)},
                    {"shape", output.shape},
                    {"at", to_json(output.at)}});
  }
  return list;
}

Json fields_of(const Hello& m) {
  return {{"protocol", m.protocol},
          {"name", m.name},
          {"version", m.version},
          {"tensors", transfer_names[static_cast<std::size_t>(m.transfer)]},
          {"note", m.note}};
}
Json fields_of(const Open& m) {
  return {{"product", m.target.product}, {"release", m.target.release}, {"mode", m.target.mode}};
}
Json fields_of(const Opened& m) { return {{"trouble", m.trouble}}; }
Json fields_of(const Run& m) {
  Json arguments = Json::object();
  const Visitor visitor{ValueJson<Json>{}, [](const PlacedTensor& tensor) { return to_json(tensor); }};
  for (const auto& [key, value] : m.arguments) arguments[key] = std::visit(visitor, value);
  return {{"op", m.op}, {"arguments", arguments}};
}
Json fields_of(const Prepared& m) { return {{"workspace", m.workspace}, {"outputs", to_json(m.outputs)}}; }
Json fields_of(const Proceed& m) {
  Json places = Json::array();
  for (const Place& place : m.outputs) places.push_back(to_json(place));
  return {{"workspace", to_json(m.workspace)}, {"outputs", places}};
}
Json fields_of(const Finished& m) {
  return {{"kind", name_of(m.kind)}, {"code", m.code}, {"message", m.message}, {"outputs", to_json(m.outputs)}};
}
Json fields_of(const OutOfBoundsAccess& m) {
  return {{"where", m.where}, {"wrote_to", m.wrote_to}, {"tensor", m.tensor}, {"side", m.side}};
}
Json fields_of(const Bye&) { return Json::object(); }

void put_length(std::string& text, std::size_t length) {
  for (unsigned byte = 0; byte < 4; ++byte) text += static_cast<char>((length >> (8U * byte)) & 0xFFU);
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
  tensor.type.layout = fields.take_word<Layout>("layout", &find_layout);
  tensor.type.format = fields.take_word<Format>("format", &find_format);
  tensor.strides = fields.take_integers("strides", most_rank);
  tensor.offset = fields.take_integer("offset", std::numeric_limits<std::int64_t>::max());
  tensor.at = fields.take_place("at");
  fields.finish();
  return tensor;
}

PlacedValue value_of(const Json& json, Reading& reading, std::string_view key) {
  if (json.is_null()) return None{};
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number()) return integer_of(json, reading, key);
  if (json.is_array()) return integers_of(json, reading, key, std::size_t{1} << 16);
  if (json.size() == 1) return Fields(json, reading).take_dtype("dtype");
  return tensor_of(Fields(json, reading));
}

Run run_of(Fields& fields, Reading& reading) {
  Run run{.op = fields.take_text("op"), .arguments = {}};
  const Json arguments = fields.take("arguments", Json::value_t::object);
  for (const auto& [key, value] : arguments.items()) {
    run.arguments.emplace(key, value_of(value, reading, key));
  }
  return run;
}

std::vector<DeclaredOutput> outputs_of(Fields& fields, Reading& reading) {
  std::vector<DeclaredOutput> outputs;
  for (const Json& json : fields.take("outputs", Json::value_t::array)) {
    Fields output(json, reading);
    outputs.push_back({.name = output.take_text("name"),
                       .alias = output.take_text("alias"),
                       .dtype = output.take_dtype("dtype"),
                       .shape = output.take_shape("shape"),
                       .at = output.take_place("at")});
    output.finish();
  }
  if (outputs.size() > most_outputs) reading.fail("too many outputs");
  return outputs;
}

Proceed proceed_of(Fields& fields, Reading& reading) {
  Proceed proceed{.workspace = fields.take_place("workspace"), .outputs = {}};
  for (const Json& json : fields.take("outputs", Json::value_t::array)) {
    proceed.outputs.push_back(place_of(json, reading, "outputs"));
  }
  return proceed;
}

Message message_of(std::size_t which, Fields& fields, Reading& reading) {
  switch (which) {
    case 0:
      return Hello{.protocol = fields.take_integer("protocol", 1 << 20),
                   .name = fields.take_text("name"),
                   .version = fields.take_text("version"),
                   .transfer = fields.take_word<Transfer>(
                       "tensors", [](std::string_view word) { return find_in<Transfer>(transfer_names, word); }),
                   .note = fields.take_text("note")};
    case 1:
      return Open{{.product = fields.take_text("product"),
                   .release = fields.take_text("release"),
                   .mode = fields.take_text("mode")}};
    case 2:
      return Opened{fields.take_text("trouble")};
    case 3:
      return run_of(fields, reading);
    case 4:
      return Prepared{.workspace = static_cast<std::uint64_t>(fields.take_integer("workspace", std::int64_t{1} << 62)),
                      .outputs = outputs_of(fields, reading)};
    case 5:
      return proceed_of(fields, reading);
    case 6:
      return Finished{.kind = fields.take_word<OutcomeKind>("kind", &find_outcome_kind),
                      .code = integer_of(fields.take("code", Json::value_t::number_integer), reading, "code"),
                      .message = fields.take_text("message"),
                      .outputs = outputs_of(fields, reading)};
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
  Json json = std::visit([](const auto& m) { return fields_of(m); }, message);
  json["type"] = message_names[message.index()];
  const std::string header = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string frame;
  put_length(frame, header.size());
  put_length(frame, body.size());
  return frame.append(header).append(body);
}

FrameSizes read_prefix(std::string_view prefix) {
  FrameSizes sizes{.header = get_length(prefix), .body = get_length(prefix.substr(4)), .trouble = {}};
  if (sizes.header == 0 || sizes.header > most_header_bytes || sizes.body > most_body_bytes) {
    sizes.trouble = fmt::format("a frame of {} + {} bytes", sizes.header, sizes.body);
  }
  return sizes;
}

Decoded decode(std::string_view header, std::size_t reach) {
  const Json json = Json::parse(header, nullptr, false);
  if (!json.is_object()) return {.message = Bye{}, .trouble = "the header is not a JSON object"};
  Reading reading{.reach = reach, .trouble = {}};
  Fields fields(json, reading);
  const std::string type = fields.take_text("type");
  for (std::size_t which = 0; which < message_names.size(); ++which) {
    if (message_names[which] != type) continue;
    Message message = message_of(which, fields, reading);
    fields.finish();
    return {.message = std::move(message), .trouble = reading.trouble};
  }
  return {.message = Bye{}, .trouble = fmt::format("no message is called '{}'", escape_control(type))};
}

}  // namespace npu_cts::wire
