// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/reading.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/find.h"
#include "framework/base/nearest_word.h"
#include "framework/base/numbers.h"
#include "framework/base/text.h"

namespace npu_cts::reader {
namespace {

std::string_view noun_of(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::scalar:
      return "a word";
    case Node::Kind::sequence:
      return "a list";
    case Node::Kind::map:
      return "a map";
  }
  std::abort();
}

/// Returns that `node` is none of what is `wanted`. `example` is what to write, where the noun does not say it.
Diagnostic wrong_kind(const Node& node, std::string_view wanted, std::string_view example = {}) {
  const bool is_number = node.kind == Node::Kind::scalar && !node.quoted && parse_real(node.text);
  return error_at(Kind::wrong_type, node.at,
                  fmt::format("{} stands where {} must be", is_number ? "a number" : noun_of(node.kind), wanted),
                  "the key asks for it", fmt::format("write {}", example.empty() ? wanted : example));
}

/// Returns why `node`, a scalar, is no integer.
Diagnostic not_integer(const Node& node) {
  const std::string_view text = node.text;
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool is_whole = !digits.empty() && digits.front() != '0' && std::ranges::all_of(digits, is_ascii_digit);
  if (!node.quoted && is_whole) {
    return error_at(Kind::bad_integer, node.at, fmt::format("'{}' is no integer of 64 bits", text),
                    "integers have 64 bits: they are -9223372036854775808 to 9223372036854775807",
                    "write one in this range");
  }
  return error_at(Kind::bad_integer, node.at, fmt::format("'{}' is not a plain decimal integer", text),
                  "digits with '-' in front at most, of 64 bits: readers disagree about 010, 0x10, +1 and 1_000",
                  "write it in decimal digits, without quotes");
}

}  // namespace

Reading::Reading(const Spec& spec, Diagnostics found)
    : spec_(spec), found_(std::move(found)), from_tree_(found_.size()) {
  releases_.known = spec.releases;
}

void Reading::report(Diagnostic diagnostic) {
  if (found_.size() >= Limits::diagnostics) return;
  const auto end = found_.begin() + static_cast<std::ptrdiff_t>(from_tree_);
  const bool said =
      std::any_of(found_.begin(), end, [&](const Diagnostic& d) { return d.at == diagnostic.at; }) ||
      std::find(end, found_.end(), diagnostic) != found_.end();  // what a block says is read for each fact
  if (!said) found_.push_back(std::move(diagnostic));
}

void Reading::report_all(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) report(diagnostic);
}

Diagnostics Reading::take() {
  sort_by_place(found_);
  return std::move(found_);
}

std::string Reading::word(const Node& node) {
  if (node.kind == Node::Kind::scalar) return node.text;
  report(wrong_kind(node, noun_of(Node::Kind::scalar)));
  return {};
}

std::string Reading::part_of_id(const Node& node) {
  constexpr std::size_t longest = 100;
  std::string text = word(node);
  const auto may_stand = [](char c) { return is_name_character(c) || c == '-' || c == '.'; };
  const bool is_part = !text.empty() && text.size() <= longest && is_ascii_alphanumeric(text.front()) &&
                       std::ranges::all_of(text, may_stand);
  if (node.kind == Node::Kind::scalar && !is_part) {
    report(error_at(Kind::wrong_type, node.at,
                    fmt::format("'{}' cannot stand in the id of a case", escape_control(text)),
                    "an id is parts with '/' between them, and a part becomes the name of a file",
                    "write letters, digits, '_', '-' and '.', 100 at most, and a letter or digit first"));
  }
  return text;
}

std::string Reading::known(const Node& node, const Words& words) {
  std::string text = word(node);
  if (node.kind != Node::Kind::scalar || contains(words.known, text)) return text;
  report(unknown_word(text, words, node.at));
  return {};
}

std::int64_t Reading::integer(const Node& node) {
  if (node.kind != Node::Kind::scalar) {
    report(wrong_kind(node, "an integer", "one integer, as 3"));
    return 0;
  }
  const auto value = node.quoted ? std::nullopt : parse_integer(node.text);
  if (!value) report(not_integer(node));
  return value.value_or(0);
}

