// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/spec_page_mismatch.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/search/dtype_choices.h"

namespace npu_cts::ascend {
namespace {

std::string text_of(const std::map<std::string, Cell>& cells) {
  std::vector<std::string> parts;
  for (const auto& [name, cell] : cells) {
    std::vector<std::string> words = dtype_names(cell.dtypes);
    if (cell.none) words.emplace_back("none");
    parts.push_back(fmt::format("{}={}", name, join(words, "/")));
  }
  return join(parts, ", ");
}

std::string text_of(const std::set<DType>& dtypes) { return join(dtype_names(dtypes), ", "); }

/// A default as a page prints it.
std::string text_of(const Value& value) {
  if (std::holds_alternative<None>(value)) return "None";
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "True" : "False";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  return "";
}

std::string unquoted(std::string text) {
  std::erase_if(text, [](char c) { return c == '\'' || c == '"'; });
  return text;
}

class Comparison {
 public:
  Comparison(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts)
      : spec_(spec), op_(op), page_(page), facts_(facts) {}

  findings::Findings run() {
    for (const Product& product : spec_.products) {
      if (!facts_.products.empty()) check_support(product.id);
      if (!is_supported(product.id)) continue;
      check_rows(product.id);
      for (const PageParameter& parameter : facts_.parameters) check_dtypes(product.id, parameter);
    }
    check_unplaced_rows();
    check_names();
    for (const PageParameter& parameter : facts_.parameters) check_default(parameter);
    return std::move(found_);
  }

 private:
  void report(const Location& at, std::string what, const std::string& place) {
    found_.push_back(mismatch(op_, page_, at, std::move(what), place));
  }

  /// Reports what is so on `product`, and may be so on others.
  void report_on(const std::string& product, const Location& at, std::string what, const std::string& place) {
    report(at, std::move(what), place);
    found_.back().seen += " on " + product;
    found_.back().why += fmt::format(" ({})", product);
  }

  /// Returns the targets of the page's release on `product`.
  [[nodiscard]] std::vector<Target> targets(const std::string& product) const {
    std::vector<Target> targets;
    for (const Mode& mode : spec_.modes.all)
      targets.push_back({.product = product, .release = page_.release, .mode = mode.id});
    return targets;
  }

  [[nodiscard]] bool is_supported(const std::string& product) const {
    return std::ranges::any_of(targets(product), [&](const Target& target) {
      const auto cell =
          std::ranges::find_if(op_.support, [&](const SupportCell& one) { return holds(one.applies, spec_, target); });
      return cell != op_.support.end() && cell->state == SupportState::yes;
    });
  }

  template <class Applying>
  [[nodiscard]] bool holds_on(const Applying& fact, const std::string& product) const {
    return std::ranges::any_of(targets(product),
                               [&](const Target& target) { return holds(fact.applies, spec_, target); });
  }

  /// Returns whether the spec admits a combination of `row` on `product`. A row that a rule leaves open is on no table.
  [[nodiscard]] bool admits_any_of(const Row& row, const std::string& product) const {
    return std::ranges::any_of(targets(product), [&](const Target& target) {
      const auto legal = search::legal_dtypes(BoundSpec::bind(spec_, op_, target));
      return std::ranges::any_of(legal, [&](const auto& choice) { return choice.second == row.id; });
    });
  }

  void check_support(const std::string& product) {
    const auto line = std::ranges::find(facts_.products, product, &PageProduct::id);
    const bool page_has = line != facts_.products.end() && line->supported;
    if (page_has == is_supported(product)) return;
    const Location at = op_.support.empty() ? Location{} : op_.support.front().at;
    const auto [has, has_not] = page_has ? std::pair("page", "spec") : std::pair("spec", "page");
    report(at, fmt::format("the {} has product '{}', the {} has not", has, product, has_not),
           line == facts_.products.end() ? "its table of products" : line->from.place);
  }

  /// A name of no product, or of no dtype, is a promise without a test.
  void check_names() {
    for (const PageStatement& one : facts_.unknown_products) {
      found_.push_back({.kind = kinds::unknown_product,
                        .op = op_.name,
                        .at = page_.at,
                        .what = fmt::format("page '{}' names a product that the spec does not know", page_.id),
                        .why = one.place});
    }
    for (const auto& [name, from] : facts_.unknown_dtypes) {
      found_.push_back(
          {.kind = kinds::unknown_dtype,
           .op = op_.name,
           .at = page_.at,
           .what = fmt::format("page '{}' lists the dtype '{}', which the spec does not know", page_.id, name),
           .why = from.place});
    }
  }

  /// Returns the parameter that the page calls `name`.
  [[nodiscard]] const Parameter* find(const std::string& name, std::string_view section) const {
    const Target target{.release = page_.release, .mode = spec_.modes.all.front().id};
    for (const Parameter& parameter : op_.parameters) {
      const bool is_variable = parameter.group == Group::variables;
      if (op_.module_form && is_variable != (section == "variables")) continue;
      if (name_in(parameter, spec_, target) == name) return &parameter;
    }
    return nullptr;
  }

  /// Returns the cells under the spec's keys. A dtype that is left out is not a dtype of its own: pages and specs write
  /// it differently.
  [[nodiscard]] std::map<std::string, Cell> comparable(const std::map<std::string, Cell>& cells) const {
    std::map<std::string, Cell> result;
    for (auto [name, cell] : cells) {
      const Parameter* const parameter = find(name, "");
      std::ranges::sort(cell.dtypes);
      if (parameter != nullptr && parameter->kind == ParameterKind::dtype) cell.none = false;
      result.emplace(parameter == nullptr ? name : parameter->key, cell);
    }
    return result;
  }

