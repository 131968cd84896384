#include "reports/matrix_section.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/base/text.h"
#include "framework/rule/judge_call.h"
#include "reports/applies_text.h"
#include "reports/escape.h"

namespace npu_cts {
namespace {

template <class T>
const T* find_dated(const std::vector<Dated<T>>& entries, const Spec& spec, const Target& target) {
  const auto it =
      std::ranges::find_if(entries, [&](const Dated<T>& entry) { return holds(entry.applies, spec, target); });
  return it == entries.end() ? nullptr : &it->is;
}

template <class Enum>
std::string names_text(const std::vector<Enum>* values) {
  std::vector<std::string> names;
  if (values == nullptr) return {};
  for (const Enum value : *values) names.emplace_back(name_of(value));
  return markdown_escaped(join(names, ", "));
}

std::string table_line(const std::vector<std::string>& cells) { return fmt::format("| {} |\n", join(cells, " | ")); }

std::string table_head(const std::vector<std::string>& titles) {
  std::string text = table_line(titles) + "|";
  for (std::size_t i = 0; i < titles.size(); ++i) text += "---|";
  return text + "\n";
}

std::string rows_table(const Spec& spec, const OpSpec& op, const Target& target, Language language) {
  std::vector<const Row*> rows;
  for (const Row& row : op.rows) {
    if (holds(row.applies, spec, target)) rows.push_back(&row);
  }
  if (rows.empty()) return {};
  std::vector<std::string> keys;
  for (const Parameter& parameter : op.parameters) {
    if (std::ranges::any_of(rows, [&](const Row* row) { return row->cells.contains(parameter.key); }))
      keys.push_back(parameter.key);
  }
  std::vector<std::string> titles{std::string(say(Word::id, language))};
  for (const std::string& key : keys) titles.push_back(markdown_escaped(key));
  std::string text = fmt::format("**{}**\n\n{}", say(Word::rows, language), table_head(titles));
  for (const Row* row : rows) {
    std::vector<std::string> cells{markdown_code(row->id)};
    for (const std::string& key : keys) {
      const auto cell = row->cells.find(key);
      cells.push_back(cell == row->cells.end() ? "" : markdown_escaped(to_text(cell->second)));
    }
    text += table_line(cells);
  }
  return text + "\n";
}

std::string default_text(const Default* value, Language language) {
  if (value == nullptr) return {};
  const std::string text = markdown_code(to_text(value->value));
  return value->usable ? text : fmt::format("{} ({})", text, say(Word::unusable, language));
}

std::string shapes_text(const Parameter& parameter, const Spec& spec, const Target& target) {
  std::vector<std::string> shapes;
  for (const ShapeAlternative& one : parameter.shapes) {
    if (!holds(one.applies, spec, target) || !one.shape) continue;
    shapes.push_back(markdown_code(to_text(*one.shape)));
  }
  return join(shapes, ", ");
}

std::string parameter_line(const Parameter& parameter, const Spec& spec, const Target& target, Language language) {
  const std::string* name = find_dated(parameter.names, spec, target);
  const auto* dtypes = find_dated(parameter.dtypes, spec, target);
  const auto* usual = find_dated(parameter.defaults, spec, target);
  const bool required = !parameter.optional && usual == nullptr;
  return table_line({markdown_code(name == nullptr ? parameter.key : *name),
                     markdown_escaped(pick(parameter.text, language)), markdown_escaped(name_of(parameter.kind)),
                     std::string(say(required ? Word::required : Word::optional, language)),
                     default_text(usual, language), dtypes == nullptr ? "" : markdown_escaped(to_text(*dtypes)),
                     names_text(find_dated(parameter.formats, spec, target)),
                     names_text(find_dated(parameter.layouts, spec, target)), shapes_text(parameter, spec, target)});
}

std::string parameters_table(const Spec& spec, const OpSpec& op, const Target& target, Language language) {
  std::string lines;
  for (const Parameter& parameter : op.parameters) {
    if (holds(parameter.applies, spec, target)) lines += parameter_line(parameter, spec, target, language);
  }
  if (lines.empty()) return {};
  std::vector<std::string> titles;
  for (const Word word : {Word::parameter, Word::meaning, Word::kind, Word::required, Word::default_, Word::dtypes,
                          Word::formats, Word::layouts, Word::shapes}) {
    titles.emplace_back(say(word, language));
  }
  return fmt::format("**{}**\n\n{}{}\n", say(Word::parameters, language), table_head(titles), lines);
}

std::string outputs_table(const Spec& spec, const OpSpec& op, const Target& target, Language language) {
  std::string lines;
  for (const Output& output : op.outputs) {
    const ExpressionPtr* dtype = find_dated(output.dtype, spec, target);
    const ExpressionPtr* shape = find_dated(output.shape, spec, target);
    const auto code = [](const ExpressionPtr* is) { return is == nullptr || !*is ? "" : markdown_code(to_text(**is)); };
    lines += table_line({markdown_code(output.name), code(dtype), code(shape),
                         output.alias.empty() ? "" : markdown_code(output.alias)});
  }
  if (lines.empty()) return {};
  std::vector<std::string> titles;
  for (const Word word : {Word::output, Word::dtypes, Word::shapes, Word::in_place})
    titles.emplace_back(say(word, language));
  return fmt::format("**{}**\n\n{}{}\n", say(Word::outputs, language), table_head(titles), lines);
}

/// Targets of which the documents say the same.
struct Alike {
  std::vector<std::pair<std::string, std::vector<std::string>>> products;  ///< product → modes
  std::string text;
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
      const std::string text = rows_table(spec, op, target, language) + parameters_table(spec, op, target, language) +
                               outputs_table(spec, op, target, language);
      auto same = std::ranges::find(groups, text, &Alike::text);
      if (same == groups.end()) same = groups.insert(groups.end(), Alike{.products = {}, .text = text});
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
  return markdown_escaped(join(parts, "; "));
}

}  // namespace

std::string matrix_section(const Spec& spec, const OpSpec& op, const std::string& release, Language language) {
  std::string text;
  const auto groups = groups_of(spec, op, release, language);
  for (const Dated<std::string>& signature : op.signatures) {
    const bool applies = std::ranges::any_of(spec.products, [&](const Product& product) {
      return holds(signature.applies, spec, {product.id, release, Mode::eager});
    });
    if (applies) text += fmt::format("{}: {}\n\n", say(Word::signature, language), markdown_code(signature.is));
  }
  for (const Alike& group : groups) text += fmt::format("### {}\n\n{}", title_of(group), group.text);
  return text;
}

std::string to_text(const Value& value) {
  const auto tensor_text = [](const Tensor& tensor) {
    return fmt::format("{} {}", name_of(tensor.type.dtype), to_text(tensor.type.shape));
  };
  return std::visit(Visitor{PlainText{}, tensor_text}, value);
}

}  // namespace npu_cts
