// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/call_json.h"

#include <nlohmann/json.hpp>

#include "reports/value_json.h"

namespace npu_cts {

nlohmann::ordered_json to_json(const Spec& spec, const OpSpec& op, const Call& call) {
  using Json = nlohmann::ordered_json;
  Json json{{"call", call.op},
            {"product", call.target.product},
            {"release", call.target.release},
            {"mode", call.target.mode}};
  for (const Group group : all_groups) {
    Json map = Json::object();
    for (const Parameter& parameter : op.parameters) {
      const auto argument = call.arguments.find(parameter.key);
      if (parameter.group != group || argument == call.arguments.end()) continue;
      map[name_in(parameter, spec, call.target)] = reports::json_of(argument->second);
    }
    if (!map.empty() || group == Group::arguments) json[std::string(name_of(group))] = std::move(map);
  }
  return json;
}

}  // namespace npu_cts
