// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/yaml_tree.h"

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include "framework/base/text.h"
#include "framework/reader/places.h"

namespace npu_cts::reader {
namespace {

using namespace std::string_view_literals;

/// Builds our tree from the events of yaml-cpp's parser. Goes on after every fault but the limits.
class Builder : public YAML::EventHandler {
 public:
  Builder(std::string_view text, const Places& places)
      : text_(text), places_(places), file_(std::make_shared<const std::string>(places.at(0).file)) {}

  void OnDocumentStart(const YAML::Mark& at) override { begins_ = at; }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    Place at = place_of(mark);
    if (const auto word = null_word(mark); !word.empty()) {
      if (auto dispute = check_word(word, at)) report(std::move(*dispute));
    } else {
      if (!open_.empty() && open_.back().key) at = open_.back().key->at;
      missing_.push_back(error_at(Kind::ambiguous_scalar, at, "a value is missing",
                                  "YAML reads nothing as null, which the language does not have",
                                  "write the value, or none"));
    }
    add({.at = at, .entries = {}});
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    report(alias_at(place_of(mark)));
    add({.at = place_of(mark), .entries = {}});
  }

  void OnAnchor(const YAML::Mark& mark, const std::string&) override { report(alias_at(place_of(mark))); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    Place at = place_of(mark);
    check_tag(tag, mark);
    const bool quoted = tag == "!"sv;
    if (!closes_quote(mark)) {
      overrun(error_at(Kind::yaml_syntax, at, "the text is no YAML: the quote is not closed",
                       "the rest of the file would be part of the value", "close it"));
    }
    if (value.size() > Limits::scalar_bytes) {
      report(error_at(Kind::scalar_too_long, at, fmt::format("the value has {} bytes", value.size()),
                      fmt::format("a value may have at most {} bytes", Limits::scalar_bytes),
                      "shorten it; data belongs in a .npy file"));
      add({.at = at, .quoted = true, .entries = {}});
      return;
    }
    const bool symbol = awaits_key() && value.size() == 1;  // n is a good name for a size
    if (!quoted && !symbol) {
      if (auto dispute = check_word(value, at)) report(std::move(*dispute));
    }
    add({.at = std::move(at), .quoted = quoted, .text = value, .entries = {}});
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    check_tag(tag, mark);
    open({.kind = Node::Kind::sequence, .at = place_of(mark), .entries = {}});
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    check_tag(tag, mark);
    open({.kind = Node::Kind::map, .at = place_of(mark), .entries = {}});
  }
  void OnMapEnd() override { close(); }

  void report(Diagnostic diagnostic) {
    if (found_.size() < Limits::diagnostics) found_.push_back(std::move(diagnostic));
  }

  [[nodiscard]] Place place_of(const YAML::Mark& mark) const {
    const auto [line, column] =
        places_.line_and_column(mark.pos < 0 ? text_.size() : static_cast<std::size_t>(mark.pos));
    return {file_, line, column};
  }

  [[nodiscard]] static Diagnostic alias_at(const Location& at) {
    return error_at(Kind::alias_not_allowed, at, "anchors (&) and aliases (*) are not part of the language",
                    "a value must be readable where it stands, and an alias can make a small file endless",
                    "write the value out; put an expression that begins with * or & in quotes");
  }

  /// Returns what was built, unless the text overran a limit.
  Tree take() {
    for (Diagnostic& diagnostic : missing_) report(std::move(diagnostic));
    sort_by_place(found_);
    if (overrun_ || !open_.empty()) root_.reset();
    return {std::move(root_), std::move(found_)};
  }

  [[nodiscard]] bool gave_up() const { return overrun_; }

  /// Gives up the tree: its rest cannot be read.
  void give_up() {
    overrun_ = true;
    missing_.clear();
  }

  /// Returns where the document begins.
  [[nodiscard]] const YAML::Mark& begins() const { return begins_; }

 private:
  /// Where a key stands in the text. Its file is that of the text.
  struct Seen {
    int line = 0;
    int column = 0;
  };

  /// A map or sequence that is not closed yet.
  struct Opened {
    Node node;
    std::optional<Node> key;                          ///< of a map: waits for its value
    std::unordered_map<std::string, Seen> keys = {};  ///< of a large map: those of its entries
    std::optional<Seen> merge = std::nullopt;         ///< of a map: where it has the key '<<'
    bool is_key = false;                              ///< of the enclosing map: refused already
  };

