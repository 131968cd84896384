// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/page_citations.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "framework/ascend/pages/inventory.h"
#include "framework/base/ascii.h"
#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

using Keys = std::set<std::string, std::less<>>;

void add_keys(const OpSpec& op, const ExpressionPtr& expression, Keys& keys) {
  for_each_node(expression, [&](const Expression& node) {
    if (node.kind == ExprKind::parameter) keys.insert(node.name);
    const Symbol* const symbol = find_symbol(op, node.name);
    if (node.kind == ExprKind::symbol && symbol != nullptr) add_keys(op, symbol->value, keys);
  });
}

void add_keys_of_rule(const OpSpec& op, const Rule& rule, Keys& keys) {
  add_keys(op, rule.require, keys);
  add_keys(op, rule.when, keys);
}

/// Returns the parameters that the rule, row or parameter `subject`, or a part of a parameter, is about.
Keys keys_of_subject(const OpSpec& op, const std::string& subject) {
  Keys keys;
  const auto rule = std::ranges::find(op.rules, subject, &Rule::id);
  if (rule != op.rules.end()) add_keys_of_rule(op, *rule, keys);
  const auto row = std::ranges::find(op.rows, subject, &Row::id);
  if (row != op.rows.end())
    for (const auto& [key, cell] : row->cells) keys.insert(key);
  const std::string key = subject.substr(0, subject.find('.'));
  if (rule == op.rules.end() && find_parameter(op, key) != nullptr) keys.insert(key);
  return keys;
}

/// Returns `fact`, as a statement names it, without the place at which it holds: "x1.dtypes" of "x1.dtypes@alpha".
std::string_view without_place(std::string_view fact) { return fact.substr(0, fact.find('@')); }

/// Returns the parameters that `fact`, as a statement names it, is about; empty where that is not known. A
/// contradiction may be about more than its subject.
Keys keys_of(const OpSpec& op, std::string_view fact) {
  fact = without_place(fact);
  const std::vector<std::string> parts = split(fact, '.');
  Keys keys;
  if (parts.front() == "open") return keys;  // a question may be about what the statement does not name
  if (parts.front() == "rows") return keys_of_subject(op, std::string(fact.substr(5)));
  const auto behaviour = std::ranges::find(op.implementation_defined, parts.front(), &ImplementationDefined::id);
  if (behaviour != op.implementation_defined.end()) {
    add_keys(op, behaviour->when, keys);
    return keys;
  }
  keys = keys_of_subject(op, std::string(fact));
  const Parameter* const parameter = find_parameter(op, parts.front());
  if (parameter != nullptr && parts.size() > 2 && parts[1] == "shapes") {
    for (const ShapeAlternative& one : parameter->shapes) {
      if (one.id == parts[2]) add_keys(op, one.shape, keys);
    }
  }
  return keys;
}

/// Returns whether `is_it` holds of a name that the documents give `parameter`.
template <class IsIt>
bool is_called(const Parameter& parameter, const IsIt& is_it) {
  return std::ranges::any_of(parameter.names, [&](const auto& name) { return is_it(name.value); });
}

/// Returns whether `said` has a name that the documents give `parameter`. A program may call an argument cpu_x1.
bool names(const PageStatement& said, const Parameter& parameter) {
  const auto has = [&](std::string_view name) {
    return said.kind == BlockKind::code ? said.text.find(name) != std::string::npos : has_name(said.text, name);
  };
  return has(parameter.key) || is_called(parameter, has);
}

findings::Finding misplaced(const OpSpec& op, const Statement& entry, const Location& at, std::string what) {
  return {
      .kind = kinds::misplaced_citation, .op = op.name, .statements = {entry.id}, .at = at, .what = std::move(what)};
}

/// A fact about parameters stands on a statement that names one of them, or none at all.
void check_names(const OpSpec& op, const Statement& entry, const PageStatement& said, findings::Findings& found) {
  Keys named;
  for (const Parameter& one : op.parameters) {
    if (names(said, one)) named.insert(one.key);
  }
  if (named.empty() || said.kind == BlockKind::formula) return;
  for (const Grounded& grounded : entry.encodes) {
    const Keys keys = keys_of(op, grounded.fact);
    const auto is_named = [&](const std::string& key) { return named.contains(key); };
    if (keys.empty() || std::ranges::any_of(keys, is_named)) continue;
    found.push_back(misplaced(op, entry, grounded.at,
                              fmt::format("'{}' stands at {}, which names '{}' and not '{}'", grounded.fact, said.place,
                                          *named.begin(), *keys.begin())));
  }
}

