// SPDX-License-Identifier: Apache-2.0
#include "framework/model/op_spec.h"

#include "framework/base/find.h"

namespace npu_cts {

const Parameter* find_parameter(const OpSpec& op, std::string_view key) {
  return find_by(op.parameters, key, &Parameter::key);
}

const Symbol* find_symbol(const OpSpec& op, std::string_view name) { return find_by(op.symbols, name, &Symbol::name); }

}  // namespace npu_cts
