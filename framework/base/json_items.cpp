// SPDX-License-Identifier: Apache-2.0
#include "framework/base/json_items.h"

#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

namespace npu_cts {
namespace {

/// Makes the list of items from values in the order of a text.
class Builder {
 public:
  explicit Builder(std::size_t most, std::vector<JsonItem> used = {}) : items_(std::move(used)), most_(most) {
    items_.clear();
  }

  void name(std::string_view key) { key_ = key; }

  void add(JsonItem item) {
    item.key = std::exchange(key_, {});
    if (!open_.empty()) ++items_[open_.back()].members;
    items_.push_back(item);
  }

  void open(JsonKind kind) {
    add({.kind = kind});
    open_.push_back(items_.size() - 1);
  }

  void close() {
    JsonItem& closed = items_[open_.back()];
    closed.length = items_.size() - open_.back();
    open_.pop_back();
  }

  /// Returns whether a text has too many values, or lies too deep.
  [[nodiscard]] bool is_beyond() const {
    constexpr std::size_t deepest = 16;
    return items_.size() > most_ || open_.size() > deepest;
  }

  std::vector<JsonItem> take() { return std::move(items_); }

 private:
  std::vector<JsonItem> items_;
  std::size_t most_;
  std::vector<std::size_t> open_;
  std::string_view key_;
};

/// Reads JSON as runs and workers write nearly all of it: printable ASCII without escapes, no blanks, no numbers but
/// integers. Whatever else a text holds is for the parser of all JSON.
class PlainReader {
 public:
  explicit PlainReader(std::string_view text) : text_(text) {}

  std::optional<JsonItems> read(Builder items) {
    if (!read_value(items, 0) || !text_.empty()) return std::nullopt;
    return JsonItems{.all = items.take()};
  }

 private:
  static constexpr int deepest = 8;

  bool take(char letter) {
    if (!text_.starts_with(letter)) return false;
    text_.remove_prefix(1);
    return true;
  }

  std::optional<std::string_view> read_text() {
    if (!take('"')) return std::nullopt;
    std::size_t end = 0;
    while (end < text_.size() && text_[end] >= ' ' && text_[end] <= '~' && text_[end] != '"' && text_[end] != '\\')
      ++end;
    const std::string_view read = text_.substr(0, end);
    text_.remove_prefix(end);
    return take('"') ? std::optional(read) : std::nullopt;
  }

  bool read_integer(Builder& items) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    const auto length = static_cast<std::size_t>(end - text_.data());
    const bool is_padded = text_.starts_with('0') ? length > 1 : text_.starts_with("-0");
    text_.remove_prefix(length);
    if (error != std::errc() || is_padded) return false;
    items.add({.kind = JsonKind::integer, .integer = value});
    return true;
  }

  bool read_word(Builder& items) {
    struct Word {
      std::string_view text;
      JsonItem item;
    };
    static constexpr std::array<Word, 3> words{Word{"null", {.kind = JsonKind::null}},
                                               Word{"true", {.kind = JsonKind::boolean, .integer = 1}},
                                               Word{"false", {.kind = JsonKind::boolean}}};
    for (const auto& [word, item] : words) {
      if (!text_.starts_with(word)) continue;
      text_.remove_prefix(word.size());
      items.add(item);
      return true;
    }
    return false;
  }

  bool read_members(Builder& items, int depth, JsonKind kind) {
    const char last = kind == JsonKind::object ? '}' : ']';
    items.open(kind);
    for (bool is_first = true; !take(last); is_first = false) {
      if (!is_first && !take(',')) return false;
      if (kind == JsonKind::object) {
        const auto key = read_text();
        if (!key || !take(':')) return false;
        items.name(*key);
      }
      if (items.is_beyond() || !read_value(items, depth)) return false;
    }
    items.close();
    return true;
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as `deepest`
  bool read_value(Builder& items, int depth) {
    if (depth == deepest) return false;
    if (take('{')) return read_members(items, depth + 1, JsonKind::object);
    if (take('[')) return read_members(items, depth + 1, JsonKind::list);
    if (!text_.starts_with('"')) return read_word(items) || read_integer(items);
    const auto read = read_text();
    if (read) items.add({.kind = JsonKind::text, .text = *read});
    return read.has_value();
  }

  std::string_view text_;
};

/// Takes the values of any JSON from nlohmann's parser. Its names are that parser's.
class AnyReader : public nlohmann::json::json_sax_t {
 public:
  AnyReader(std::string_view text, std::size_t most) : items_(most) { unescaped_.reserve(text.size() + 1); }

  bool null() override { return add({.kind = JsonKind::null}); }
  bool boolean(bool value) override { return add({.kind = JsonKind::boolean, .integer = value ? 1 : 0}); }
  bool number_integer(number_integer_t value) override { return add({.kind = JsonKind::integer, .integer = value}); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) return add({});
    return number_integer(static_cast<std::int64_t>(value));
  }
  bool number_float(number_float_t /*value*/, const std::string& /*text*/) override { return add({}); }
  bool string(std::string& value) override { return add({.kind = JsonKind::text, .text = keep(value)}); }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*members*/) override { return open(JsonKind::object); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*members*/) override { return open(JsonKind::list); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const nlohmann::json::exception& /*e*/) override {
    return false;
  }
  bool key(std::string& name) override {
    items_.name(keep(name));
    return true;
  }

  JsonItems take() { return {.all = items_.take(), .unescaped = std::move(unescaped_)}; }

 private:
  bool add(const JsonItem& item) {
    items_.add(item);
    return !items_.is_beyond();
  }
  bool open(JsonKind kind) {
    items_.open(kind);
    return !items_.is_beyond();
  }
  bool close() {
    items_.close();
    return true;
  }

  /// Returns `text` where it stays. A text is never longer than what it was written as.
  std::string_view keep(const std::string& text) {
    const std::size_t begin = unescaped_.size();
    unescaped_.insert(unescaped_.end(), text.begin(), text.end());
    return {unescaped_.data() + begin, text.size()};
  }

  Builder items_;
  std::vector<char> unescaped_;  ///< never grows
};

}  // namespace

bool is_plain_text(std::string_view text) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t highest = 0x80 * ones;
  const auto below = [](std::uint64_t bytes, unsigned char limit) { return (bytes - limit * ones) & ~bytes & highest; };
  std::uint64_t special = 0;  // highest bits, of eight letters at a time
  for (; text.size() >= sizeof(special); text.remove_prefix(sizeof(special))) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data(), sizeof(bytes));
    special |= bytes & highest;
    special |= below(bytes, ' ') | below(bytes ^ '"' * ones, 1) | below(bytes ^ '\\' * ones, 1) |
               below(bytes ^ 0x7F * ones, 1);
  }
  bool is_plain = special == 0;
  for (const char letter : text) is_plain &= letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
  return is_plain;
}

void append_text(std::string& json, std::string_view text) {
  if (is_plain_text(text)) {
    json.append(1, '"').append(text).append(1, '"');
  } else {
    json += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

const JsonItem* find_member(const JsonItem& object, std::string_view key) {
  const JsonItem* const end = &object + object.length;
  for (const JsonItem* one = &object + 1; one != end; one += one->length) {
    if (one->key == key) return one;
  }
  return nullptr;
}

std::optional<JsonItems> read_json(std::string_view text, JsonItems used, std::size_t most) {
  if (auto plain = PlainReader(text).read(Builder(most, std::move(used.all)))) return plain;
  AnyReader any(text, most);
  if (!nlohmann::json::sax_parse(text, &any)) return std::nullopt;
  return any.take();
}

}  // namespace npu_cts
