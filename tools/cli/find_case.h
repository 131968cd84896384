// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "framework/base/result.h"
#include "framework/model/case.h"
#include "framework/model/spec.h"

namespace npu_cts {

/// Returns the case with `id`, expanding its target alone.
/// Errors: wrong_usage.
Result<Case> find_case(const Spec& spec, const std::string& id);

/// What a name stands for: a call with its values, and the case that it is of, where the name is the id of one.
struct NamedCall {
  Call call;
  std::optional<Case> planned = std::nullopt;
};

/// Returns the call in the file `name`, or that of the case with this id.
/// Errors: those of read_call_file and find_case.
Result<NamedCall> find_call(const Spec& spec, const std::string& name);

/// Returns what of the spec in the folder `given` the call needs that find_call takes for `name`: its operator, without
/// inventories. The whole where `name` says no operator of it: find_call then says what there is. Errors: those of the
/// files that are read; what is wrong elsewhere, with citations or with another file of the same operator is for check.
Result<Spec> load_spec_of_call(const std::string& given, const std::string& name);

}  // namespace npu_cts