  void check_rows(const std::string& product) {
    std::vector<std::map<std::string, Cell>> on_page;
    for (const PageRow& row : facts_.rows) {
      if (row.products.empty() || contains(row.products, product)) on_page.push_back(comparable(row.cells));
    }
    if (on_page.empty()) return;
    std::vector<std::map<std::string, Cell>> in_spec;
    for (const Row& row : op_.rows) {
      if (!holds_on(row, product)) continue;
      in_spec.push_back(comparable(row.cells));
      if (!contains(on_page, in_spec.back()) && admits_any_of(row, product))
        report_on(product, row.at, fmt::format("row '{}' is not on the page: {}", row.id, text_of(in_spec.back())),
                  "its table of dtypes");
    }
    for (const PageRow& row : facts_.rows) {
      if (!contains(row.products, product) || contains(in_spec, comparable(row.cells))) continue;
      const Location at = op_.rows.empty() ? Location{.file = op_.file, .line = 1, .column = 1} : op_.rows.front().at;
      report_on(product, at, fmt::format("the spec lacks a row of the page: {}", text_of(comparable(row.cells))),
                row.from.place);
    }
  }

  /// A table that lost its title when the page was flattened may speak of any product: one that has the row is enough.
  void check_unplaced_rows() {
    for (const PageRow& row : facts_.rows) {
      if (!row.products.empty()) continue;
      const bool is_there = std::ranges::any_of(op_.rows, [&](const Row& one) {
        const bool applies =
            std::ranges::any_of(spec_.products, [&](const Product& on) { return holds_on(one, on.id); });
        return applies && comparable(one.cells) == comparable(row.cells);
      });
      if (is_there) continue;
      report({.file = op_.file, .line = 1, .column = 1},
             fmt::format("the spec lacks a row of the page: {}", text_of(comparable(row.cells))), row.from.place);
    }
  }

  void check_dtypes(const std::string& product, const PageParameter& parameter) {
    const Parameter* const ours = find(parameter.name, parameter.section);
    std::set<DType> page;
    std::string place;
    for (const DtypeList& list : parameter.dtypes) {
      if (!list.products.empty() && !contains(list.products, product)) continue;
      page.insert(list.dtypes.begin(), list.dtypes.end());
      place = list.from.place;
    }
    if (ours == nullptr || page.empty() || !holds_on(*ours, product)) return;
    std::set<DType> listed;
    for (const auto& entry : ours->dtypes) {
      if (holds_on(entry, product)) listed.insert(entry.value.begin(), entry.value.end());
    }
    if (listed.empty()) return;  // the spec refuses the parameter there, as the page says in words
    report_dtypes(*ours, product, page, listed, place);
  }

  void report_dtypes(const Parameter& ours, const std::string& product, const std::set<DType>& page,
                     const std::set<DType>& listed, const std::string& place) {
    std::set<DType> lacking;
    std::set<DType> extra;
    std::ranges::set_difference(page, listed, std::inserter(lacking, lacking.end()));
    std::ranges::set_difference(listed, page, std::inserter(extra, extra.end()));
    if (!lacking.empty())
      report_on(product, ours.at, fmt::format("the spec lacks dtypes of '{}': {}", ours.key, text_of(lacking)), place);
    if (!extra.empty() && page_.language == "zh")  // English pages say dtypes in more ways than the reading knows
      report_on(product, ours.at, fmt::format("the page lacks dtypes of '{}': {}", ours.key, text_of(extra)), place);
  }

  void check_default(const PageParameter& parameter) {
    if (!parameter.default_text) return;
    const Parameter* const ours = find(parameter.name, parameter.section);
    if (ours == nullptr) {
      report(op_.parameters.empty() ? Location{} : op_.parameters.front().at,
             fmt::format("the spec lacks parameter '{}' of the page", parameter.name), facts_.signature_from.place);
      return;
    }
    const Target target{.release = page_.release, .mode = spec_.modes.all.front().id};
    const auto entry = std::ranges::find_if(ours->defaults, [&](const auto& one) {
      return one.applies.products.empty() ? holds(one.applies, spec_, target)
                                          : holds_on(one, one.applies.products.front());
    });
    const std::string says = entry == ours->defaults.end() ? "None" : text_of(entry->value.value);
    if (says == unquoted(*parameter.default_text)) return;
    report(ours->at,
           fmt::format("default of '{}' is {} in the spec, {} on the page", ours->key, says,
                       unquoted(*parameter.default_text)),
           facts_.signature_from.place);
  }

  const Spec& spec_;
  const OpSpec& op_;
  const Document& page_;
  const PageFacts& facts_;
  findings::Findings found_;
};

}  // namespace

findings::Finding mismatch(const OpSpec& op, const Document& page, const Location& at, std::string what,
                           const std::string& place) {
  return {.kind = kinds::spec_page_mismatch,
          .op = op.name,
          .at = at,
          .what = std::move(what),
          .why = fmt::format("page '{}' of release {}{}{}", page.id, page.release, place.empty() ? "" : ": ", place),
          .seen = fmt::format("page '{}'", page.id)};
}

findings::Findings check_spec_page_mismatch(const Spec& spec, const OpSpec& op, const Document& page,
                                            const PageFacts& facts) {
  findings::Findings found = Comparison(spec, op, page, facts).run();
  std::ranges::move(check_page_formulas(spec, op, page, facts), std::back_inserter(found));
  std::ranges::move(check_page_words(spec, op, page, facts), std::back_inserter(found));
  return found;
}

}  // namespace npu_cts::ascend
