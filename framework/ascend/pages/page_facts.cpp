// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/page_facts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "framework/ascend/pages/product_names.h"
#include "framework/ascend/pages/programs.h"
#include "framework/ascend/reading/blocks.h"
#include "framework/ascend/reading/normalize.h"
#include "framework/base/ascii.h"
#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

/// Takes `word` from the front of `text`, if it is there.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Takes "x1(" or "x1 (" from the front.
bool take_name(std::string_view& text, std::string_view name) {
  if (!take(text, name)) return false;
  take(text, " ");
  return take(text, "(");
}

std::string_view leading_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name_character(text[end])) ++end;
  return text.substr(0, end);
}

/// What a list of dtypes holds.
struct Listed {
  std::vector<DType> dtypes = {};
  std::vector<std::string> unknown = {};  ///< words that look like dtypes, and are none of the spec's

  /// Adds what is new of `more`.
  void add(const Listed& more) {
    for (const DType dtype : more.dtypes) {
      if (!contains(dtypes, dtype)) dtypes.push_back(dtype);
    }
    for (const std::string& word : more.unknown) {
      if (!contains(unknown, word)) unknown.push_back(word);
    }
  }
};

/// Returns whether `word` is made as names of dtypes are: "quint4x2", "float8_e5m2".
bool looks_like_dtype(std::string_view word) {
  static constexpr std::array<std::string_view, 8> stems{"int",  "uint",  "float",   "bfloat",
                                                         "qint", "quint", "hifloat", "complex"};
  return std::ranges::any_of(stems, [&](std::string_view stem) {
    return word.starts_with(stem) && word.size() > stem.size() && is_ascii_digit(word[stem.size()]);
  });
}

/// Returns the dtypes that `text` begins with, as a list joined by commas and words like 'and'.
Listed leading_dtypes(std::string_view text) {
  static constexpr std::array<std::string_view, 11> joints{" ", ",",   "/",    "和",    "或", "、",
                                                           "`", "or ", "and ", "only ", "be "};
  Listed listed;
  while (!text.empty()) {
    if (std::ranges::any_of(joints, [&](std::string_view joint) { return take(text, joint); })) continue;
    const std::string_view word = leading_word(text);
    if (const auto dtype = find_named<DType>(word))
      listed.add({.dtypes = {*dtype}});
    else if (looks_like_dtype(word))
      listed.add({.unknown = {std::string(word)}});
    else
      break;
    text.remove_prefix(word.size());
  }
  return listed;
}

/// Returns the dtypes that `text` lists as the values of an argument.
Listed values_in(std::string_view text) {
  static constexpr std::array<std::string_view, 2> leads{"支持取值", "valid values are "};
  Listed listed;
  for (const std::string_view lead : leads) {
    const std::size_t at = text.find(lead);
    if (at != std::string_view::npos) listed.add(leading_dtypes(text.substr(at + lead.size())));
  }
  return listed;
}

/// Returns the dtypes that a sentence about one parameter lists. Sentences only say so after one of these words.
// NOLINTNEXTLINE(readability-function-size): tables, rows and cells are nested
Listed listed_dtypes(std::string_view sentence) {
  static constexpr std::array<std::string_view, 3> leads{"数据类型", "data types", "data type"};
  static constexpr std::array<std::string_view, 5> verbs{"支持", "can be", "supports", "support", "only"};
  const std::string text = to_lower(sentence);
  Listed listed = values_in(text);
  for (const std::string_view lead : leads) {
    for (std::size_t at = text.find(lead); at != std::string::npos; at = text.find(lead, at + lead.size())) {
      for (const std::string_view verb : verbs) {
        const std::size_t verb_at = text.find(verb, at);
        if (verb_at == std::string::npos) continue;
        listed.add(leading_dtypes(std::string_view(text).substr(verb_at + verb.size())));
      }
    }
  }
  return listed;
}

/// Grows the facts of one page.
class Gatherer {
 public:
  Gatherer(const Spec& spec, std::string_view release) : spec_(spec), release_(release) {}

