// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_mutants.h"

#include <algorithm>
#include <functional>
#include <map>
#include <ostream>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "suites/mutants/condition_edits.h"

namespace npu_cts::mutants {
namespace {

using Words = std::vector<std::string>;

const Words bases{"document", "example", "newer-release", "vendor-code", "vendor-golden", "convention"};

/// Closed sets: a word is exchanged for the next of its set.
const std::map<std::string, Words, std::less<>> sets{
    {"state", {"supported", "unsupported", "open"}},
    {"basis", bases},
    {"by", {"vendor-tests", "vendor-code", "callers"}},
    {"disposition", {"encoded", "informative", "advice", "untestable", "open"}},
    {"leaves_open", {"calls", "results", "page"}},
    {"on_violation", {"reject", "unsupported", "undefined", "unchecked", "nondeterministic"}},
    {"phase", {"signature", "dtype", "shape", "layout", "attribute"}},
    {"verdict", {"accept", "reject"}},
    {"language", {"zh", "en"}}};
const Words flags{"in_place", "reserved", "keyword_only", "optional", "usable", "compiled", "dynamic"};
const Words addable_flags{"in_place", "reserved", "keyword_only", "optional"};
const Words dtype_words{"int8", "int32", "int64", "float16", "bfloat16", "float32"};

reader::Node scalar(const reader::Node& like, std::string text, bool quoted) {
  return {.kind = reader::Node::Kind::scalar, .at = like.at, .quoted = quoted, .text = std::move(text), .entries = {}};
}

/// Walks a file of the spec and collects what can be changed in it. It knows the keys of the language, and no names.
class Collector {
 public:
  Collector(const reader::Node& root, std::string file, const Words& releases)
      : root_(root), file_(std::move(file)), releases_(releases) {
    note(root_);
  }

  std::vector<SpecMutant> run() {
    walk(root_, "");
    return std::move(mutants_);
  }

 private:
  /// Collects the values that each key has in the file: a fact is exchanged for another of its kind.
  void note(const reader::Node& node) {
    for (const reader::Entry& entry : node.entries) {
      if (entry.value.kind == reader::Node::Kind::scalar && !contains(seen_[entry.key.text], entry.value.text))
        seen_[entry.key.text].push_back(entry.value.text);
      note(entry.value);
    }
    for (const reader::Node& item : node.items) note(item);
  }

  void add(FactClass in, const reader::Node& at, std::string what, TreeEdit edit) {
    mutants_.push_back({.in = in, .file = file_, .line = at.at.line, .what = std::move(what), .edit = std::move(edit)});
  }

  void replace(FactClass in, std::string_view key, const reader::Node& old, const std::string& text) {
    if (text == old.text) return;
    add(in, old, fmt::format("{}: '{}' -> '{}'", key, old.text, text),
        {.kind = TreeEdit::Kind::replace, .path = path_, .node = scalar(old, text, old.quoted)});
  }

  void remove(FactClass in, std::string_view key, const reader::Node& old) {
    const std::string said = old.kind == reader::Node::Kind::scalar ? fmt::format(" '{}'", old.text) : std::string();
    add(in, old, fmt::format("{}:{} left out", key, said), {.kind = TreeEdit::Kind::remove, .path = path_});
  }

  void replace_all(FactClass in, std::string_view key, const reader::Node& old, const Words& texts) {
    for (const std::string& text : texts) replace(in, key, old, text);
  }

  /// Returns the word behind `word` in `words`, the first behind the last.
  static std::string next_of(const Words& words, const std::string& word) {
    const auto it = std::ranges::find(words, word);
    return it == words.end() || it + 1 == words.end() ? words.front() : *(it + 1);
  }

  void walk(const reader::Node& node, const std::string& key) {
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      const std::string& child = node.entries[i].key.text;
      if (path_.empty()) section_ = child;
      if (child == "hints") continue;
      path_.push_back(i);
      keys_.push_back(child);
      visit(child, node.entries[i].value);
      walk(node.entries[i].value, child);
      keys_.pop_back();
      path_.pop_back();
    }
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      path_.push_back(i);
      visit_item(node, key, node.items[i]);
      walk(node.items[i], key);
      path_.pop_back();
    }
    if (section_ == "parameters" && reader::find(node, "kind") != nullptr) add_flags(node);
  }

