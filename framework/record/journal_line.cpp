// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_line.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "framework/base/names.h"
#include "framework/record/journal_keys.h"

namespace npu_cts::record {
namespace {

/// Takes the fields of one object and remembers the first thing wrong with it.
class Fields {
 public:
  explicit Fields(const JsonItem& object) : object_(object) {
    if (!is_object()) complain("expected an object");
  }

  std::string text(std::string_view key) {
    const JsonItem* value = take(key);
    if (value == nullptr) return {};
    if (value->kind != JsonKind::text) complain(fmt::format("'{}' is no text", key));
    return std::string(value->text);
  }

  std::int64_t integer(std::string_view key) {
    const JsonItem* value = take(key);
    if (value == nullptr) return 0;
    if (value->kind != JsonKind::integer) complain(fmt::format("'{}' is no integer", key));
    return value->integer;
  }

  /// A number of things.
  std::size_t count(std::string_view key) {
    const std::int64_t number = integer(key);
    if (number < 0) complain(fmt::format("'{}' is negative", key));
    return static_cast<std::size_t>(std::max<std::int64_t>(number, 0));
  }

  /// The word of a closed set.
  template <ClosedSet Enum>
  Enum word(std::string_view key) {
    const std::string name = text(key);
    const auto found = find_named<Enum>(name);
    if (!found) complain(fmt::format("unknown {} '{}'", key, name));
    return found.value_or(Enum{});
  }

  /// A list; empty where the field is absent or something else.
  const JsonItem& list(std::string_view key) {
    const JsonItem* value = take(key);
    if (value != nullptr && value->kind != JsonKind::list) complain(fmt::format("'{}' is no list", key));
    return value != nullptr && value->kind == JsonKind::list ? *value : nothing_;
  }

  /// A list of texts.
  std::vector<std::string> texts(std::string_view key) {
    std::vector<std::string> all;
    for_each_member(list(key), [&](const JsonItem& item) {
      if (item.kind != JsonKind::text) complain(fmt::format("'{}' holds what is no text", key));
      if (item.kind == JsonKind::text) all.emplace_back(item.text);
    });
    return all;
  }

  const JsonItem* take(std::string_view key) {
    if (!is_object()) return nullptr;
    const JsonItem* const found = find_member(object_, key);
    if (found == nullptr) {
      complain(fmt::format("'{}' is missing", key));
    } else {
      ++taken_;
    }
    return found;
  }

  [[nodiscard]] bool has(std::string_view key) const { return is_object() && find_member(object_, key) != nullptr; }
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