  void read(const PageStatement& statement) {
    if (is_said(statement)) frameworks(statement);
    if (statement.section == "signature" && facts_.signature.empty()) return signature(statement);
    if (statement.kind == BlockKind::formula) facts_.formulas.push_back(statement);
    if (statement.section == "products") product(statement);
    if (names_subjects(statement.section) && !statement.subject.empty()) parameter(statement);
    if (statement.section == "output") output(statement);
    if (statement.place.find("table") != std::string::npos && statement.words.find('=') != std::string::npos)
      row(statement);
  }

  PageFacts take() { return std::move(facts_); }

 private:
  /// "PyTorch 2.1": a framework with its version.
  void frameworks(const PageStatement& statement) {
    static constexpr std::string_view framework = "PyTorch ";
    const std::string& words = statement.words;
    for (auto at = words.find(framework); at != std::string::npos; at = words.find(framework, at + 1)) {
      const std::size_t version = at + framework.size();
      std::size_t end = std::min(words.find_first_not_of("0123456789.", version), words.size());
      while (end > version && words[end - 1] == '.') --end;
      if (end == version) continue;
      facts_.frameworks.insert(words.substr(at, end - at));
      facts_.frameworks_from = statement;
    }
  }

  void signature(const PageStatement& statement) {
    const std::size_t open = statement.words.find('(');
    const std::size_t close = closing_bracket(statement.words, open);
    if (open == std::string::npos || close == std::string::npos || close < open) return;
    facts_.signature = statement.words.substr(open);
    facts_.signature_from = statement;
    bool keyword_only = false;
    for (const std::string& part : cut_at_commas(statement.words.substr(open + 1, close - open - 1))) {
      const std::string text(trim(part));
      keyword_only = keyword_only || text == "*";
      if (text.empty() || text == "*") continue;
      add_argument(text, keyword_only);
    }
  }

  /// "Tensor? y=None", "axis=0", "x".
  void add_argument(const std::string& text, bool keyword_only) {
    const std::size_t equals = text.find('=');
    const std::string left(trim(std::string_view(text).substr(0, equals)));
    const std::size_t blank = left.rfind(' ');
    PageParameter parameter;
    parameter.name = blank == std::string::npos ? left : left.substr(blank + 1);
    parameter.type = blank == std::string::npos ? "" : left.substr(0, blank);
    parameter.keyword_only = keyword_only;
    if (equals != std::string::npos)
      parameter.default_text = std::string(trim(std::string_view(text).substr(equals + 1)));
    parameter.optional = parameter.default_text == "None";
    facts_.parameters.push_back(std::move(parameter));
  }

  void product(const PageStatement& statement) {
    const bool is_table = statement.words.find('=') != std::string::npos;
    const bool yes =
        !is_table || statement.words.find("√") != std::string::npos || statement.words.find("✓") != std::string::npos;
    const auto ids = products_in(statement.words, spec_, release_);
    const bool is_item = statement.place.find("item") != std::string::npos;
    if (yes && (is_table || is_item) && has_unknown_product(statement.words))
      facts_.unknown_products.push_back(statement);
    for (const std::string& id : ids) {
      const auto same = std::ranges::find(facts_.products, id, &PageProduct::id);
      if (same == facts_.products.end()) facts_.products.push_back({.id = id, .supported = yes, .from = statement});
    }
  }

  /// Returns whether a name in the first cell of `words`, a row of a table, or in all of an item is no alias of the
  /// spec.
  [[nodiscard]] bool has_unknown_product(std::string_view words) const {
    std::string names(words.substr(0, words.find('|')));
    names.erase(0, names.find('=') + 1);
    return has_unknown_name(std::move(names));
  }

  /// Returns whether one of `names`, a list, is no alias of the spec.
  [[nodiscard]] bool has_unknown_name(std::string names) const {
    std::ranges::replace(names, ',', '/');
    return std::ranges::any_of(split(names, '/'), [this](const std::string& name) {
      return !trim(name).empty() && products_in(name, spec_, release_).empty();
    });
  }

  /// "y (Tensor): …" names a result; the other sentences of its item are about it, too.
  void output(const PageStatement& statement) {
    const std::string item = item_of(statement);
    std::string_view words = statement.words;
    const std::string name(leading_word(words));
    const bool names_it = !name.empty() && take_name(words, name) && words.starts_with("Tensor)");
    if (names_it) {
      facts_.outputs.push_back({.name = name, .from = {statement}});
      item_of_output_ = item;
    } else if (!facts_.outputs.empty() && item == item_of_output_) {
      facts_.outputs.back().from.push_back(statement);
    }
  }