  void add_flags(const reader::Node& parameter) {
    for (const std::string& flag : addable_flags) {
      if (reader::find(parameter, flag) != nullptr) continue;
      add(FactClass::flag, parameter, fmt::format("{}: true added", flag),
          {.kind = TreeEdit::Kind::add, .path = path_, .node = scalar(parameter, "true", false), .key = flag});
    }
  }

  [[nodiscard]] FactClass class_of_section() const {
    static const std::map<std::string, FactClass, std::less<>> classes{
        {"rules", FactClass::rule_kind},  {"parameters", FactClass::shape},
        {"support", FactClass::support},  {"implementation_defined", FactClass::variant},
        {"formulas", FactClass::formula}, {"contested", FactClass::contested},
        {"examples", FactClass::example}, {"contradictions", FactClass::contradiction},
        {"open", FactClass::question},    {"rows", FactClass::row},
        {"outputs", FactClass::output},   {"signatures", FactClass::signature},
        {"symbols", FactClass::symbol},   {"statements", FactClass::citation},
        {"products", FactClass::alias},   {"documents", FactClass::citation}};
    const auto it = classes.find(section_);
    return it == classes.end() ? FactClass::name : it->second;
  }

  void visit(const std::string& key, const reader::Node& value) {
    if (value.kind == reader::Node::Kind::map) visit_map(key, value);
    if (value.kind == reader::Node::Kind::sequence) visit_list(key, value);
    if (value.kind == reader::Node::Kind::scalar && !visit_condition(key, value)) visit_word(key, value);
  }

  /// A text in two languages: a number of both is changed, where both have it.
  void visit_map(const std::string& key, const reader::Node& value) {
    const reader::Node* const en = reader::find(value, "en");
    const reader::Node* const zh = reader::find(value, "zh");
    if (en == nullptr || zh == nullptr) return;
    for (const auto& [start, size] : numbers_in(en->text)) {
      const std::string number = en->text.substr(start, size);
      const std::string other = fmt::format("{}", parse_integer(number).value_or(0) + 1);
      reader::Node changed = value;
      for (reader::Entry& entry : changed.entries) {
        if (entry.key.text == "en") entry.value.text.replace(start, size, other);
        if (entry.key.text == "zh") replace_number(entry.value.text, number, other);
      }
      const bool is_prose = section_ == "open" || section_ == "contradictions" || section_ == "implementation_defined";
      add(is_prose ? FactClass::prose : FactClass::number, *en,
          fmt::format("{}: {} -> {} in '{}'", key, number, other, en->text),
          {.kind = TreeEdit::Kind::replace, .path = path_, .node = std::move(changed)});
    }
  }

  static void replace_number(std::string& text, const std::string& number, const std::string& other) {
    for (const auto& [start, size] : numbers_in(text)) {
      if (text.compare(start, size, number) != 0) continue;
      text.replace(start, size, other);
      return;
    }
  }

  void visit_list(const std::string& key, const reader::Node& list) {
    if (list.items.size() != 1) return;
    if (key == "products" && section_ != "products") remove(FactClass::product, key, list);
    if (key == "modes") remove(FactClass::product, key, list);
    if (key == "frameworks") remove(FactClass::framework, key, list);
    if (key == "encodes") remove(FactClass::citation, key, list);
  }

  bool visit_condition(const std::string& key, const reader::Node& value) {
    const FactClass in = class_of_section();
    if (key == "require") replace_all(FactClass::rule, key, value, conditions_near(value.text));
    if (key == "when") {
      const FactClass of = section_ == "rules" ? FactClass::rule_when : in;
      replace_all(of, key, value, conditions_near(value.text));
      replace(of, key, value, fmt::format("not ({})", value.text));
      remove(of, key, value);
    }
    if (key == "rejected_claim") replace_all(in, key, value, conditions_near(value.text));
    if (key == "as") replace_all(FactClass::shape, key, value, with_other_numbers(value.text));
    if (key == "formula") replace_all(in, key, value, formulas_near(value.text));
    if (section_ == "symbols" && path_.size() == 2)
      replace_all(FactClass::symbol, key, value, formulas_near(value.text));
    return key == "require" || key == "when" || key == "as" || key == "formula" || key == "rejected_claim";
  }

