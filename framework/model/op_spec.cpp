// SPDX-License-Identifier: Apache-2.0
#include "framework/model/op_spec.h"

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, all_verdicts.size()> verdict_names{
    "accept", "open", "nondeterministic", "unchecked", "undefined", "unsupported", "reject"};
constexpr std::array<std::string_view, all_phases.size()> phase_names{"support", "signature", "dtype", "shape",
                                                                      "layout",  "attribute", "data"};
constexpr std::array<std::string_view, all_parameter_kinds.size()> kind_names{
    "tensor", "integer", "boolean", "word", "dtype", "integer_list", "integer_pair"};
constexpr std::array<std::string_view, all_fill_kinds.size()> fill_kind_names{"uniform", "distinct", "reals",
                                                                              "cycle",   "bits",     "columns"};
constexpr std::array<std::string_view, all_leaves.size()> leaves_names{"calls", "results", "page"};
constexpr std::array<std::string_view, all_groups.size()> group_names{"arguments", "constructor", "variables"};

}  // namespace

std::string_view name_of(Verdict verdict) { return verdict_names[static_cast<std::size_t>(verdict)]; }
std::optional<Verdict> find_verdict(std::string_view name) { return find_in<Verdict>(verdict_names, name); }
std::string_view name_of(Phase phase) { return phase_names[static_cast<std::size_t>(phase)]; }
std::optional<Phase> find_phase(std::string_view name) { return find_in<Phase>(phase_names, name); }
std::string_view name_of(ParameterKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }
std::optional<ParameterKind> find_parameter_kind(std::string_view name) {
  return find_in<ParameterKind>(kind_names, name);
}
std::string_view name_of(FillKind kind) { return fill_kind_names[static_cast<std::size_t>(kind)]; }
std::optional<FillKind> find_fill_kind(std::string_view name) { return find_in<FillKind>(fill_kind_names, name); }
std::string_view name_of(Leaves leaves) { return leaves_names[static_cast<std::size_t>(leaves)]; }
std::optional<Leaves> find_leaves(std::string_view name) { return find_in<Leaves>(leaves_names, name); }
std::string_view name_of(Group group) { return group_names[static_cast<std::size_t>(group)]; }
std::optional<Group> find_group(std::string_view name) { return find_in<Group>(group_names, name); }

const Parameter* find_parameter(const OpSpec& op, std::string_view key) {
  return find_by(op.parameters, key, &Parameter::key);
}

const Symbol* find_symbol(const OpSpec& op, std::string_view name) { return find_by(op.symbols, name, &Symbol::name); }

}  // namespace npu_cts
