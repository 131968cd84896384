// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/write_bundle.h"

#include <nlohmann/json.hpp>

#include "framework/base/text.h"
#include "framework/expand/expand.h"

namespace npu_cts::run {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Parameter& parameter, const Spec& spec, const Target& target) {
  return {{"key", parameter.key},
          {"name", name_in(parameter, spec, target)},
          {"group", name_of(parameter.group)},
          {"kind", name_of(parameter.kind)},
          {"optional", parameter.optional || !parameter.defaults.empty()},
          {"keyword_only", parameter.keyword_only},
          {"in_place", parameter.in_place}};
}

}  // namespace

std::string signature_line(const Spec& spec, const OpSpec& op, const Target& target) {
  Json parameters = Json::array();
  for (const Parameter& parameter : op.parameters) parameters.push_back(json_of(parameter, spec, target));
  Json outputs = Json::array();
  for (const Output& output : op.outputs) outputs.push_back({{"name", output.name}, {"alias", output.alias}});
  const Json signature{{"call", op.name},
                       {"product", target.product},
                       {"release", target.release},
                       {"mode", target.mode},
                       {"form", op.module_form ? "module" : "function"},
                       {"import", op.import_path},
                       {"parameters", std::move(parameters)},
                       {"outputs", std::move(outputs)}};
  return signature.dump();
}

std::string signatures_text(const Spec& spec) {
  std::vector<std::string> lines;
  const Filters all{.releases = {"all"}};
  for (const OpSpec& op : spec.operators) {
    for (const Target& target : expand::targets_of(spec, op, all)) lines.push_back(signature_line(spec, op, target));
  }
  return "{\"signatures\": [\n" + join(lines, ",\n") + "\n]}\n";
}

}  // namespace npu_cts::run