  /// Returns whether the scalar at `mark` ends its quote, if it has one: yaml-cpp takes the end of a file for the end
  /// of a quote.
  [[nodiscard]] bool closes_quote(const YAML::Mark& mark) const {
    const char quote = byte_at(mark);
    if (quote != '\'' && quote != '"') return true;
    for (auto i = static_cast<std::size_t>(mark.pos) + 1; i < text_.size(); ++i) {
      if (quote == '"' && text_[i] == '\\') {
        ++i;
      } else if (text_[i] == quote) {
        if (quote == '"' || i + 1 >= text_.size() || text_[i + 1] != '\'') return true;
        ++i;
      }
    }
    return false;
  }

  [[nodiscard]] char byte_at(const YAML::Mark& mark) const {
    const auto offset = static_cast<std::size_t>(mark.pos);
    return mark.pos >= 0 && offset < text_.size() ? text_[offset] : '\0';
  }

  /// Returns the word for null that stands at `mark`, or "" where nothing stands there.
  [[nodiscard]] std::string_view null_word(const YAML::Mark& mark) const {
    if (mark.pos < 0) return {};
    const auto rest = text_.substr(std::min(static_cast<std::size_t>(mark.pos), text_.size()));
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      if (!rest.starts_with(word)) continue;
      if (rest.size() == word.size() ||
          std::string_view(" \t\r\n,]}:#").find(rest[word.size()]) != std::string_view::npos) {
        return word;
      }
    }
    return {};
  }

  void check_tag(const std::string& tag, const YAML::Mark& mark) {
    const bool plain = tag.empty() || tag == "?"sv || (tag == "!"sv && byte_at(mark) != '!');
    if (plain) return;
    report(error_at(Kind::tag_not_allowed, place_of(mark), fmt::format("the tag '{}' is not part of the language", tag),
                    "the key says what its value is", "delete the tag; put a word that begins with ! in quotes"));
  }

  void overrun(Diagnostic diagnostic) {
    if (!overrun_) report(std::move(diagnostic));
    overrun_ = true;
  }

  [[nodiscard]] bool admits(const Place& at) {
    ++nodes_;
    if (nodes_ > Limits::nodes) {
      overrun(error_at(Kind::too_many_nodes, at, fmt::format("the file holds more than {} values", Limits::nodes),
                       "a file must stay readable in bounded time", "split the file"));
    }
    if (open_.size() >= Limits::depth) {
      overrun(error_at(Kind::too_deep, at, fmt::format("the value is nested more than {} deep", Limits::depth),
                       "nothing in the language is nested so deeply", "look for a bracket that is not closed"));
    }
    return !overrun_;
  }

  void open(Node node) {
    if (overrun_ || !admits(node.at)) return;
    Opened opened{.node = std::move(node), .key = std::nullopt};
    opened.is_key = awaits_key();
    open_.push_back(std::move(opened));
  }

  void close() {
    if (overrun_ || open_.empty()) return;
    Opened done = std::move(open_.back());
    open_.pop_back();
    if (done.is_key) {
      report(error_at(Kind::wrong_type, done.node.at, "a list or map stands where a key must be", "every key is a word",
                      "put it in quotes if it is a word"));
      done.node = {.at = done.node.at, .entries = {}};
    }
    put(std::move(done.node));
  }

  void add(Node node) {
    if (!overrun_ && admits(node.at)) put(std::move(node));
  }

  [[nodiscard]] bool awaits_key() const {
    return !open_.empty() && open_.back().node.kind == Node::Kind::map && !open_.back().key;
  }

  void put(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (open_.back().node.kind == Node::Kind::sequence) {
      open_.back().node.items.push_back(std::move(node));
    } else if (!open_.back().key) {
      open_.back().key = std::move(node);
    } else {
      put_entry(open_.back(), std::move(node));
    }
  }

  void put_entry(Opened& map, Node value) {
    Node key = std::move(*map.key);
    map.key.reset();
    if (const auto seen = find_key(map, key.text)) {
      Diagnostic twice =
          error_at(Kind::duplicate_key, key.at, fmt::format("the key '{}' stands twice in this map", key.text),
                   "YAML readers differ about which of the two counts", "keep one of them");
      twice.notes.push_back(Note{Place{file_, seen->line, seen->column}, "the first is here"});
      report(std::move(twice));
      return;
    }
    const Seen here{key.at.line, key.at.column};
    if (key.text == "<<" && !key.quoted) {
      map.merge = here;
      report(error_at(Kind::merge_key, key.at, "the merge key '<<' is not part of the language",
                      "a map must be readable where it stands", "write the keys out"));
      return;
    }
    if (map.node.entries.size() == few_keys) {
      for (const Entry& entry : map.node.entries)
        map.keys.emplace(entry.key.text, Seen{entry.key.at.line, entry.key.at.column});
    }
    if (map.node.entries.size() >= few_keys) map.keys.emplace(key.text, here);
    map.node.entries.push_back({std::move(key), std::move(value)});
  }