  const JsonItem& object_;
  JsonItem nothing_{.kind = JsonKind::list};
  std::string problem_;
  std::size_t taken_ = 0;
};

int line_number(std::int64_t number, Fields& fields) {
  if (number < 0 || number > INT32_MAX) fields.complain("'line' is no line number");
  return static_cast<int>(number);
}

/// Returns the policy under `key`; reject, which is what a run does unless told, where the field is absent.
Policy read_policy(std::string_view key, Fields& fields) {
  return fields.has(key) ? fields.word<Policy>(key) : Policy::reject;
}

/// Returns the list under `key`, which may be absent; `read` takes one item.
template <class T>
std::vector<T> read_list(std::string_view key, Fields& outer, T (*read)(Fields&)) {
  std::vector<T> values;
  if (!outer.has(key)) return values;
  for_each_member(outer.list(key), [&](const JsonItem& item) {
    Fields fields(item);
    values.push_back(read(fields));
    if (const std::string problem = fields.problem(); !problem.empty())
      outer.complain(fmt::format("{}: {}", key, problem));
  });
  return values;
}

BackendFile read_backend_file(Fields& fields) {
  return {.path = fields.text("path"), .sha256 = fields.text("sha256"), .bytes = fields.count("bytes")};
}

Shard read_shard(Fields& fields) {
  const Shard shard{.index = fields.count("index"), .count = fields.count("count")};
  if (shard.index >= shard.count) fields.complain(fmt::format("no part {} of {}", shard.index + 1, shard.count));
  return shard;
}

Environment read_environment(Fields& fields) {
  return {.arguments = fields.texts("arguments"),
          .host = fields.text("host"),
          .cpu = fields.text("cpu"),
          .kernel = fields.text("kernel"),
          .started = fields.text("started"),
          .ended = fields.text("ended"),
          .attempt = fields.integer("attempt")};
}

std::vector<std::string> read_texts(std::string_view key, Fields& fields) {
  return fields.has(key) ? fields.texts(key) : std::vector<std::string>{};
}

Filters read_filters(Fields& fields) {
  Filters filters;
  for (const FilterList& list : filter_lists) filters.*list.words = read_texts(list.key, fields);
  if (fields.has("tier")) filters.tier = fields.word<Tier>("tier");
  return filters;
}

Selection read_selection(Fields& fields) {
  Selection selection;
  for (const auto& [key, list] : selection_fields) selection.*list = read_texts(key, fields);
  return selection;
}

RunInfo read_run(Fields& fields) {
  return {.driver = fields.text("driver"),
          .driver_version = fields.text("driver_version"),
          .spec_digest = fields.text("spec_digest"),
          .query = fields.text("query"),
          .tool_version = fields.text("tool_version"),
          .unsupported = read_policy("unsupported", fields),
          .extensions = read_policy("extensions", fields),
          .numerics = read_texts("numerics", fields),
          .filters = read_filters(fields),
          .tool_commit = fields.has("tool_commit") ? fields.text("tool_commit") : "",
          .backend = read_list("backend", fields, read_backend_file),
          .selection = read_selection(fields),
          .challenge = fields.has("challenge") ? fields.text("challenge") : std::string(),
          .tool_digest = fields.has("tool_digest") ? fields.text("tool_digest") : std::string()};
}

PlannedCase read_planned(Fields& fields) {
  PlannedCase planned;
  planned.id = fields.text("id");
  planned.op = fields.text("op");
  planned.target = {.product = fields.text("product"), .release = fields.text("release"), .mode = fields.text("mode")};
  planned.family = fields.word<Family>("family");
  planned.expected = fields.word<Verdict>("expected");
  planned.covers = fields.texts("because");
  planned.at.file = fields.text("file");
  planned.at.line = line_number(fields.integer("line"), fields);
  return planned;
}

Mismatch read_mismatch(const JsonItem& json, Fields& outer) {
  Fields fields(json);
  Mismatch mismatch;
  mismatch.output = fields.text("output");
  for_each_member(fields.list("index"), [&](const JsonItem& axis) {
    if (axis.kind != JsonKind::integer) fields.complain("'index' holds what is no integer");
    if (axis.kind == JsonKind::integer) mismatch.index.push_back(axis.integer);
  });
  mismatch.got = fields.text("got");
  mismatch.want = fields.text("want");
  if (fields.has("pattern")) {
    mismatch.pattern = fields.text("pattern");
    mismatch.details = fields.texts("details");
  }
  if (const std::string problem = fields.problem(); !problem.empty()) outer.complain("mismatch: " + problem);
  return mismatch;
}

Attribution read_attribution(const JsonItem& json, Fields& outer) {
  Fields fields(json);
  Attribution attribution = attribution_of(fields.word<Fault>("is"), "");
  if (fields.has("tensor")) attribution.tensor = fields.text("tensor");
  if (fields.has("side")) attribution.side = fields.word<TensorEnd>("side");
  if (fields.has("signal")) attribution.signal = fields.text("signal");
  if (fields.has("code")) attribution.code = fields.integer("code");
  if (fields.has("detail")) attribution.detail = fields.text("detail");
  if (const std::string problem = fields.problem(); !problem.empty()) outer.complain("fault: " + problem);
  return attribution;
}

VariantChoice read_choice(const JsonItem& json, Fields& outer) {
  VariantChoice choice;
  if (json.kind != JsonKind::object) {
    outer.complain("'agrees' holds what is no choice of variants");
    return choice;
  }
  for_each_member(json, [&](const JsonItem& variant) {
    if (variant.kind != JsonKind::text) outer.complain("'agrees' holds what is no variant");
    if (variant.kind == JsonKind::text) choice.emplace(variant.key, variant.text);
  });
  return choice;
}

std::map<std::string, std::int64_t> read_sizes(const JsonItem& json, Fields& outer) {
  std::map<std::string, std::int64_t> sizes;
  if (json.kind != JsonKind::object) outer.complain("'sizes' is no object");
  for_each_member(json, [&](const JsonItem& size) {
    if (size.kind != JsonKind::integer) outer.complain("'sizes' holds what is no integer");
    if (size.kind == JsonKind::integer) sizes.emplace(size.key, size.integer);
  });
  return sizes;
}

CaseResult read_result(Fields& fields) {
  CaseResult result;
  result.id = fields.text("id");
  result.status = fields.word<Status>("status");
  result.reason = fields.text("reason");
  result.outcome = fields.word<OutcomeKind>("outcome");
  if (fields.has("mismatch")) result.mismatch = read_mismatch(*fields.take("mismatch"), fields);
  if (fields.has("agrees")) {
    for_each_member(fields.list("agrees"),
                    [&](const JsonItem& choice) { result.agrees.push_back(read_choice(choice, fields)); });
  }
  if (fields.has("sizes")) result.sizes = read_sizes(*fields.take("sizes"), fields);
  if (fields.has("resembles")) result.matching_mutants = fields.texts("resembles");
  if (fields.has("fault")) result.attribution = read_attribution(*fields.take("fault"), fields);
  result.printed = read_texts("printed", fields);
  if (fields.has("microseconds")) result.microseconds = fields.integer("microseconds");
  if (fields.has("outputs")) result.outputs = fields.text("outputs");
  return result;
}

DoneLine read_done(Fields& fields) { return {.planned = fields.count("planned"), .ended = fields.count("ended")}; }

JournalLine read_line(Fields& line) {
  const auto inside = [&line](std::string_view key, auto read) {
    Fields fields(*line.take(key));
    auto value = read(fields);
    if (const std::string problem = fields.problem(); !problem.empty())
      line.complain(fmt::format("{}: {}", key, problem));
    return value;
  };
  if (line.has("planned")) return inside("planned", read_planned);
  if (line.has("begin")) return BeginLine{line.text("begin")};
  if (line.has("end")) return inside("end", read_result);
  if (line.has("done")) return inside("done", read_done);
  if (line.integer("journal") != journal_version) line.complain("a journal of another version");
  if (!line.has("run")) line.complain("'run' is missing");
  if (!line.has("run")) return {};
  return RunLine{.info = inside("run", read_run),
                 .shards = read_list("shards", line, read_shard),
                 .environments = read_list("environments", line, read_environment),
                 .plan = line.has("plan") ? line.text("plan") : ""};
}

/// Takes what makes a line one of a chain.
void read_link(Fields& line) {
  if (!line.has("chain") || !line.has("line"))
    line.complain("the line has no 'line' and 'chain': it was edited, or an older npu-cts wrote it");
  if (line.has("line")) line.integer("line");
  if (line.has("chain")) line.text("chain");
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
