#include "tools/cli/call_json.h"

#include <nlohmann/json.hpp>

namespace npu_cts {
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
    return tensor;
  }
};

}  // namespace

Json to_json(const Spec& spec, const OpSpec& op, const Call& call) {
  Json json{{"call", call.op},
            {"product", call.target.product},
            {"release", call.target.release},
            {"mode", name_of(call.target.mode)}};
  for (const Group group : {Group::constructor, Group::variables, Group::arguments}) {
    Json map = Json::object();
    for (const Parameter& parameter : op.parameters) {
      const auto argument = call.arguments.find(parameter.key);
      if (parameter.group != group || argument == call.arguments.end()) continue;
      map[name_in(parameter, spec, call.target)] = std::visit(ToJson{}, argument->second);
    }
    if (!map.empty() || group == Group::arguments) json[std::string(name_of(group))] = std::move(map);
  }
  return json;
}

}  // namespace npu_cts