  void visit_word(const std::string& key, const reader::Node& value) {
    const FactClass in = class_of_section();
    if (key == "since" || key == "until" || (key == "release" && section_ == "documents")) visit_date(key, value);
    if (contains(flags, key)) remove(FactClass::flag, key, value);
    if (key == "disposition") is_open_ = value.text == "open";
    if (key == "alias") visit_alias(key, value);
    if (key == "value") visit_value(value);
    if (key == "en" || key == "zh") exchange(FactClass::text, key, value);
    if (key == "found" || key == "where") exchange(FactClass::prose, key, value);
    if (key == "why") exchange(is_open_ ? FactClass::question : FactClass::prose, key, value);
    if (key == "kind" && section_ == "contradictions") exchange(in, key, value);
    if (key == "subject" || key == "question") exchange(in, key, value);
    if (key == "place") replace_all(FactClass::citation, key, value, with_other_numbers(value.text));
    if (const auto set = sets.find(key); set != sets.end()) {
      const FactClass of = key == "disposition" ? FactClass::disposition : in;
      replace(of, key, value, next_of(set->second, value.text));
    }
    if (key == "on_violation" || key == "leaves_open") remove(in, key, value);
    if (key == "remedy") remove(FactClass::prose, key, value);  // advice of a page: no verdict depends on it
    if (section_ == "rows" && contains(dtype_words, value.text))
      replace(in, key, value, next_of(dtype_words, value.text));
  }

  void visit_date(const std::string& key, const reader::Node& value) {
    const auto it = std::ranges::find(releases_, value.text);
    if (it == releases_.end()) return;
    if (it != releases_.begin()) replace(FactClass::date, key, value, *(it - 1));
    if (it + 1 != releases_.end()) replace(FactClass::date, key, value, *(it + 1));
  }

  void visit_alias(const std::string& key, const reader::Node& value) {
    remove(FactClass::output, key, value);
    exchange_for(FactClass::output, key, value, seen_["key"]);
  }

  void exchange(FactClass in, const std::string& key, const reader::Node& value) {
    exchange_for(in, key, value, seen_[key]);
  }

  void exchange_for(FactClass in, const std::string& key, const reader::Node& value, const Words& words) {
    if (words.size() > 1) replace(in, key, value, next_of(words, value.text));
  }

  void visit_value(const reader::Node& value) {
    if (section_ == "signatures") return visit_signature(value);
    const std::string& text = value.text;
    if (section_ == "outputs") {
      replace_all(FactClass::output, "value", value, with_other_numbers(text));
      if (contains(dtype_words, text)) replace(FactClass::output, "value", value, next_of(dtype_words, text));
      return;
    }
    if (keys_.size() > 1 && keys_[keys_.size() - 2] == "names")
      return replace(FactClass::name, "name", value, text + "x");
    if (const auto number = parse_integer(text))
      return replace(FactClass::default_value, "default", value, fmt::format("{}", *number + 1));
    if (text == "true" || text == "false")
      return replace(FactClass::default_value, "default", value, text == "true" ? "false" : "true");
    replace(FactClass::default_value, "default", value, text == "none" ? "1" : text + "x");
  }

