// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "framework/base/names.h"
#include "framework/base/result.h"
#include "framework/reader/yaml_tree.h"

/// The spec with one fact changed: what of it can be wrong without anything noticing.
namespace npu_cts::mutants {

/// What sort of fact is changed.
enum class FactClass : std::uint8_t {
  rule,           ///< what a rule asks
  rule_when,      ///< the calls that a rule is about
  rule_kind,      ///< what follows when it is broken; a rule that is gone
  shape,          ///< a shape, the calls it is for, and one that is gone
  variant,        ///< implementation-defined behaviour and the calls it touches
  date,           ///< the first or last release of a fact
  product,        ///< the products or modes of a fact
  alias,          ///< what pages call a product
  support,        ///< a cell of the table of products
  framework,      ///< the frameworks of such a cell
  flag,           ///< in_place, reserved, keyword_only, optional, usable
  output,         ///< alias, dtype and shape of a result
  signature,      ///< types and defaults that a signature shows
  row,            ///< the dtypes that go together
  list,           ///< dtypes, formats and layouts of a parameter
  default_value,  ///< what a parameter is when it is left out
  name,           ///< what pages call a parameter
  symbol,         ///< what a symbol stands for
  formula,        ///< formulas, which people read
  example,        ///< calls and printed numbers of pages
  contradiction,
  contested,
  question,
  disposition,  ///< what a statement of a page is taken for
  citation,     ///< which facts stand on which statement, and where that is
  number,       ///< a number in a text, in both languages
  text,         ///< a text, exchanged for another
  prose,        ///< what people alone read: see Prose in spec/README.md
};
constexpr auto names_of(FactClass) {
  return name_list("rule", "rule-when", "rule-kind", "shape", "variant", "date", "product", "alias", "support",
                   "framework", "flag", "output", "signature", "row", "list", "default", "name", "symbol", "formula",
                   "example", "contradiction", "contested", "question", "disposition", "citation", "number", "text",
                   "prose");
}

/// One node of a YAML tree, changed. A path counts entries of maps and items of lists from the root.
struct TreeEdit {
  enum class Kind : std::uint8_t { replace, remove, add };
  Kind kind = Kind::replace;
  std::vector<std::size_t> path;
  reader::Node node = {};  ///< what is there now; of `add`, the value of the new entry
  std::string key = {};    ///< of the entry that `add` adds to the map at `path`
};

/// Returns `root` with `edit` made.
reader::Node edited(reader::Node root, const TreeEdit& edit);

/// Returns `root` as YAML that reads as the same tree; each node stands on its line again.
std::string to_yaml(const reader::Node& root);

/// A fact of a file of the spec, changed.
struct SpecMutant {
  FactClass in = FactClass::rule;
  std::string file;  ///< below the folder of the spec: "ops/npu_mirror.yaml"
  int line = 0;
  std::string what;  ///< "require: 'n > 0' -> 'n >= 0'"
  TreeEdit edit;

  friend std::ostream& operator<<(std::ostream& out, const SpecMutant& mutant);
};

/// Returns every mutant of `root`, the tree of `file`, in the order of its lines. `releases` are those of the spec.
std::vector<SpecMutant> mutants_of(const reader::Node& root, const std::string& file,
                                   const std::vector<std::string>& releases);

/// The files of a spec that hold facts, read.
struct SpecTree {
  std::string file;  ///< below the folder
  reader::Node root;
};

/// Returns the files of the spec in `folder` that hold facts. Errors: those of reading.
Result<std::vector<SpecTree>> read_trees(const std::filesystem::path& folder);

/// Returns at most `count` of `mutants` of each class, chosen by `seed`, in their order.
std::vector<SpecMutant> sample(const std::vector<SpecMutant>& mutants, std::uint64_t seed, std::size_t count);

}  // namespace npu_cts::mutants