/// Returns whether the program `text`, with no blank after a comma, has `shape`: its sizes in a row, or the last two
/// the other way round, as a program does that transposes. A program that gives names to sizes gives one to each.
bool has_shape(std::string_view text, Shape shape) {
  const auto is_named = [&](std::int64_t size) { return has_name(text, fmt::format("= {}", size)); };
  const auto is_written = [&] { return has_name(text, fmt::format("{}", fmt::join(shape, ","))); };
  if (shape.empty() || is_written() || std::ranges::all_of(shape, is_named)) return true;
  if (shape.size() < 2) return false;
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  return is_written();
}

/// Returns whether the program `text` makes sizes of others, or goes over some. A list may be repeated: [3] * 12.
bool computes_sizes(std::string_view text) {
  constexpr std::array<std::string_view, 3> computing{"range(", " // ", " + "};
  for (std::size_t at = text.find(" * "); at != std::string_view::npos; at = text.find(" * ", at + 1)) {
    if (at > 0 && text[at - 1] != ']') return true;
  }
  return std::ranges::any_of(computing,
                             [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

/// An example stands on programs, what they print and words between them; a program has every shape of it, but where it
/// computes sizes.
void check_examples(const OpSpec& op, const Statement& entry, const PageStatement& said, findings::Findings& found) {
  if (said.kind != BlockKind::code || computes_sizes(said.words)) return;
  std::string text = said.words;
  for (std::size_t at = text.find(", "); at != std::string::npos; at = text.find(", ", at)) text.erase(at + 1, 1);
  for (const Grounded& grounded : entry.encodes) {
    if (!grounded.fact.starts_with("examples.")) continue;
    const auto example = std::ranges::find(op.examples, grounded.fact.substr(9), &Example::id);
    if (example == op.examples.end()) continue;
    for (const auto& [key, value] : example->call.arguments) {
      const auto* tensor = std::get_if<Tensor>(&value);
      if (tensor == nullptr || has_shape(text, tensor->type.shape)) continue;
      found.push_back(misplaced(op, entry, example->at,
                                fmt::format("the program at {} has no {}, the shape of '{}' of example '{}'",
                                            said.place, to_text(tensor->type.shape), key, example->id)));
      break;
    }
  }
}

/// What is not among the examples of a page, and no program, shows none.
void check_places_of_examples(const OpSpec& op, const Statement& entry, const PageStatement& said,
                              findings::Findings& found) {
  if (said.section == "examples" || said.kind == BlockKind::code) return;
  for (const Grounded& grounded : entry.encodes) {
    if (!grounded.fact.starts_with("examples.")) continue;
    found.push_back(
        misplaced(op, entry, grounded.at, fmt::format("'{}' stands at {}, no example", grounded.fact, said.place)));
  }
}

/// A default stands on a statement that speaks of one, or that gives something a value.
void check_defaults(const OpSpec& op, const Statement& entry, const PageStatement& said, findings::Findings& found) {
  constexpr std::array<std::string_view, 4> words{"默认", "缺省", "default", "="};
  const std::string text = to_lower(said.text);
  const auto is_there = [&](std::string_view word) { return text.find(word) != std::string::npos; };
  if (std::ranges::any_of(words, is_there)) return;
  for (const Grounded& grounded : entry.encodes) {
    if (without_place(grounded.fact).ends_with(".defaults"))
      found.push_back(misplaced(op, entry, grounded.at,
                                fmt::format("'{}' stands at {}, which has no default", grounded.fact, said.place)));
  }
}

/// Returns whether `text` recommends something.
bool advises(std::string_view text) {
  constexpr std::array<std::string_view, 3> words{"推荐", "建议", "recommend"};
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Returns whether `printed`, a row of a page, has each dtype of `row`. A page may leave out what is a default.
bool has_all(const OpSpec& op, const PageRow& printed, const Row& row) {
  return std::ranges::all_of(printed.cells, [&](const auto& column) {
    const auto is_heading = [&](const std::string& name) { return name == column.first; };
    const auto is_it = [&](const Parameter& one) { return is_heading(one.key) || is_called(one, is_heading); };
    const auto parameter = std::ranges::find_if(op.parameters, is_it);
    if (parameter == op.parameters.end()) return true;
    const auto cell = row.cells.find(parameter->key);
    if (cell == row.cells.end()) return true;
    const auto is_printed = [&](DType dtype) { return contains(column.second.dtypes, dtype); };
    return std::ranges::all_of(cell->second.dtypes, is_printed);
  });
}

/// Returns a row that `entry` grounds and `printed` does not have; null where there is none.
const Row* find_other_row(const OpSpec& op, const Statement& entry, const PageRow& printed) {
  for (const Grounded& grounded : entry.encodes) {
    if (!grounded.fact.starts_with("rows.")) continue;
    const auto row = std::ranges::find(op.rows, without_place(grounded.fact).substr(5), &Row::id);
    if (row != op.rows.end() && !has_all(op, printed, *row)) return &*row;
  }
  return nullptr;
}

/// Returns whether `entry` grounds `fact`, wherever it holds.
bool grounds(const Statement& entry, std::string_view fact) {
  return std::ranges::any_of(entry.encodes, [&](const Grounded& one) {
    const std::string_view name = without_place(one.fact);
    return fact.ends_with('.') ? name.starts_with(fact) : name == fact;
  });
}

/// Returns the parameter that a page calls `one`; of a module, a variable may have the name of an argument.
const Parameter* find_documented(const OpSpec& op, const PageParameter& one) {
  return find_where(op.parameters, [&](const Parameter& parameter) {
    const auto is_its = [&](const std::string& name) { return name == one.name; };
    const bool is_it = parameter.names.empty() ? is_its(parameter.key) : is_called(parameter, is_its);
    return is_it && (parameter.group == Group::variables) == (one.section == "variables");
  });
}

/// Asks for a fact of the spec for each fact of a page.
class CitedFacts {
 public:
  CitedFacts(const Spec& spec, const OpSpec& op, const Document& page) : spec_(spec), op_(op), page_(page) {}

  findings::Findings run(const PageFacts& facts) {
    for (const PageRow& row : facts.rows) check_row(row);
    for (const PageProduct& product : facts.products) {
      if (product.supported) ask(product.from, "support");
    }
    for (const PageParameter& one : facts.parameters) check_parameter(one);
    return std::move(found_);
  }

 private:
  void ask(const PageStatement& from, std::string_view fact) {
    const Statement* const entry = find_entry(spec_, page_.id, from.sha256);
    if (entry == nullptr || entry->disposition != Disposition::encoded || grounds(*entry, fact)) return;
    if (grounds(*entry, "contradictions.")) return;  // it may be about what the page says wrongly
    found_.push_back(
        misplaced(op_, *entry, entry->at, fmt::format("what {} says stands for no '{}'", from.place, fact)));
  }

  void check_row(const PageRow& row) {
    ask(row.from, "rows.");
    const Statement* const entry = find_entry(spec_, page_.id, row.from.sha256);
    const Row* const other = entry == nullptr ? nullptr : find_other_row(op_, *entry, row);
    if (other != nullptr)
      found_.push_back(misplaced(op_, *entry, entry->at, fmt::format("{} is not row '{}'", row.from.place, other->id)));
  }

  void check_parameter(const PageParameter& one) {
    const Parameter* const parameter = find_documented(op_, one);
    if (parameter == nullptr) return check_unknown(one);
    for (const DtypeList& list : one.dtypes) ask(list.from, parameter->key + ".dtypes");
    for (const PageStatement& from : one.from) {
      if (speaks_of_formats(from.words) && !parameter->formats.empty()) ask(from, parameter->key + ".formats");
    }
  }

  /// What has dtypes is a parameter.
  void check_unknown(const PageParameter& one) {
    if (one.dtypes.empty()) return;
    found_.push_back({.kind = kinds::misplaced_citation,
                      .op = op_.name,
                      .at = op_.parameters.front().at,
                      .what = fmt::format("no parameter is called '{}' among the {} of page '{}'", one.name,
                                          one.section, page_.id)});
  }

  static bool speaks_of_formats(const std::string& words) {
    return words.find("数据格式") != std::string::npos || to_lower(words).find("data format") != std::string::npos;
  }

  const Spec& spec_;
  const OpSpec& op_;
  const Document& page_;
  findings::Findings found_;
};

}  // namespace

findings::Findings check_page_citation(const OpSpec& op, const Statement& entry, const PageStatement& said) {
  findings::Findings found;
  check_names(op, entry, said, found);
  check_examples(op, entry, said, found);
  check_places_of_examples(op, entry, said, found);
  check_defaults(op, entry, said, found);
  if (entry.disposition == Disposition::advice && !advises(said.text))
    found.push_back(misplaced(op, entry, entry.at, fmt::format("{} recommends nothing", said.place)));
  return found;
}

findings::Findings check_cited_facts(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts) {
  return CitedFacts(spec, op, page).run(facts);
}

}  // namespace npu_cts::ascend
