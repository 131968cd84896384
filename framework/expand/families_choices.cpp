// The family members that witness each single choice the spec leaves: shapes, storage, arguments, sizes.

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "framework/expand/families.h"

namespace npu_cts {
namespace {

/// Writes a value as a part of a case id.
struct IdText : PlainText {
  using PlainText::operator();
  std::string operator()(const std::vector<std::int64_t>& numbers) const {
    std::string text;
    for (const std::int64_t number : numbers) text += (text.empty() ? "" : "x") + std::to_string(number);
    return text.empty() ? "empty" : text;
  }
  std::string operator()(const Tensor& tensor) const { return npu_cts::to_text(tensor.type.shape); }
};

std::string to_text(const Value& value) { return std::visit(IdText{}, value); }

}  // namespace

template <class Change>
std::optional<FoundCall> Families::find_choice(const std::string& key, const Change& change) const {
  const Parameter* parameter = find_parameter(bound_.op(), key);
  const bool is_tensor = parameter != nullptr && parameter->kind == ParameterKind::tensor;
  for (const FoundCall& base : bases_) {
    if (is_tensor && !base.call.arguments.contains(key)) continue;
    CandidateCall candidate = base.candidate;
    change(candidate);
    if (auto found = build_legal(std::move(candidate))) return found;
  }
  return std::nullopt;
}

void Families::add_shapes(const Parameter& parameter) {
  const auto gives = [&](const FoundCall& base) { return base.call.arguments.contains(parameter.key); };
  if (std::ranges::none_of(bases_, gives)) return;
  for (const BoundShape& built : bound_.find_parameter(parameter.key)->shapes) {
    const ShapeAlternative* const shape = built.written;
    const Naming naming{.family = "shapes",
                        .content = parameter.key + "=" + shape->id,
                        .covers = {parameter.key + ".shape"},
                        .at = shape->at};
    auto found = find_choice(parameter.key,
                             [&](CandidateCall& candidate) { candidate.alternatives[parameter.key] = shape->id; });
    for (std::size_t i = 0; i < bases_.size() && !found; ++i) {
      if (!gives(bases_[i])) continue;
      CandidateCall candidate = bases_[i].candidate;
      candidate.alternatives[parameter.key] = shape->id;
      found = find_legal_shape(bound_, candidate, parameter.key);
    }
    if (found) {
      add(naming, found->call, Verdict::accept);
    } else {
      miss(naming);
    }
  }
}

void Families::add_storage(const Parameter& parameter) {
  for (const Format format : all_formats) {
    for (const Layout layout : all_layouts) {
      const auto found = find_choice(parameter.key, [&](CandidateCall& candidate) {
        candidate.formats[parameter.key] = format;
        candidate.layouts[parameter.key] = layout;
      });
      if (!found) continue;
      add({.family = "storage",
           .content = fmt::format("{}={},{}", parameter.key, name_of(format), name_of(layout)),
           .covers = {parameter.key + ".layout", parameter.key + ".format"},
           .at = parameter.at},
          found->call, Verdict::accept);
    }
  }
}

void Families::add_argument(const Parameter& parameter, const Value& value, const std::string& content) {
  const auto found = find_choice(parameter.key, [&](CandidateCall& candidate) {
    if (std::holds_alternative<None>(value)) {
      candidate.arguments.erase(parameter.key);
    } else {
      candidate.arguments.insert_or_assign(parameter.key, value);
    }
  });
  if (!found) return;
  add({.family = parameter.reserved ? "reserved" : "arguments",
       .content = content,
       .covers = {parameter.key},
       .at = parameter.at},
      found->call, Verdict::accept);
}

void Families::add_arguments(const Parameter& parameter) {
  const auto hinted = bound_.op().hints.arguments.find(parameter.key);
  if (hinted == bound_.op().hints.arguments.end() || !bound_.holds(parameter.applies)) return;
  for (const Value& value : hinted->second) {
    if (!std::holds_alternative<None>(value)) add_argument(parameter, value, parameter.key + "=" + to_text(value));
  }
  if (!parameter.defaults.empty() || parameter.optional) add_argument(parameter, None{}, parameter.key + "=default");
}

void Families::add_sizes() {
  for (const auto& [name, candidates] : bound_.op().hints.symbols) {
    for (const Value& value : candidates) {
      const auto found =
          find_choice(name, [&, &symbol = name](CandidateCall& candidate) { candidate.symbols[symbol] = value; });
      if (!found) continue;
      add({.family = "sizes",
           .content = name + "=" + to_text(value),
           .covers = {name},
           .at = {.file = bound_.op().file, .line = 1, .column = 1}},
          found->call, Verdict::accept);
    }
  }
}

void Families::add_choices() {
  for (const Parameter& parameter : bound_.op().parameters) {
    if (parameter.kind == ParameterKind::tensor) {
      add_shapes(parameter);
      add_storage(parameter);
    } else {
      add_arguments(parameter);
    }
  }
  add_sizes();
}

}  // namespace npu_cts
