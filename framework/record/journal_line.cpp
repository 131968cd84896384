// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_line.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "framework/base/names.h"
#include "framework/record/journal_keys.h"

namespace npu_cts::record {
namespace {

constexpr std::int64_t most_microseconds =
    1'000'000'000'000;  // twelve days: a sum over nine million cases does not wrap
constexpr std::int64_t most_attempts = 1'000'000;

/// Takes the fields of one object and remembers the first thing wrong with it.
class Fields {
 public:
  explicit Fields(const JsonItem& object) : object_(object) {
    if (!is_object()) complain("expected an object");
  }

  template <class T>
  void field(std::string_view key, T& value) {
    if (!later_field(key, value)) complain(fmt::format("'{}' is missing", key));
  }
  template <class T>
  bool later_field(std::string_view key, T& value) {
    const JsonItem* const found = find(key);
    if (found == nullptr) return false;
    ++taken_;
    read(*found, key, value);
    return true;
  }
  template <class T>
  bool sparse_field(std::string_view key, T& value) {
    return later_field(key, value);
  }

  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
  void complain(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  /// Returns what is wrong, also keys that were not asked for; empty where nothing is.
  std::string problem() {
    if (is_object() && taken_ != object_.members) complain("an unknown key");
    return problem_;
  }

 private:
  [[nodiscard]] bool is_object() const { return object_.kind == JsonKind::object; }
  [[nodiscard]] const JsonItem* find(std::string_view key) const {
    return is_object() ? find_member(object_, key) : nullptr;
  }

  /// Complains of `item` where it is of another kind: "'sizes' is no object".
  void expect(const JsonItem& item, JsonKind kind, std::string_view key, std::string_view what) {
    if (item.kind != kind) complain(fmt::format("'{}' {}", key, what));
  }

  void read(const JsonItem& item, std::string_view key, std::string& text) {
    expect(item, JsonKind::text, key, "is no text");
    text = item.text;
  }
  void read(const JsonItem& item, std::string_view key, std::int64_t& number) {
    expect(item, JsonKind::integer, key, "is no integer");
    number = item.integer;
  }
  void read(const JsonItem& item, std::string_view key, std::size_t& count) {
    expect(item, JsonKind::integer, key, "is no integer");
    if (item.integer < 0) complain(fmt::format("'{}' is negative", key));
    count = static_cast<std::size_t>(std::max<std::int64_t>(item.integer, 0));
  }
  void read(const JsonItem& item, std::string_view key, int& line) {
    expect(item, JsonKind::integer, key, "is no integer");
    if (item.integer < 0 || item.integer > INT32_MAX) complain(fmt::format("'{}' is no line number", key));
    line = static_cast<int>(item.integer);
  }
  template <ClosedSet Enum>
  void read(const JsonItem& item, std::string_view key, Enum& value) {
    std::string name;
    read(item, key, name);
    const auto found = find_named<Enum>(name);
    if (!found) complain(fmt::format("unknown {} '{}'", key, name));
    value = found.value_or(Enum{});
  }
  template <class T>
  void read(const JsonItem& item, std::string_view key, std::optional<T>& value) {
    read(item, key, value.emplace());
  }
  template <class T>
  void read(const JsonItem& item, std::string_view key, Boxed<T>& value) {
    value = T{};
    read(item, key, *value);
  }
  void read(const JsonItem& item, std::string_view key, std::map<std::string, std::int64_t>& sizes) {
    expect(item, JsonKind::object, key, "is no object");
    for_each_member(item, [&](const JsonItem& size) {
      expect(size, JsonKind::integer, key, "holds what is no integer");
      sizes.emplace(size.key, size.integer);
    });
  }
  template <class T>
  void read(const JsonItem& item, std::string_view key, std::vector<T>& values) {
    expect(item, JsonKind::list, key, "is no list");
    if (item.kind != JsonKind::list) return;
    for_each_member(item, [&](const JsonItem& member) { read_member(member, key, values.emplace_back()); });
  }
  template <class T>
  void read(const JsonItem& item, std::string_view key, T& object) {
    Fields fields(item);
    list_fields(fields, object);
    if constexpr (std::is_same_v<T, Shard>) {
      if (object.index >= object.count)
        fields.complain(fmt::format("no part {} of {}", object.index + 1, object.count));
    }
    if constexpr (std::is_same_v<T, Environment>) {
      if (object.attempt < 1 || object.attempt > most_attempts) fields.complain("'attempt' is no count from 1 on");
    }
    if constexpr (std::is_same_v<T, CaseResult>) {
      if (object.microseconds < 0 || object.microseconds > most_microseconds)
        fields.complain("'microseconds' is no time of a case");
    }
    if (const std::string problem = fields.problem(); !problem.empty()) complain(fmt::format("{}: {}", key, problem));
  }

  void read_member(const JsonItem& item, std::string_view key, std::string& text) {
    expect(item, JsonKind::text, key, "holds what is no text");
    text = item.text;
  }
  void read_member(const JsonItem& item, std::string_view key, std::int64_t& number) {
    expect(item, JsonKind::integer, key, "holds what is no integer");
    number = item.integer;
  }
  void read_member(const JsonItem& item, std::string_view key, VariantChoice& choice) {
    expect(item, JsonKind::object, key, "holds what is no choice of variants");
    for_each_member(item, [&](const JsonItem& variant) {
      expect(variant, JsonKind::text, key, "holds what is no variant");
      choice.emplace(variant.key, variant.text);
    });
  }
  template <class T>
  void read_member(const JsonItem& item, std::string_view key, T& object) {
    read(item, key, object);
  }

  const JsonItem& object_;
  std::string problem_;
  std::size_t taken_ = 0;
};

JournalLine read_line(Fields& line) {
  const auto inside = [&line](std::string_view key, auto value) -> JournalLine {
    line.field(key, value);
    return value;
  };
  if (line.has("planned")) return inside("planned", PlannedCase{});
  if (BeginLine begin; line.later_field("begin", begin.id)) return begin;
  if (line.has("end")) return inside("end", CaseResult{});
  if (line.has("done")) return inside("done", DoneLine{});
  std::int64_t version = 0;
  line.field("journal", version);
  if (version != journal_version) line.complain("a journal of another version");
  RunLine run;
  list_fields(line, run);
  return run;
}

/// Takes what makes a line one of a chain.
void read_link(Fields& line) {
  if (!line.has("chain") || !line.has("line"))
    line.complain("the line has no 'line' and 'chain': it was edited, or an older npu-cts wrote it");
  std::int64_t number = 0;
  std::string hash;
  line.later_field("line", number);
  line.later_field("chain", hash);
}

}  // namespace

Result<JournalLine> LineParser::parse(std::string_view text, const Location& at) {
  auto items = read_json(text, std::move(items_));
  if (!items)
    return bad_journal(
        at, at.line == 1 ? "this is no journal, or it was edited: the line is no JSON" : "the line is no JSON");
  items_ = *std::move(items);
  Fields fields(items_.all.front());
  JournalLine line = read_line(fields);
  read_link(fields);
  if (const std::string problem = fields.problem(); !problem.empty()) return bad_journal(at, problem);
  return line;
}

Result<JournalLine> parse_journal_line(std::string_view text, const Location& at) {
  return LineParser().parse(text, at);
}

Diagnostic bad_journal(const Location& at, std::string what) {
  return {
      .kind = Kind::bad_journal,
      .at = at,
      .what = std::move(what),
      .why = "a run writes its plan, then one line before and one after each case; only a last line may be truncated",
      .hint = "give a journal as 'npu-cts run' wrote it, or run the cases again"};
}

}  // namespace npu_cts::record
