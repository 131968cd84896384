// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/argument_names.h"

namespace npu_cts {

std::string name_at(const Parameter& parameter, const Spec& spec, const Target& target) {
  for (const Dated<std::string>& name : parameter.names) {
    if (holds(name.applies, spec, target)) return name.value;
  }
  return parameter.key;
}

const Parameter* find_named(const OpSpec& op, Group group, std::string_view name, const Spec& spec,
                            const Target& target) {
  const Parameter* absent = nullptr;
  for (const Parameter& parameter : op.parameters) {
    if (parameter.group != group || name_at(parameter, spec, target) != name) continue;
    if (holds(parameter.applies, spec, target)) return &parameter;
    absent = &parameter;
  }
  return absent;
}

}  // namespace npu_cts
