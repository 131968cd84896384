// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/find.h"
#include "framework/base/names.h"
#include "framework/model/op_spec.h"

namespace npu_cts {

struct Alias {
  std::string name;  ///< a documented spelling
  Applies applies = {};
};

struct Product {
  std::string id;  ///< "alpha"
  Text name = {};
  std::vector<Alias> aliases = {};
  Location at = {};
  std::vector<std::string> chips = {};  ///< what other programs call the product; no page does
};

/// A way to make a call: the spec names those that the documents tell apart.
struct Mode {
  std::string id;  ///< "graph_static"
  Text name = {};
  bool is_compiled = false;  ///< the call is made a graph before it runs
  bool is_dynamic = false;   ///< of a graph: it takes calls of any sizes
  Location at = {};
};

/// One word for several modes.
struct ModeGroup {
  std::string id;  ///< "graph"
  Text name;
  std::vector<std::string> modes = {};  ///< in the order of Spec::modes
  Location at = {};
};

struct Modes {
  std::vector<Mode> all;
  std::vector<ModeGroup> groups = {};
};

/// A vendor's page. Its text is never part of the project.
struct Document {
  std::string id;  ///< "000", "tqp-7.2.0"
  std::string op;
  std::string release;
  std::string language;     ///< zh, en
  std::string path = {};    ///< under the documents folder
  std::string sha256 = {};  ///< of the file
  Location at = {};
};

enum class Disposition : std::uint8_t { encoded, informative, advice, untestable, open };
constexpr auto names_of(Disposition) { return name_list("encoded", "informative", "advice", "untestable", "open"); }

/// A fact that a statement grounds, as the inventory names it; see ground of framework/reader.
struct Grounded {
  std::string fact;  ///< "x1.rank", "x1.dtypes@alpha"
  Location at = {};
};

/// One sentence, list item, table row or example of one or more pages.
struct Statement {
  std::string id;
  std::string sha256 = {};             ///< of the normalized text
  std::vector<std::string> documents;  ///< the pages that have it
  std::string place = {};              ///< "constraints, item 3"
  Disposition disposition = Disposition::encoded;
  std::vector<Grounded> encodes = {};  ///< rules, rows, parameters … that stand on it
  std::string why = {};                ///< for untestable; the question's id for open
  Location at = {};
};

/// The whole spec.
struct Spec {
  Spec();  // here and below: written once, in members.cpp, as with OpSpec
  Spec(const Spec&);
  Spec(Spec&&) noexcept;
  Spec& operator=(const Spec&);
  Spec& operator=(Spec&&) noexcept;
  ~Spec();

  std::vector<std::string> releases;  ///< oldest first
  std::vector<Product> products;
  Modes modes;
  std::vector<Document> documents;
  std::vector<Statement> statements;
  std::vector<OpSpec> operators;  ///< by name
};

std::optional<std::size_t> find_release(const Spec& spec, std::string_view release);
const OpSpec* find_operator(const Spec& spec, std::string_view name);
const Product* find_product(const Spec& spec, std::string_view id);
const Mode* find_mode(const Spec& spec, std::string_view id);
const Statement* find_statement(const Spec& spec, std::string_view id);

/// Returns whether `list`, which names all where it is empty, names `value`.
bool admits(const std::vector<std::string>& list, std::string_view value);

/// Returns whether what `applies` dates holds in the release at `release` of Spec::releases, for some product and mode.
bool in_release(const Applies& applies, std::size_t release);

/// Returns the ids of the modes that `word` means: those of a group, a mode, or none where it is no word for one.
std::vector<std::string> modes_of(const Spec& spec, std::string_view word);

/// Returns the ids of all modes and, behind them, of their groups.
std::vector<std::string> mode_words(const Spec& spec);

/// Returns where `file` lies in the folder of its spec: "ops/fold.yaml". Journals and reports name places so: they are
/// the same wherever the spec is installed, and whatever it was called on a command line.
std::string spec_path(std::string_view file);

/// Returns what `parameter` is called in the page of the target's release.
const std::string& name_in(const Parameter& parameter, const Spec& spec, const Target& target);

/// Returns whether a fact that holds `applies` holds for `target`.
bool holds(const Applies& applies, const Spec& spec, const Target& target);

/// As above, where the position of the target's release is known: for who asks often about one target.
bool holds(const Applies& applies, std::size_t release, const Target& target);

/// Returns what `entries` say for `target`: the value of the first that holds there, or null.
template <class T>
const T* find_current(const std::vector<Dated<T>>& entries, const Spec& spec, const Target& target) {
  const auto* const entry = find_where(entries, [&](const Dated<T>& one) { return holds(one.applies, spec, target); });
  return entry == nullptr ? nullptr : &entry->value;
}

}  // namespace npu_cts
