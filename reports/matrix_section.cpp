#include "reports/matrix_section.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/base/text.h"
#include "framework/rule/judge_call.h"
#include "reports/applies_text.h"
#include "reports/diff_pieces.h"

namespace npu_cts {

using namespace document;

namespace {

template <class T>
const T* find_dated(const std::vector<Dated<T>>& entries, const Spec& spec, const Target& target) {
  const auto it =
      std::ranges::find_if(entries, [&](const Dated<T>& entry) { return holds(entry.applies, spec, target); });
  return it == entries.end() ? nullptr : &it->value;
}

template <class Enum>
std::string names_text(const std::vector<Enum>* values) {
  std::vector<std::string> names;
  if (values == nullptr) return {};
  for (const Enum value : *values) names.emplace_back(name_of(value));
  return join(names, ", ");
}

std::string phrase_text(Word word, Language language) { return std::string(say(word, language)); }

/// Adds a section with `table`; nothing where the table is empty.
void add_table(Blocks& blocks, Word title, Table table, Language language) {
  if (table.rows.empty()) return;
  blocks.push_back({Section{.title = {plain(phrase_text(title, language))}, .blocks = {{std::move(table)}}}});
}

Table rows_table(const Spec& spec, const OpSpec& op, const Target& target, Language language) {
  std::vector<const Row*> rows;
  for (const Row& row : op.rows) {
    if (holds(row.applies, spec, target)) rows.push_back(&row);
  }
  Table table{.columns = {{phrase_text(Word::id, language)}}};
  for (const Row* row : rows) table.rows.push_back({.cells = {cell(code(row->id))}});
  for (const Parameter& parameter : op.parameters) {
    if (std::ranges::none_of(rows, [&](const Row* row) { return row->cells.contains(parameter.key); })) continue;
    table.columns.push_back({parameter.key});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto listed = rows[i]->cells.find(parameter.key);
      table.rows[i].cells.push_back(listed == rows[i]->cells.end() ? TableCell{} : cell(to_text(listed->second)));
    }
  }
  return table;
}

TableCell default_cell(const Default* value, Language language) {
  if (value == nullptr) return {};
  Line line{code(to_text(value->value))};
  if (!value->usable) line.push_back(plain(fmt::format(" ({})", say(Word::unusable, language))));
  return {.lines = {std::move(line)}};
}

TableCell shapes_cell(const Parameter& parameter, const Spec& spec, const Target& target) {
  Line line;
  for (const ShapeAlternative& one : parameter.shapes) {
    if (!holds(one.applies, spec, target) || !one.shape) continue;
    if (!line.empty()) line.push_back(plain(", "));
    line.push_back(code(to_text(*one.shape)));
  }
  return {.lines = {std::move(line)}};
}

TableRow parameter_row(const Parameter& parameter, const Spec& spec, const Target& target, Language language) {
  const std::string* known_as = find_dated(parameter.names, spec, target);
  const auto* dtypes = find_dated(parameter.dtypes, spec, target);
  const auto* usual = find_dated(parameter.defaults, spec, target);
  const bool required = !parameter.optional && usual == nullptr;
  return {.cells = {cell(code(known_as == nullptr ? parameter.key : *known_as)), cell(pick(parameter.text, language)),
                    cell(std::string(name_of(parameter.kind))),
                    cell(phrase_text(required ? Word::required : Word::optional, language)),
                    default_cell(usual, language), cell(dtypes == nullptr ? std::string() : to_text(*dtypes)),
                    cell(names_text(find_dated(parameter.formats, spec, target))),
                    cell(names_text(find_dated(parameter.layouts, spec, target))),
                    shapes_cell(parameter, spec, target)}};
}

Table parameters_table(const Spec& spec, const OpSpec& op, const Target& target, Language language) {
  Table table{.columns = {}};
  for (const Word word : {Word::parameter, Word::meaning, Word::kind, Word::required, Word::default_, Word::dtypes,
                          Word::formats, Word::layouts, Word::shapes})
    table.columns.push_back({phrase_text(word, language)});
  for (const Parameter& parameter : op.parameters) {
    if (holds(parameter.applies, spec, target)) table.rows.push_back(parameter_row(parameter, spec, target, language));
  }
  return table;
}

Table outputs_table(const Spec& spec, const OpSpec& op, const Target& target, Language language) {
  Table table{.columns = {}};
  for (const Word word : {Word::output, Word::dtypes, Word::shapes, Word::in_place})
    table.columns.push_back({phrase_text(word, language)});
  const auto expression = [](const ExpressionPtr* is) {
    return is == nullptr || !*is ? TableCell{} : cell(code(to_text(**is)));
  };
  for (const Output& output : op.outputs) {
    table.rows.push_back({.cells = {cell(code(output.name)), expression(find_dated(output.dtype, spec, target)),
                                    expression(find_dated(output.shape, spec, target)), cell(code(output.alias))}});
  }
  return table;
}

/// Targets of which the documents say the same.
struct Alike {
  std::vector<std::pair<std::string, std::vector<std::string>>> products;  ///< product → modes
  Blocks blocks;
};

void add_to(Alike& group, const Target& target) {
  if (group.products.empty() || group.products.back().first != target.product)
    group.products.push_back({target.product, {}});
  group.products.back().second.emplace_back(name_of(target.mode));
}

std::vector<Alike> groups_of(const Spec& spec, const OpSpec& op, const std::string& release, Language language) {
  std::vector<Alike> groups;
  for (const Product& product : spec.products) {
    for (const Mode mode : all_modes) {
      const Target target{product.id, release, mode};
      const SupportCell* support = find_support(spec, op, target);
      if (support == nullptr || support->state == SupportState::no) continue;
      Blocks blocks;
      add_table(blocks, Word::rows, rows_table(spec, op, target, language), language);
      add_table(blocks, Word::parameters, parameters_table(spec, op, target, language), language);
      add_table(blocks, Word::outputs, outputs_table(spec, op, target, language), language);
      auto same = std::ranges::find(groups, blocks, &Alike::blocks);
      if (same == groups.end()) same = groups.insert(groups.end(), Alike{.products = {}, .blocks = std::move(blocks)});
      add_to(*same, target);
    }
  }
  return groups;
}

std::string title_of(const Alike& group) {
  std::vector<std::string> parts;
  for (const auto& [product, modes] : group.products) {
    parts.push_back(modes.size() == all_modes.size() ? product : fmt::format("{} ({})", product, join(modes, ", ")));
  }
  return join(parts, "; ");
}

}  // namespace

Blocks matrix_section(const Spec& spec, const OpSpec& op, const std::string& release, Language language) {
  Blocks blocks;
  for (const Dated<std::string>& signature : op.signatures) {
    const bool applies = std::ranges::any_of(spec.products, [&](const Product& product) {
      return holds(signature.applies, spec, {product.id, release, Mode::eager});
    });
    if (!applies) continue;
    blocks.push_back({Paragraph{{plain(phrase_text(Word::signature, language) + ": "), code(signature.value)}}});
  }
  for (Alike& group : groups_of(spec, op, release, language))
    blocks.push_back({Section{.title = {plain(title_of(group))}, .blocks = std::move(group.blocks)}});
  return blocks;
}

}  // namespace npu_cts