  /// A signature: each type and each default, changed.
  void visit_signature(const reader::Node& value) {
    const std::string& text = value.text;
    replace_all(FactClass::signature, "signature", value, with_other_numbers(text));
    for (const std::string_view word : {"Tensor", "int", "bool", "str", "ScalarType", "None", "True", "False", "*, "}) {
      for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const bool is_part =
            at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '_');
        if (is_part) continue;
        const std::string_view by = word == "*, " ? "" : word == "Tensor" ? "int" : "Tensor";
        replace(FactClass::signature, "signature", value, std::string(text).replace(at, word.size(), by));
      }
    }
    if (const auto arrow = text.find(" -> "); arrow != std::string::npos)
      replace(FactClass::signature, "signature", value, text.substr(0, arrow));
  }

  void visit_item(const reader::Node& list, const std::string& key, const reader::Node& item) {
    const FactClass in = class_of_section();
    const bool is_entry = item.kind == reader::Node::Kind::map;
    if (is_entry && path_.size() == 2 && key == section_ && file_ != "documents.yaml") remove(in, "entry", item);
    if (is_entry && key == "facts" && section_ != "parameters") remove(in, "entry", item);
    if (is_entry && (key == "shapes" || key == "variants")) remove(in, key, item);
    if (is_entry && key == "aliases") remove(FactClass::alias, key, item);
    if (is_entry && (key == "dtypes" || key == "formats" || key == "layouts" || key == "defaults" || key == "names"))
      remove(key == "names" ? FactClass::name : FactClass::list, key, item);
    if (is_entry) return;
    if (key == "encodes") exchange_fact(item);
    if (key == "frameworks") replace_all(FactClass::framework, key, item, versions_near(item.text));
    if (key == "golden" || key == "shape") replace_all(FactClass::example, key, item, with_other_numbers(item.text));
    if (key == "chips") remove(FactClass::prose, key, item);
    if (list.items.size() < 2) return;
    if (key == "products" || key == "modes") remove(FactClass::product, key, item);
    if (key == "values") remove(FactClass::list, key, item);
    if (key == "frameworks") remove(FactClass::framework, key, item);
    if (key == "encodes" || key == "documents") remove(FactClass::citation, key, item);
    if (key == "statements" || key == "golden") remove(in, key, item);
    if (section_ == "rows") remove(FactClass::row, key, item);
    if (section_ == "pages") remove(FactClass::name, "pages", item);
  }

  static Words versions_near(const std::string& text) {
    const auto digit = text.find_last_of("0123456789");
    if (digit == std::string::npos) return {};
    std::string other = text;
    other[digit] = other[digit] == '9' ? '8' : static_cast<char>(other[digit] + 1);
    return {other};
  }

  void exchange_fact(const reader::Node& item) {
    if (facts_.empty()) collect_facts(root_);
    replace(FactClass::citation, "encodes", item, next_of(facts_, item.text));
  }

  void collect_facts(const reader::Node& node) {
    for (const reader::Entry& entry : node.entries) {
      if (entry.key.text == "encodes")
        for (const reader::Node& fact : entry.value.items)
          if (!contains(facts_, fact.text)) facts_.push_back(fact.text);
      collect_facts(entry.value);
    }
    for (const reader::Node& item : node.items) collect_facts(item);
  }

  const reader::Node& root_;
  std::string file_;
  const Words& releases_;
  std::string section_;
  std::vector<std::size_t> path_;
  bool is_open_ = false;  ///< the statement that is visited says that it is: its reason is the id of a question
  Words keys_;            ///< from the root to the value that is visited
  Words facts_;           ///< that statements of the file name
  std::map<std::string, Words> seen_;
  std::vector<SpecMutant> mutants_;
};

}  // namespace

std::ostream& operator<<(std::ostream& out, const SpecMutant& mutant) {
  return out << mutant.file << ":" << mutant.line << " [" << name_of(mutant.in) << "] " << mutant.what;
}

std::vector<SpecMutant> mutants_of(const reader::Node& root, const std::string& file,
                                   const std::vector<std::string>& releases) {
  std::vector<SpecMutant> mutants = Collector(root, file, releases).run();
  std::ranges::stable_sort(mutants, {}, &SpecMutant::line);
  return mutants;
}

Result<std::vector<SpecTree>> read_trees(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files = files_in(folder / "ops", ".yaml");
  std::ranges::copy(files_in(folder / "documents", ".yaml"), std::back_inserter(files));
  for (const char* const name : {"documents.yaml", "modes.yaml", "products.yaml"}) files.push_back(folder / name);
  std::vector<SpecTree> trees;
  for (const std::filesystem::path& file : files) {
    const Result<std::string> text = read_file(file, reader::Limits::bytes);
    if (!text) return text.diagnostics();
    reader::Tree tree = reader::read_tree(*text, file.string());
    if (!tree.root) return tree.found;
    trees.push_back({.file = file.lexically_relative(folder).string(), .root = *std::move(tree.root)});
  }
  return trees;
}

std::vector<SpecMutant> sample(const std::vector<SpecMutant>& mutants, std::uint64_t seed, std::size_t count) {
  std::map<FactClass, std::vector<std::pair<std::uint64_t, std::size_t>>> drawn;
  std::map<std::string, int> alike;  // so that the draw of one does not hang on where others stand
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const SpecMutant& one = mutants[i];
    const std::string name = fmt::format("{}|{}", one.file, one.what);
    drawn[one.in].emplace_back(stable_hash(fmt::format("{}|{}|{}", seed, ++alike[name], name)), i);
  }
  std::vector<std::size_t> chosen;
  for (auto& [in, all] : drawn) {
    std::ranges::sort(all);
    for (std::size_t i = 0; i < std::min(count, all.size()); ++i) chosen.push_back(all[i].second);
  }
  std::ranges::sort(chosen);
  std::vector<SpecMutant> few;
  for (const std::size_t i : chosen) few.push_back(mutants[i]);
  return few;
}

}  // namespace npu_cts::mutants
