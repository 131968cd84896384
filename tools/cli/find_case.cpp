// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/find_case.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/nearest_word.h"
#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/expand/fill.h"
#include "framework/reader/read_call.h"
#include "framework/reader/read_spec.h"
#include "framework/reader/yaml_tree.h"
#include "framework/run/session/find_spec.h"
#include "tools/cli/command.h"
#include "tools/cli/no_match.h"

namespace npu_cts {
namespace {

Diagnostic no_such(const Spec& spec, const std::string& id) {
  const auto near = nearest_ids(spec, id);
  return {
      .kind = Kind::wrong_usage,
      .what = fmt::format("'{}' is neither a file nor a case", escape_control(id)),
      .why = "a call is given as a file, or by the id of a case",
      .hint = did_you_mean(near.empty() ? std::nullopt : std::optional(near.front()), "list the ids: npu-cts list")};
}

bool exists(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::exists(name, ignored);
}

/// Returns the operator that the call file `name` says it calls; nothing where it says none.
std::string operator_of_file(const std::string& name) {
  const Result<std::string> text = read_file(name, reader::Limits::bytes);
  if (!text) return "";
  const reader::Tree tree = reader::read_tree(*text, name);
  if (!tree.root || tree.root->kind != reader::Node::Kind::map) return "";
  const reader::Node* const op = reader::find(*tree.root, "call");
  return op == nullptr ? "" : op->text;
}

}  // namespace

Result<Case> find_case(const Spec& spec, const std::string& id) {
  const auto parts = split(id, '/');
  const OpSpec* op = parts.size() < 4 ? nullptr : find_operator(spec, parts[0]);
  if (op == nullptr) return no_such(spec, id);
  const Target target{.product = parts[1], .release = parts[2], .mode = parts[3]};
  if (!contains(expand::targets_of(spec, *op, {.releases = {"all"}}), target)) return no_such(spec, id);
  expand::Plan plan = expand::expand(BoundSpec::bind(spec, *op, target), Tier::full, id);
  const auto it = std::ranges::find(plan.cases, id, &Case::id);
  if (it == plan.cases.end()) return no_such(spec, id);
  return std::move(*it);
}

Result<NamedCall> find_call(const Spec& spec, const std::string& name) {
  if (exists(name)) {
    auto call = reader::read_call_file(name, spec);
    return call ? Result<NamedCall>(NamedCall{.call = std::move(*call)}) : call.diagnostics();
  }
  auto planned = find_case(spec, name);
  if (!planned) return planned.diagnostics();
  const auto bound = BoundSpec::bind(spec, *find_operator(spec, planned->call.op), planned->call.target);
  return NamedCall{.call = expand::fill(bound, *planned), .planned = std::move(*planned)};
}

Result<Spec> load_spec_of_call(const std::string& given, const std::string& name) {
  const std::string folder = run::find_spec_folder(given);
  const std::string op = exists(name) ? operator_of_file(name) : split(name, '/').front();
  if (folder.empty() || op.empty()) return load_spec(given);
  auto spec = reader::read_operators(folder, {op});
  if (spec && spec->operators.empty()) return load_spec(given);
  return spec;
}

}  // namespace npu_cts
