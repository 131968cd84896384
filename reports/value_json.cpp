// SPDX-License-Identifier: Apache-2.0
#include "reports/value_json.h"

#include <nlohmann/json.hpp>

namespace npu_cts::reports {
namespace {

using Json = nlohmann::ordered_json;

struct ToJson {
  Json operator()(const None&) const { return "none"; }
  Json operator()(bool value) const { return value; }
  Json operator()(std::int64_t value) const { return value; }
  Json operator()(const std::string& value) const { return value; }
  Json operator()(DType value) const { return name_of(value); }
  Json operator()(const std::vector<std::int64_t>& value) const { return value; }
  Json operator()(const Tensor& value) const {
    Json tensor{{"dtype", name_of(value.type.dtype)}, {"shape", value.type.shape}};
    if (value.type.layout != Layout::contiguous) tensor["layout"] = name_of(value.type.layout);
    if (value.type.format != Format::nd) tensor["format"] = name_of(value.type.format);
    if (value.type.storage_offset != 0) tensor["storage_offset"] = value.type.storage_offset;
    return tensor;
  }
};

}  // namespace

Json strength_json(const Report& report) {
  if (!report.strength) return nullptr;
  const MeasuredStrength& one = *report.strength;
  return {{"tier", name_of(one.tier)},
          {"killed", one.killed},
          {"of", one.killable},
          {"date", one.date},
          {"spec_digest", report.info.spec_digest}};
}

Json json_of(const Value& value) { return std::visit(ToJson{}, value); }

Json json_of(const Text& text) { return {{"en", text.en}, {"zh", text.zh}}; }

}  // namespace npu_cts::reports
