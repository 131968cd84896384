// SPDX-License-Identifier: Apache-2.0
#include "framework/model/spec.h"

#include <algorithm>

#include "framework/base/find.h"

namespace npu_cts {

std::optional<std::size_t> find_release(const Spec& spec, std::string_view release) {
  const auto it = std::ranges::find(spec.releases, release);
  if (it == spec.releases.end()) return std::nullopt;
  return static_cast<std::size_t>(it - spec.releases.begin());
}

const OpSpec* find_operator(const Spec& spec, std::string_view name) {
  return find_by(spec.operators, name, &OpSpec::name);
}
const Product* find_product(const Spec& spec, std::string_view id) { return find_by(spec.products, id, &Product::id); }
const Mode* find_mode(const Spec& spec, std::string_view id) { return find_by(spec.modes.all, id, &Mode::id); }
const Statement* find_statement(const Spec& spec, std::string_view id) {
  return find_by(spec.statements, id, &Statement::id);
}

std::vector<std::string> modes_of(const Spec& spec, std::string_view word) {
  const auto group = std::ranges::find(spec.modes.groups, word, &ModeGroup::id);
  if (group != spec.modes.groups.end()) return group->modes;
  if (find_mode(spec, word) == nullptr) return {};
  return {std::string(word)};
}

std::vector<std::string> mode_words(const Spec& spec) {
  std::vector<std::string> words;
  for (const Mode& mode : spec.modes.all) words.push_back(mode.id);
  for (const ModeGroup& group : spec.modes.groups) words.push_back(group.id);
  return words;
}

const std::string& name_in(const Parameter& parameter, const Spec& spec, const Target& target) {
  const std::string* const name = find_current(parameter.names, spec, target);
  return name == nullptr ? parameter.key : *name;
}

std::string spec_path(std::string_view file) {
  const std::size_t name = file.rfind('/');
  if (name == std::string_view::npos) return std::string(file);
  const std::size_t folder = file.substr(0, name).rfind('/');
  const std::size_t start = folder == std::string_view::npos ? 0 : folder + 1;
  const std::string_view parent = file.substr(start, name - start);
  const bool is_part = parent == "ops" || parent == "documents";  // the folders of a spec: framework/reader/read_spec.h
  return std::string(file.substr(is_part ? start : name + 1));
}

bool holds(const Applies& applies, const Spec& spec, const Target& target) {
  const auto release = find_release(spec, target.release);
  return release && holds(applies, *release, target);
}

bool admits(const std::vector<std::string>& list, std::string_view value) {
  return list.empty() || contains(list, value);
}

bool in_release(const Applies& applies, std::size_t release) {
  return applies.since <= release && release <= applies.until;
}

bool holds(const Applies& applies, std::size_t release, const Target& target) {
  return in_release(applies, release) && admits(applies.products, target.product) && admits(applies.modes, target.mode);
}

}  // namespace npu_cts
