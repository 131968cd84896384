// SPDX-License-Identifier: Apache-2.0
#include "framework/expand/choices/choice_axes.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "framework/base/names.h"
#include "framework/base/text.h"
#include "framework/model/size_list.h"
#include "framework/search/candidate_call.h"

namespace npu_cts::expand {
namespace {

using Kind = search::MutationStep::Kind;

/// So many values of a symbol or an argument meet others in the tier fast: the first hints.
constexpr std::size_t most_values = 3;

/// 1, 2, a prime, and one below, at and one above the tiles of 8 and 32.
constexpr std::array<std::int64_t, 9> small_classes{1, 2, 13, 7, 8, 9, 31, 32, 33};

/// The other tiles to 1024, each with its neighbours; the largest size that the documents allow an axis.
constexpr std::array<std::int64_t, 19> large_classes{15,  16,  17,  63,  64,  65,   127,  128,  129,  255,
                                                     256, 257, 511, 512, 513, 1023, 1024, 1025, 65535};

/// One below, at and one above tiles that are no power of two, and three tiles of 192; then 2 to 6 over 256 and 1024:
/// all tails of eight that no tile's neighbour has.
constexpr std::array<std::int64_t, 41> uneven_classes{
    23,  24,  25,  47,  48,  49,  79,  80,  81,  95,  96,  97,  159, 160, 161, 191,  192,  193,  319,  320, 321,
    383, 384, 385, 576, 639, 640, 641, 767, 768, 769, 258, 259, 260, 261, 262, 1026, 1027, 1028, 1029, 1030};

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

void add_value(ChoiceAxis& axis, std::string text, search::MutationStep step) {
  axis.values.push_back(std::move(text));
  axis.steps.push_back(std::move(step));
}

void keep(ChoiceAxis axis, std::vector<ChoiceAxis>& axes) {
  if (!axis.steps.empty()) axes.push_back(std::move(axis));
}

search::MutationStep inside_step(std::size_t slot) {
  return {.kind = Kind::storage_offset, .place = slot, .size = search::elements_before};
}

/// Adds none, said in words, where that is the same as leaving the parameter at `slot` out.
void add_none(const BoundSpec& bound, std::size_t slot, ChoiceAxis& axis) {
  if (takes_none(bound.parameters()[slot]))
    add_value(axis, id_text(None{}), {.kind = Kind::argument, .place = slot, .value = None{}});
}

void add_tensor(const BoundSpec& bound, std::size_t slot, std::vector<ChoiceAxis>& axes) {
  const BoundParameter& parameter = bound.parameters()[slot];
  const std::string& key = parameter.written->key;
  ChoiceAxis shapes{.name = key};
  for (std::size_t i = 1; i < parameter.shapes.size(); ++i)
    add_value(shapes, parameter.shapes[i].written->id, {.kind = Kind::alternative, .place = slot, .position = i});
  keep(std::move(shapes), axes);
  ChoiceAxis layouts{.name = key};
  for (const Layout layout : {Layout::strided, Layout::transposed})
    add_value(layouts, std::string(name_of(layout)), {.kind = Kind::layout, .place = slot, .layout = layout});
  keep(std::move(layouts), axes);
  ChoiceAxis places{.name = key};
  add_value(places, std::string(inside_storage), inside_step(slot));
  keep(std::move(places), axes);
  ChoiceAxis formats{.name = key};
  for (const Format format : every<Format>) {
    if (format == parameter.format.value_or(Format::nd)) continue;
    add_value(formats, std::string(name_of(format)), {.kind = Kind::format, .place = slot, .format = format});
  }
  keep(std::move(formats), axes);
  ChoiceAxis left_out{.name = key};
  add_none(bound, slot, left_out);
  keep(std::move(left_out), axes);
}

/// Adds what `hinted` gives to the parameter at `slot`, but the first of it, which the base has.
void add_hinted(const Parameter& parameter, std::size_t slot, const std::vector<Value>& hinted, Tier tier,
                ChoiceAxis& axis) {
  std::vector<Value> others(hinted.begin() + 1, hinted.end());
  std::erase_if(others, [](const Value& value) { return std::holds_alternative<None>(value); });
  const std::size_t few = std::min(most_values, others.size());
  const auto add = [&](std::size_t from, std::size_t end) {
    for (std::size_t i = from; i < end; ++i)
      add_value(axis, id_text(others[i]), {.kind = Kind::argument, .place = slot, .value = others[i]});
  };
  add(0, few);
  if (!parameter.defaults.empty()) add_value(axis, "default", {.kind = Kind::omit, .place = slot});
  if (tier == Tier::full) add(few, others.size());
}

void add_argument(const BoundSpec& bound, std::size_t slot, Tier tier, std::vector<ChoiceAxis>& axes) {
  if (!bound.parameters()[slot].applies) return;
  const Parameter& parameter = *bound.parameters()[slot].written;
  ChoiceAxis axis{.name = parameter.key};
  add_none(bound, slot, axis);
  const auto hinted = bound.op().hints.arguments.find(parameter.key);
  if (hinted != bound.op().hints.arguments.end()) add_hinted(parameter, slot, hinted->second, tier, axis);
  keep(std::move(axis), axes);
}

search::MutationStep size_step(const BoundSpec& bound, const std::string& name, const Value& size) {
  if (const std::size_t slot = bound.names().parameter(name); slot != no_slot)
    return {.kind = Kind::argument, .place = slot, .value = size};
  return {.kind = Kind::symbol, .place = bound.place_of(name), .value = size};
}

/// Returns the sizes that `choices` are: a word stands for classes of them.
std::vector<Value> sizes_of(const std::vector<Value>& choices, Tier tier) {
  const auto* const word = choices.empty() ? nullptr : std::get_if<std::string>(&choices.front());
  const auto list = word == nullptr ? std::nullopt : find_named<SizeList>(*word);
  if (!list) return choices;
  if (list == SizeList::uneven) return {uneven_classes.begin(), uneven_classes.end()};
  const bool is_large = list == SizeList::large;
  std::vector<Value> sizes;
  if (!is_large) sizes.assign(small_classes.begin(), small_classes.end());
  if (is_large || tier == Tier::full) sizes.insert(sizes.end(), large_classes.begin(), large_classes.end());
  return sizes;
}

/// Returns the step to the layout, place in its storage, format or shape of the tensor at `slot` that `word` names.
search::MutationStep tensor_step(const BoundSpec& bound, std::size_t slot, const std::string& word) {
  if (word == inside_storage) return inside_step(slot);
  if (const auto layout = find_named<Layout>(word)) return {.kind = Kind::layout, .place = slot, .layout = *layout};
  if (const auto format = find_named<Format>(word)) return {.kind = Kind::format, .place = slot, .format = *format};
  const auto& shapes = bound.parameters()[slot].shapes;
  const auto shape = std::ranges::find(shapes, word, [](const BoundShape& one) { return one.written->id; });
  const auto place = static_cast<std::size_t>(shape - shapes.begin());  // one that is not there builds no call
  return {.kind = Kind::alternative, .place = slot, .position = place};
}

/// Adds what the tensor at `slot` chooses of `words`: layouts, places, formats and shapes are axes of their own.
void add_chosen(const BoundSpec& bound, std::size_t slot, const std::vector<Value>& words,
                std::vector<ChoiceAxis>& axes) {
  for (const Kind kind : {Kind::alternative, Kind::layout, Kind::storage_offset, Kind::format}) {
    ChoiceAxis axis{.name = bound.parameters()[slot].written->key};
    for (const Value& value : words) {
      const auto& word = std::get<std::string>(value);
      search::MutationStep step = tensor_step(bound, slot, word);
      if (step.kind == kind) add_value(axis, word, std::move(step));
    }
    keep(std::move(axis), axes);
  }
}

}  // namespace

std::string id_text(const Value& value) { return std::visit(IdText{}, value); }

bool takes_none(const BoundParameter& parameter) {
  const bool is_default = parameter.default_value != nullptr && std::holds_alternative<None>(*parameter.default_value);
  return parameter.applies && (parameter.written->optional || is_default);
}

std::vector<ChoiceAxis> choice_axes(const BoundSpec& bound, Tier tier) {
  std::vector<ChoiceAxis> axes;
  for (const std::size_t slot : bound.names().by_key()) {
    if (bound.parameters()[slot].written->kind == ParameterKind::tensor) {
      add_tensor(bound, slot, axes);
    } else {
      add_argument(bound, slot, tier, axes);
    }
  }
  for (const auto& [name, hinted] : bound.op().hints.symbols) {
    ChoiceAxis axis{.name = name};
    for (std::size_t i = 1; i < hinted.size() && (i <= most_values || tier == Tier::full); ++i)
      add_value(axis, id_text(hinted[i]), size_step(bound, name, hinted[i]));
    keep(std::move(axis), axes);
  }
  return axes;
}

std::vector<ChoiceAxis> size_axes(const BoundSpec& bound, const SizeGroup& group, Tier tier) {
  std::vector<ChoiceAxis> axes;
  for (const auto& [name, choices] : group.of) {
    const std::size_t slot = bound.names().parameter(name);
    if (slot != no_slot && bound.parameters()[slot].written->kind == ParameterKind::tensor) {
      add_chosen(bound, slot, choices, axes);
      continue;
    }
    ChoiceAxis axis{.name = name};
    const bool are_words = slot != no_slot && bound.parameters()[slot].written->kind == ParameterKind::word;
    for (const Value& size : are_words ? choices : sizes_of(choices, tier))
      add_value(axis, id_text(size), size_step(bound, name, size));
    keep(std::move(axis), axes);
  }
  return axes;
}

}  // namespace npu_cts::expand