  PageParameter& find_or_add(const PageStatement& statement) {
    const auto is_it = [&](const PageParameter& one) {
      return one.name == statement.subject && (one.section.empty() || one.section == statement.section);
    };
    auto it = std::ranges::find_if(facts_.parameters, is_it);
    if (it == facts_.parameters.end()) {
      it = facts_.parameters.insert(facts_.parameters.end(), PageParameter{});
      it->name = statement.subject;
    }
    it->section = statement.section;
    return *it;
  }

  void parameter(const PageStatement& statement) {
    PageParameter& parameter = find_or_add(statement);
    parameter.from.push_back(statement);
    std::string_view words = statement.words;
    if (parameter.type.empty() && take_name(words, statement.subject)) {
      parameter.type = std::string(words.substr(0, words.find(')')));
    }
    const auto says = [&](std::string_view zh, std::string_view en) {
      return statement.words.find(zh) != std::string::npos || statement.words.find(en) != std::string::npos;
    };
    const bool says_optional = says("可选", "Optional");
    parameter.reserved = parameter.reserved || says("预留参数", "Reserved parameter");
    const bool says_required = says("必选", "Required") && !says("仅当", "only when");
    parameter.required = parameter.required || says_required;
    const bool has_default = parameter.default_text && parameter.default_text != "None";
    if (says_optional && !has_default) parameter.optional = true;
    const std::string item = item_of(statement);
    auto& products = products_of_item_[item];
    const std::vector<std::string> named = products_in(statement.words, spec_, release_);
    const bool begins = statement.place == item || statement.place.ends_with("sentence 1");
    if (begins && !named.empty() && heads_with_product(statement.words)) {
      products = named;
      if (has_unknown_name(statement.words.substr(0, statement.words.find(':'))))
        facts_.unknown_products.push_back(statement);
    }
    Listed listed = listed_dtypes(statement.words);
    for (std::string& word : listed.unknown)
      facts_.unknown_dtypes.push_back({.name = std::move(word), .from = statement});
    if (!listed.dtypes.empty())
      parameter.dtypes.push_back({.products = products, .dtypes = std::move(listed.dtypes), .from = statement});
  }

  /// Returns whether `words` are said of the products before their first colon.
  [[nodiscard]] bool heads_with_product(std::string_view words) const {
    const std::string_view head = words.substr(0, words.find(':'));
    return head.size() < words.size() && !products_in(head, spec_, release_).empty();
  }

  void row(const PageStatement& statement) {
    PageRow row{.products = products_in(statement.subject, spec_, release_), .from = statement};
    for (const std::string& pair : split(statement.words, '|')) {
      const std::size_t equals = pair.find('=');
      const auto cell = cell_of(pair.substr(std::min(equals + 1, pair.size())));
      if (equals == std::string::npos || !cell) return;  // a table of something else
      row.cells.emplace(pair.substr(0, equals), *cell);
    }
    if (row.cells.size() > 1) facts_.rows.push_back(std::move(row));
  }

  static std::optional<Cell> cell_of(std::string_view text) {
    Cell cell;
    for (const std::string& word : split(to_lower(text), '/')) {
      const auto dtype = find_named<DType>(trim(word));
      if (trim(word) == "none") {
        cell.none = true;
      } else if (dtype) {
        cell.dtypes.push_back(*dtype);
      } else {
        return std::nullopt;
      }
    }
    return cell;
  }

  const Spec& spec_;
  std::string_view release_;
  PageFacts facts_;
  std::map<std::string, std::vector<std::string>> products_of_item_;
  std::string item_of_output_;
};

}  // namespace

std::vector<std::string> products_in(std::string_view text, const Spec& spec, std::string_view release) {
  std::vector<std::string> found;
  for (ProductName& one : names_standing_in(normalize_prose(text), product_names(spec, find_release(spec, release)))) {
    found.push_back(std::move(one.product));
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

PageFacts facts_of(const std::vector<PageStatement>& statements, const Spec& spec, std::string_view release) {
  Gatherer gatherer(spec, release);
  for (const PageStatement& statement : statements) gatherer.read(statement);
  return gatherer.take();
}

}  // namespace npu_cts::ascend