double Reading::real(const Node& node) {
  const std::string text = word(node);
  if (node.kind != Node::Kind::scalar) return 0;
  const auto value = node.quoted ? std::nullopt : parse_real(text);
  if (!value) {
    report(error_at(Kind::wrong_type, node.at, fmt::format("'{}' is not a plain decimal number", text),
                    "numbers are written as 3, -0.5 or 1.5e-3", "write it so, without quotes"));
  }
  return value.value_or(0);
}

bool Reading::flag(const Node& node) {
  const std::string text = word(node);
  const bool good = node.kind == Node::Kind::scalar && !node.quoted && (text == "true" || text == "false");
  if (!good && node.kind == Node::Kind::scalar) {
    report(error_at(Kind::wrong_type, node.at, fmt::format("'{}' is neither true nor false", text),
                    "the key asks for a truth value", "write true or false, without quotes"));
  }
  return good && text == "true";
}

DType Reading::dtype(const Node& node) { return choice<DType>(node, "dtype"); }

std::vector<std::int64_t> Reading::integers(const Node& node) {
  std::vector<std::int64_t> values;
  if (node.kind != Node::Kind::sequence) {
    const bool is_single = node.kind == Node::Kind::scalar && parse_integer(node.text);
    report(wrong_kind(node, "a list of integers", is_single ? fmt::format("[{}]", node.text) : "a list, as [2, 4]"));
    return values;
  }
  for (const Node& item : node.items) values.push_back(integer(item));
  return values;
}

std::optional<std::size_t> Reading::release(const Node& node) {
  const std::string text = word(node);
  if (node.kind != Node::Kind::scalar) return std::nullopt;
  if (!node.quoted) {
    report(error_at(Kind::ambiguous_scalar, node.at, fmt::format("the release {} is not in quotes", text),
                    "some YAML readers take 7.10 for the number 7.1", fmt::format("write \"{}\"", text)));
    return std::nullopt;
  }
  const auto index = find_release(spec_, text);
  if (!index) report(unknown_word(text, releases_, node.at));
  return index;
}

std::string Reading::mode(const Node& node) {
  Words words{"mode", {}};
  for (const Mode& mode : spec_.modes.all) words.known.push_back(mode.id);
  return known(node, words);
}

std::vector<std::string> Reading::modes(const Node& node) {
  return modes_of(spec_, known(node, {"mode", mode_words(spec_)}));
}

Text Reading::text(const Node& node) {
  const Fields fields(*this, node, Form::text);
  return {fields.word("en"), fields.word("zh")};
}

ExpressionPtr Reading::expression(const Node& node, Type type) {
  const std::string text = word(node);
  if (node.kind != Node::Kind::scalar) return nullptr;
  Location at = node.at;
  if (node.quoted) ++at.column;
  Result<ExpressionPtr> parsed = parse_expression(text, at, scope, type);
  if (parsed) return *parsed;
  report_all(parsed.diagnostics());
  return nullptr;
}

const std::vector<Node>& Reading::items(const Node& node) {
  if (node.kind != Node::Kind::sequence) report(wrong_kind(node, noun_of(Node::Kind::sequence)));
  return node.items;
}

const std::vector<Node>& Reading::choices(const Node& node) {
  if (node.kind == Node::Kind::sequence && node.items.empty()) {
    report(error_at(Kind::wrong_type, node.at, "a list of values is empty",
                    "calls take one of its values, and there is none to take", "write at least one"));
  }
  return items(node);
}

const std::vector<Entry>& Reading::entries(const Node& node) {
  if (node.kind != Node::Kind::map) report(wrong_kind(node, noun_of(Node::Kind::map)));
  return node.entries;
}

std::optional<Diagnostic> claim_id(ClaimedIds& ids, const std::string& id, const Location& at) {
  const auto [first, is_new] = ids.try_emplace(id, at);
  if (is_new) return std::nullopt;
  Diagnostic taken =
      error_at(Kind::duplicate_id, at, fmt::format("the id '{}' is taken", id),
               "case ids, citations and reports name things by their ids", "give one of the two another id");
  if (first->second.line > 0) taken.notes.push_back({.at = first->second, .text = "it is taken here"});
  return taken;
}

