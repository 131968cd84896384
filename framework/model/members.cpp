// SPDX-License-Identifier: Apache-2.0
// What the compiler writes to copy, move and end the facts of a spec: long, and run a few times per command.
#include "framework/model/spec.h"

namespace npu_cts {

OpSpec::OpSpec() = default;
OpSpec::OpSpec(const OpSpec&) = default;
OpSpec::OpSpec(OpSpec&&) noexcept = default;
OpSpec& OpSpec::operator=(const OpSpec&) = default;
OpSpec& OpSpec::operator=(OpSpec&&) noexcept = default;
OpSpec::~OpSpec() = default;

Spec::Spec() = default;
Spec::Spec(const Spec&) = default;
Spec::Spec(Spec&&) noexcept = default;
Spec& Spec::operator=(const Spec&) = default;
Spec& Spec::operator=(Spec&&) noexcept = default;
Spec::~Spec() = default;

}  // namespace npu_cts