  /// Returns where `map` has `key` already. Most maps are so small that looking through them is the fastest.
  [[nodiscard]] static std::optional<Seen> find_key(const Opened& map, const std::string& key) {
    if (map.merge && key == "<<") return map.merge;
    if (!map.keys.empty()) {
      const auto seen = map.keys.find(key);
      return seen == map.keys.end() ? std::nullopt : std::optional(seen->second);
    }
    const auto entry = std::ranges::find_if(map.node.entries, [&](const Entry& one) { return one.key.text == key; });
    if (entry == map.node.entries.end()) return std::nullopt;
    return Seen{entry->key.at.line, entry->key.at.column};
  }

  static constexpr std::size_t few_keys = 16;

  std::string_view text_;
  const Places& places_;
  std::shared_ptr<const std::string> file_;
  std::vector<Opened> open_;
  std::optional<Node> root_;
  Diagnostics found_;
  Diagnostics missing_;  ///< missing values; a syntax error says more
  YAML::Mark begins_;
  std::size_t nodes_ = 0;
  bool overrun_ = false;
};

Diagnostic syntax_error(const Location& at, std::string_view what) {
  return error_at(Kind::yaml_syntax, at, fmt::format("the text is no YAML: {}", what),
                  "the parser cannot go on from here; what stands before may be the cause",
                  "look for a wrong indent, a bracket that is not closed, or a text that needs quotes");
}

/// Returns where a tab indents the line of `text` that holds `offset`.
std::optional<std::size_t> find_indenting_tab(std::string_view text, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t tab = text.find('\t', begin);
  const std::size_t word = text.find_first_not_of(" \t", begin);
  return tab == std::string_view::npos || tab > word ? std::nullopt : std::optional(tab);
}

/// Returns what yaml-cpp's `error` is in our words.
Diagnostic explain(const YAML::Exception& error, const Builder& builder, std::string_view text) {
  const Location at = builder.place_of(error.mark);
  const auto offset = static_cast<std::size_t>(std::max(error.mark.pos, 0));
  if (error.msg.starts_with(YAML::ErrorMsg::UNKNOWN_ANCHOR)) return Builder::alias_at(at);
  if (error.msg.starts_with(YAML::ErrorMsg::BAD_FILE)) {
    return error_at(Kind::too_deep, at, "the value is nested too deeply to read",
                    "nothing in the language is nested so deeply", "look for a bracket that is not closed");
  }
  const bool unquoted_mark =
      offset < text.size() && std::string_view("%@`").find(text[offset]) != std::string_view::npos;
  if (const auto tab = find_indenting_tab(text, offset); tab && !unquoted_mark) {
    YAML::Mark mark;
    mark.pos = static_cast<int>(*tab);
    return error_at(Kind::yaml_syntax, builder.place_of(mark), "the text is no YAML: a tab indents this line",
                    "YAML is indented by spaces: how wide a tab is depends on who reads it",
                    "write spaces in place of the tab");
  }
  Diagnostic diagnostic = syntax_error(at, error.msg);
  if (unquoted_mark) diagnostic.hint = "put the text in quotes: it begins with a character that YAML reserves";
  return diagnostic;
}

/// Parses one document into `builder` and proves that nothing follows it. yaml-cpp stops in silence where it thinks a
/// document ends, so only an exhausted parser has read everything; asking for all documents at once may never return.
void parse(std::string_view text, const Places& places, Builder& builder) {
  std::istringstream stream{std::string(text)};
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
      builder.report(error_at(Kind::yaml_syntax, Place{builder.place_of({}).file, 0, 0}, "the file holds no YAML",
                              "it is empty, or all of it is comments", "write what the file is to hold"));
      return;
    }
    if (!parser) return;
    Builder rest(text, places);
    parser.HandleNextDocument(rest);
    builder.report(error_at(Kind::trailing_text, rest.place_of(rest.begins()), "text follows the end of the document",
                            "a file holds one document, and a reader that stops here would ignore the rest",
                            "delete it, or fix the indent or comma that ends the document early"));
    builder.give_up();
  } catch (const YAML::Exception& error) {
    if (!builder.gave_up()) builder.report(explain(error, builder, text));
    builder.give_up();
  }
}

}  // namespace

const Node* find(const Node& map, std::string_view key) {
  const auto it = std::ranges::find_if(map.entries, [key](const Entry& entry) { return entry.key.text == key; });
  return it == map.entries.end() ? nullptr : &it->value;
}

Tree read_tree(std::string_view text, std::string_view file) {
  if (auto refused = check_text(text, file)) return {std::nullopt, {std::move(*refused)}};
  const Places places(text, file);
  Builder builder(text, places);
  parse(text, places, builder);
  return builder.take();
}

}  // namespace npu_cts::reader