void Reading::claim(ClaimedIds& ids, const std::string& id, const Location& at) {
  if (auto taken = id.empty() ? std::nullopt : claim_id(ids, id, at)) report(*std::move(taken));
}

Fields::Fields(Reading& reading, const Node& node, Form form) : reading_(reading), node_(node) {
  const MapForm& info = info_of(form);
  std::set<std::string, std::less<>> meant;  // by keys that are misspelt: one mistake is one message
  for (const Entry& entry : reading.entries(node)) {
    if (is_key_in(info.required, entry.key.text) || is_key_in(info.optional, entry.key.text)) continue;
    Words keys{"key", keys_in(info.required)};
    for (std::string& key : keys_in(info.optional)) keys.known.push_back(std::move(key));
    Diagnostic unknown = unknown_word(entry.key.text, keys, entry.key.at);
    unknown.kind = Kind::unknown_key;
    unknown.what = fmt::format("a map '{}' has no key '{}'", info.name, entry.key.text);
    const auto nearest = nearest_word(entry.key.text, keys.known);
    if (nearest) meant.insert(*nearest);
    if (!nearest) unknown.hint = "write one of the known keys, or delete it";
    reading.report(std::move(unknown));
  }
  if (node.kind != Node::Kind::map) return;
  for (KeyAndRest list = split_first(info.required); !list.key.empty(); list = split_first(list.rest)) {
    if (npu_cts::reader::find(node, list.key) != nullptr || meant.contains(list.key)) continue;
    reading.report(error_at(Kind::missing_key, node.at, fmt::format("the key '{}' is missing", list.key),
                            fmt::format("a map '{}' must have: {}", info.name, join(keys_in(info.required), ", ")),
                            fmt::format("add '{}:'", list.key)));
  }
}

const Node* Fields::find(std::string_view key) const { return npu_cts::reader::find(node_, key); }

std::string Fields::word(std::string_view key) const {
  const Node* const node = find(key);
  return node == nullptr ? std::string() : reading_.word(*node);
}

std::string Fields::part_of_id(std::string_view key) const {
  const Node* const node = find(key);
  return node == nullptr ? std::string() : reading_.part_of_id(*node);
}

bool Fields::flag(std::string_view key) const {
  const Node* const node = find(key);
  return node != nullptr && reading_.flag(*node);
}

Text Fields::text(std::string_view key) const {
  const Node* const node = find(key);
  return node == nullptr ? Text{} : reading_.text(*node);
}

ExpressionPtr Fields::expression(std::string_view key, Type type) const {
  const Node* const node = find(key);
  return node == nullptr ? nullptr : reading_.expression(*node, type);
}

const std::vector<Node>& Fields::items(std::string_view key) const {
  static const std::vector<Node> none;
  const Node* const node = find(key);
  return node == nullptr ? none : reading_.items(*node);
}

const std::vector<Entry>& Fields::entries(std::string_view key) const {
  static const std::vector<Entry> none;
  const Node* const node = find(key);
  return node == nullptr ? none : reading_.entries(*node);
}

std::vector<std::string> Fields::words(std::string_view key) const {
  std::vector<std::string> all;
  for (const Node& item : items(key)) all.push_back(reading_.word(item));
  return all;
}

Applies Fields::applies() const {
  Applies applies;
  if (const Node* const since = find("since")) applies.since = reading_.release(*since).value_or(applies.since);
  if (const Node* const until = find("until")) applies.until = reading_.release(*until).value_or(applies.until);
  if (applies.since > applies.until) {
    reading_.report(error_at(Kind::wrong_type, find("until")->at, "'until' is an older release than 'since'",
                             "releases are in the order of spec/releases.yaml, and both ends are inside",
                             "swap them, or fix one"));
  }
  Words products{"product", {}};
  if (has("products")) {
    for (const Product& product : reading_.spec().products) products.known.push_back(product.id);
  }
  for (const Node& item : items("products")) applies.products.push_back(reading_.known(item, products));
  for (const Node& item : items("modes")) {
    for (std::string& mode : reading_.modes(item)) applies.modes.push_back(std::move(mode));
  }
  return applies;
}

std::string Fields::question() const {
  const Node* const node = find("question");
  return node == nullptr ? std::string() : reading_.known(*node, reading_.questions);
}

}  // namespace npu_cts::reader
