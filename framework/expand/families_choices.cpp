// The family members that witness each single choice the law leaves: shapes, storage, arguments, sizes.

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
std::optional<Found> Families::find_choice(const std::string& key, const Change& change) const {
  const Parameter* parameter = find_parameter(law_.op, key);
  const bool is_tensor = parameter != nullptr && parameter->kind == ParameterKind::tensor;
  for (const Found& base : bases_) {
    if (is_tensor && !base.call.arguments.contains(key)) continue;
    Draft draft = base.draft;
    change(draft);
    if (auto found = build_legal(std::move(draft))) return found;
  }
  return std::nullopt;
}

void Families::add_shapes(const Parameter& parameter) {
  const auto gives = [&](const Found& base) { return base.call.arguments.contains(parameter.key); };
  if (std::ranges::none_of(bases_, gives)) return;
  for (const ShapeAlternative* shape : shapes_of(law_.spec, law_.op, parameter, law_.target)) {
    const Naming naming{.family = "shapes",
                        .content = parameter.key + "=" + shape->id,
                        .because = {parameter.key + ".shape"},
                        .at = shape->at};
    auto found = find_choice(parameter.key, [&](Draft& draft) { draft.alternatives[parameter.key] = shape->id; });
    for (std::size_t i = 0; i < bases_.size() && !found; ++i) {
      if (!gives(bases_[i])) continue;
      Draft draft = bases_[i].draft;
      draft.alternatives[parameter.key] = shape->id;
      found = find_legal_shape(law_, draft, parameter.key);
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
      const auto found = find_choice(parameter.key, [&](Draft& draft) {
        draft.formats[parameter.key] = format;
        draft.layouts[parameter.key] = layout;
      });
      if (!found) continue;
      add({.family = "storage",
           .content = fmt::format("{}={},{}", parameter.key, name_of(format), name_of(layout)),
           .because = {parameter.key + ".layout", parameter.key + ".format"},
           .at = parameter.at},
          found->call, Verdict::accept);
    }
  }
}

void Families::add_argument(const Parameter& parameter, const Value& value, const std::string& content) {
  const auto found = find_choice(parameter.key, [&](Draft& draft) {
    if (std::holds_alternative<None>(value)) {
      draft.arguments.erase(parameter.key);
    } else {
      draft.arguments.insert_or_assign(parameter.key, value);
    }
  });
  if (!found) return;
  add({.family = parameter.reserved ? "reserved" : "arguments",
       .content = content,
       .because = {parameter.key},
       .at = parameter.at},
      found->call, Verdict::accept);
}

void Families::add_arguments(const Parameter& parameter) {
  const auto hinted = law_.op.hints.arguments.find(parameter.key);
  if (hinted == law_.op.hints.arguments.end() || !holds(parameter.applies, law_.spec, law_.target)) return;
  for (const Value& value : hinted->second) {
    if (!std::holds_alternative<None>(value)) add_argument(parameter, value, parameter.key + "=" + to_text(value));
  }
  if (!parameter.defaults.empty() || parameter.optional) add_argument(parameter, None{}, parameter.key + "=default");
}

void Families::add_sizes() {
  for (const auto& [name, candidates] : law_.op.hints.symbols) {
    for (const Value& value : candidates) {
      const auto found = find_choice(name, [&, &symbol = name](Draft& draft) { draft.symbols[symbol] = value; });
      if (!found) continue;
      add({.family = "sizes",
           .content = name + "=" + to_text(value),
           .because = {name},
           .at = {.file = law_.op.file, .line = 1, .column = 1}},
          found->call, Verdict::accept);
    }
  }
}

void Families::add_choices() {
  for (const Parameter& parameter : law_.op.parameters) {
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
