// SPDX-License-Identifier: Apache-2.0
// The family members that witness each single choice the spec leaves: shapes, storage, arguments, sizes.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/expand/families.h"

namespace npu_cts::expand {
namespace {

/// Begins `argument` behind so many `elements` of its storage, where it is a tensor that is not in blocks. Returns
/// whether it is.
bool begin_inside(std::optional<Value>& argument, std::int64_t elements) {
  auto* const tensor = argument ? std::get_if<Tensor>(&*argument) : nullptr;
  if (tensor == nullptr || tensor->type.format == Format::blocked) return false;
  tensor->type.storage_offset = elements;
  return true;
}

}  // namespace

/// Returns how a case is named that gives `parameter` what `value` says.
Families::Naming Families::naming_of_value(const Parameter& parameter, std::string_view value) {
  return {.family = parameter.reserved ? Family::reserved : Family::arguments,
          .content = fmt::format("{}={}", parameter.key, value),
          .covers = {{ReasonKind::parameter, parameter.key}},
          .at = parameter.at};
}

/// Returns the first legal call that `change` makes of a base: of one that gives the parameter, where `place` is a
/// tensor's.
template <class Change>
std::optional<search::FoundCall> Families::find_choice(std::size_t place, const Change& change) {
  const auto parameters = bound_.parameters();
  const bool is_tensor = place < parameters.size() && parameters[place].written->kind == ParameterKind::tensor;
  for (const search::FoundCall& base : bases_) {
    if (is_tensor && !base.arguments[place]) continue;
    if (auto found = search_.build_legal(base.candidate, change)) return found;
  }
  return std::nullopt;
}

/// Returns a legal call whose tensor at `slot` has the shape `alternative`, if need be with another step.
std::optional<search::FoundCall> Families::find_shape(std::size_t slot, std::size_t alternative) {
  const auto change = [&](search::CandidateCall& candidate) { candidate.parameters[slot].alternative = alternative; };
  auto found = find_choice(slot, change);
  for (std::size_t i = 0; i < bases_.size() && !found; ++i) {
    if (!bases_[i].arguments[slot]) continue;
    search::CandidateCall candidate = bases_[i].candidate;
    change(candidate);
    found = search_.find_legal_shape(candidate, slot);
  }
  return found;
}

void Families::add_shapes(std::size_t slot) {
  const BoundParameter& parameter = bound_.parameters()[slot];
  const auto gives = [&](const search::FoundCall& base) { return base.arguments[slot].has_value(); };
  if (std::ranges::none_of(bases_, gives)) return;
  for (std::size_t i = 0; i < parameter.shapes.size(); ++i) {
    const ShapeAlternative& shape = *parameter.shapes[i].written;
    const std::string& key = parameter.written->key;
    const Naming naming{.family = Family::shapes,
                        .content = key + "=" + shape.id,
                        .covers = {{ReasonKind::rule, key + ".shape"}},
                        .at = shape.at};
    if (auto found = find_shape(slot, i)) {
      add_choice(naming, slot, *std::move(found));
    } else {
      miss(naming);
    }
  }
}

/// Returns a legal call whose tensor at `slot` has `format` and `layout`.
std::optional<search::FoundCall> Families::find_storage(std::size_t slot, Format format, Layout layout) {
  return find_choice(slot, [&](search::CandidateCall& candidate) {
    candidate.parameters[slot].format = format;
    candidate.parameters[slot].layout = layout;
  });
}

void Families::add_storage(std::size_t slot, search::FoundCall found) {
  const Parameter& parameter = *bound_.parameters()[slot].written;
  const TensorType& type = std::get<Tensor>(*found.arguments[slot]).type;
  Naming naming{
      .family = Family::storage,
      .content = fmt::format("{}={},{}", parameter.key, name_of(type.format), name_of(type.layout)),
      .covers = {{ReasonKind::rule, parameter.key + ".layout"}, {ReasonKind::rule, parameter.key + ".format"}},
      .at = parameter.at};
  SlotArguments inside = found.arguments;
  add_choice(naming, slot, std::move(found));
  naming.content += fmt::format(",{}", inside_storage);
  if (begin_inside(inside[slot], search::elements_before)) add(std::move(naming), std::move(inside), Verdict::accept);
}

/// Adds each base with all of its tensors far inside their storages.
void Families::add_inside_storage() {
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    SlotArguments inside = bases_[i].arguments;
    for (std::optional<Value>& argument : inside) begin_inside(argument, search::elements_far_before);
    Naming naming = naming_of(combinations_[i]);
    naming.family = Family::storage;
    naming.content = fmt::format("{}/{}", inside_storage, naming.content);
    add(std::move(naming), std::move(inside), Verdict::accept);
  }
}

