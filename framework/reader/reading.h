// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/names.h"
#include "framework/base/result.h"
#include "framework/expression/parse_expression.h"
#include "framework/model/spec.h"
#include "framework/reader/forms.h"
#include "framework/reader/words.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts::reader {

/// The ids that are claimed, and where each was first; a place without a line is of no file.
using ClaimedIds = std::map<std::string, Location>;

/// Returns what is wrong where `id` at `at` is claimed already; else it is from now on.
std::optional<Diagnostic> claim_id(ClaimedIds& ids, const std::string& id, const Location& at);

/// The reading of one file: what names mean while it goes on, and everything found wrong so far.
/// Where a value is wrong, that is reported and some value of the type is returned: a reader goes on to the next.
class Reading {
 public:
  /// `spec` is the vocabulary: releases, products, documents, statements. It must outlive this.
  Reading(const Spec& spec, Diagnostics found);

  void report(Diagnostic diagnostic);
  void report_all(const Diagnostics& diagnostics);
  [[nodiscard]] bool failed() const { return has_error(found_); }
  /// Returns what was found, in the order of the text.
  [[nodiscard]] Diagnostics take();

  [[nodiscard]] const Spec& spec() const { return spec_; }

  // What scalars mean.
  std::string word(const Node& node);                       ///< a scalar's text
  std::string part_of_id(const Node& node);                 ///< one that stands in ids of cases, and in names of files
  std::string known(const Node& node, const Words& words);  ///< a word among `words`, or ""
  std::int64_t integer(const Node& node);
  double real(const Node& node);
  bool flag(const Node& node);
  DType dtype(const Node& node);
  std::vector<std::int64_t> integers(const Node& node);
  std::optional<std::size_t> release(const Node& node);
  std::string mode(const Node& node);                ///< the id of a mode, or ""
  std::vector<std::string> modes(const Node& node);  ///< of a group: several
  Text text(const Node& node);
  ExpressionPtr expression(const Node& node, Type type);  ///< null where it has errors

  /// Returns the items of a list, or nothing where `node` is none.
  const std::vector<Node>& items(const Node& node);
  /// Returns the items of a list from which one is taken: that it has none is reported.
  const std::vector<Node>& choices(const Node& node);
  /// Returns the entries of a map with free keys, or nothing where `node` is none.
  const std::vector<Entry>& entries(const Node& node);

  /// Looks a word up in a closed set, whose members messages call `noun`.
  template <ClosedSet Enum>
  Enum choice(const Node& node, std::string_view noun) {
    const auto found = find_named<Enum>(node.text);
    if (!found) known(node, words_of<Enum>(std::string(noun)));
    return found.value_or(Enum{});
  }

  /// Reports an id that was claimed before, and where.
  void claim(ClaimedIds& ids, const std::string& id, const Location& at);

  Scope scope;  ///< of expressions
  Words questions{"question", {}};

 private:
  const Spec& spec_;
  Diagnostics found_;
  std::size_t from_tree_ = 0;  ///< the first so many of `found_` are the parser's
  Words releases_{"release", {}};
};

/// One map of a known form: its keys are checked once, then its fields are asked for by name.
class Fields {
 public:
  /// Reports what is not a map, unknown keys and missing ones.
  Fields(Reading& reading, const Node& node, Form form);

  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
  [[nodiscard]] Location at() const { return node_.at; }

  // Fields that are absent: an empty text, false, no items, a null expression.
  [[nodiscard]] std::string word(std::string_view key) const;
  [[nodiscard]] std::string part_of_id(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] Text text(std::string_view key) const;
  [[nodiscard]] ExpressionPtr expression(std::string_view key, Type type) const;
  [[nodiscard]] const std::vector<Node>& items(std::string_view key) const;
  [[nodiscard]] const std::vector<Entry>& entries(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> words(std::string_view key) const;

  /// Returns `since`, `until`, `products` and `modes`.
  [[nodiscard]] Applies applies() const;
  /// Returns the id of an open question that `question` names.
  [[nodiscard]] std::string question() const;

 private:
  Reading& reading_;
  const Node& node_;
};

/// Returns what no two values of a list share, or null where they need not differ.
template <class T>
const std::string* id_of(const T& value) {
  if constexpr (requires { value.id; }) {
    return &value.id;
  } else if constexpr (requires { value.key; }) {
    return &value.key;
  } else if constexpr (requires { value.name; }) {
    return &value.name;
  } else {
    return nullptr;
  }
}

/// Returns what `read_one` makes of each of `nodes`, maps of `form`, and reports each id that is there twice, or among
/// `ids`.
template <class T, class ReadOne>
std::vector<T> read_list(Reading& reading, const std::vector<Node>& nodes, Form form, ReadOne read_one,
                         ClaimedIds ids = {}) {
  std::vector<T> values;
  for (const Node& node : nodes) {
    values.push_back(read_one(Fields(reading, node, form)));
    if (const std::string* const id = id_of(values.back())) reading.claim(ids, *id, node.at);
  }
  return values;
}

}  // namespace npu_cts::reader