/// Adds each layout and format of the tensor at `slot`. Returns the layouts that no legal call with the shape of a base
/// has.
std::vector<Layout> Families::add_storage(std::size_t slot) {
  std::vector<Layout> missing(every<Layout>.begin(), every<Layout>.end());
  for (const Format format : every<Format>) {
    for (const Layout layout : every<Layout>) {
      auto found = find_storage(slot, format, layout);
      if (!found) continue;
      std::erase(missing, layout);
      add_storage(slot, *std::move(found));
    }
  }
  return missing;
}

/// Adds a legal call whose tensor at `slot` has `layout`, in another shape than those of the bases: a transposed view
/// wants two axes.
void Families::add_storage_in_other_shape(std::size_t slot, Layout layout) {
  for (std::size_t i = 0; i < bound_.parameters()[slot].shapes.size(); ++i) {
    auto found = find_choice(slot, [&](search::CandidateCall& candidate) {
      candidate.parameters[slot].alternative = i;
      candidate.parameters[slot].layout = layout;
    });
    if (found) return add_storage(slot, *std::move(found));
  }
}

/// Adds a legal call that gives `value` to the parameter at `slot`, or leaves it out.
void Families::add_argument(std::size_t slot, const std::optional<Value>& value) {
  auto found =
      find_choice(slot, [&](search::CandidateCall& candidate) { candidate.parameters[slot].argument = value; });
  if (!found) return;
  const Parameter& parameter = *bound_.parameters()[slot].written;
  add_choice(naming_of_value(parameter, value ? id_text(*value) : "default"), slot, *std::move(found));
}

void Families::add_arguments(std::size_t slot) {
  const Parameter& parameter = *bound_.parameters()[slot].written;
  const auto hinted = bound_.op().hints.arguments.find(parameter.key);
  if (hinted == bound_.op().hints.arguments.end() || !bound_.parameters()[slot].applies) return;
  for (const Value& value : hinted->second) {
    if (!std::holds_alternative<None>(value)) add_argument(slot, value);
  }
  if (!parameter.defaults.empty() || parameter.optional) add_argument(slot, std::nullopt);
}

/// Adds a base that gives none for the parameter at `slot`, in words and not by leaving it out, where that is the same.
void Families::add_none(std::size_t slot) {
  if (!takes_none(bound_.parameters()[slot])) return;
  for (const search::FoundCall& base : bases_) {
    if (base.arguments[slot]) continue;
    SlotArguments given = base.arguments;
    given[slot] = None{};
    if (!is_legal(SlotCall(bound_, given))) continue;
    return add(naming_of_value(*bound_.parameters()[slot].written, "none"), std::move(given), Verdict::accept);
  }
}

void Families::add_sizes() {
  for (const auto& [name, candidates] : bound_.op().hints.symbols) {
    const std::size_t symbol = bound_.names().symbol(name);
    for (const Value& value : candidates) {
      const std::size_t place = bound_.place_of(name);
      auto found = find_choice(place, [&](search::CandidateCall& candidate) { candidate.symbols[symbol] = value; });
      if (!found) continue;
      add_choice({.family = Family::sizes,
                  .content = name + "=" + id_text(value),
                  .covers = {{ReasonKind::symbol, name}},
                  .at = start_of(bound_.op())},
                 place, *std::move(found));
    }
  }
}

void Families::add_choices() {
  const bool is_wanted = std::ranges::any_of(std::array{"shapes/", "storage/", "arguments/", "reserved/", "sizes/"},
                                             [&](const char* family) { return wants(family); });
  if (is_wanted) find_choices();
}

void Families::add_choice(const Naming& naming, std::size_t place, search::FoundCall found) {
  add(naming, found.arguments, Verdict::accept);
  choices_.emplace_back(place, std::move(found));
}

/// Finds what add_choices adds, once.
void Families::find_choices() {
  if (std::exchange(has_choices_, true)) return;
  std::vector<std::pair<std::size_t, Layout>> missing;
  for (std::size_t slot = 0; slot < bound_.parameters().size(); ++slot) {
    if (bound_.parameters()[slot].written->kind == ParameterKind::tensor) {
      add_shapes(slot);
      for (const Layout layout : add_storage(slot)) missing.emplace_back(slot, layout);
    } else {
      add_arguments(slot);
    }
    add_none(slot);
  }
  add_sizes();
  add_inside_storage();
  for (const auto& [slot, layout] : missing) add_storage_in_other_shape(slot, layout);
}

}  // namespace npu_cts::expand
