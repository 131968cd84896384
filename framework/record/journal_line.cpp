// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_line.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/model/names.h"
#include "framework/record/journal_keys.h"

namespace npu_cts {
namespace {

using Json = nlohmann::ordered_json;

/// Takes the fields of one object and remembers the first thing wrong with it.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {
    if (!object.is_object()) complain("expected an object");
  }

  std::string text(const std::string& key) {
    const Json* value = take(key);
    if (value == nullptr) return {};
    if (!value->is_string()) complain(fmt::format("'{}' is no text", key));
    return value->is_string() ? value->get<std::string>() : std::string{};
  }

  std::int64_t integer(const std::string& key) {
    const Json* value = take(key);
    if (value == nullptr) return 0;
    if (!value->is_number_integer()) complain(fmt::format("'{}' is no integer", key));
    return value->is_number_integer() ? value->get<std::int64_t>() : 0;
  }

  /// A number of things.
  std::size_t count(const std::string& key) {
    const std::int64_t number = integer(key);
    if (number < 0) complain(fmt::format("'{}' is negative", key));
    return static_cast<std::size_t>(std::max<std::int64_t>(number, 0));
  }

  /// The word of a closed set; `find` is its look-up.
  template <class Enum>
  Enum word(const std::string& key, std::optional<Enum> (*find)(std::string_view)) {
    const std::string name = text(key);
    const std::optional<Enum> found = find(name);
    if (!found) complain(fmt::format("unknown {} '{}'", key, name));
    return found.value_or(Enum{});
  }

  /// A list; empty where the field is absent and may be.
  const Json& list(const std::string& key) {
    const Json* value = take(key);
    if (value != nullptr && !value->is_array()) complain(fmt::format("'{}' is no list", key));
    return value != nullptr && value->is_array() ? *value : nothing_;
  }

  /// A list of texts.
  std::vector<std::string> texts(const std::string& key) {
    std::vector<std::string> all;
    for (const Json& item : list(key)) {
      if (!item.is_string()) complain(fmt::format("'{}' holds what is no text", key));
      if (item.is_string()) all.push_back(item.get<std::string>());
    }
    return all;
  }

  const Json* take(const std::string& key) {
    if (!object_.is_object()) return nullptr;
    const auto it = object_.find(key);
    if (it == object_.end()) {
      complain(fmt::format("'{}' is missing", key));
      return nullptr;
    }
    ++taken_;
    return &*it;
  }

  [[nodiscard]] bool has(const std::string& key) const { return object_.is_object() && object_.contains(key); }
  void complain(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  /// Returns what is wrong, also keys that were not asked for; empty where nothing is.
  std::string problem() {
    if (object_.is_object() && taken_ != object_.size()) complain("an unknown key");
    return problem_;
  }

 private:
  const Json& object_;
  Json nothing_ = Json::array();
  std::string problem_;
  std::size_t taken_ = 0;
};

int line_number(std::int64_t number, Fields& fields) {
  if (number < 0 || number > INT32_MAX) fields.complain("'line' is no line number");
  return static_cast<int>(number);
}

/// Returns the policy under `key`; reject, which is what a run does unless told, where the field is absent.
Policy read_policy(const std::string& key, Fields& fields) {
  return fields.has(key) ? fields.word<Policy>(key, find_policy) : Policy::reject;
}

/// Returns the list under `key`, which may be absent; `read` takes one item.
template <class T>
std::vector<T> read_list(const std::string& key, Fields& outer, T (*read)(Fields&)) {
  std::vector<T> values;
  if (!outer.has(key)) return values;
  for (const Json& item : outer.list(key)) {
    Fields fields(item);
    values.push_back(read(fields));
    if (const std::string problem = fields.problem(); !problem.empty())
      outer.complain(fmt::format("{}: {}", key, problem));
  }
  return values;
}

BackendFile read_backend_file(Fields& fields) {
  return {.path = fields.text("path"), .sha256 = fields.text("sha256"), .bytes = fields.count("bytes")};
}

Shard read_shard(Fields& fields) {
  const Shard shard{.index = fields.count("index"), .count = fields.count("count")};
  if (shard.index >= shard.count) fields.complain(fmt::format("no part {} of {}", shard.index, shard.count));
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

std::vector<std::string> read_texts(const std::string& key, Fields& fields) {
  return fields.has(key) ? fields.texts(key) : std::vector<std::string>{};
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
          .ops = read_texts("ops", fields),
          .products = read_texts("products", fields),
          .releases = read_texts("releases", fields),
          .modes = read_texts("modes", fields),
          .tool_commit = fields.has("tool_commit") ? fields.text("tool_commit") : "",
          .backend = read_list("backend", fields, read_backend_file),
          .selection = read_selection(fields),
          .tier = fields.has("tier") ? fields.word<Tier>("tier", find_tier) : Tier::fast,
          .challenge = fields.has("challenge") ? fields.text("challenge") : std::string(),
          .tool_digest = fields.has("tool_digest") ? fields.text("tool_digest") : std::string()};
}

PlannedCase read_planned(Fields& fields) {
  PlannedCase planned;
  planned.id = fields.text("id");
  planned.op = fields.text("op");
  planned.target = {.product = fields.text("product"), .release = fields.text("release"), .mode = fields.text("mode")};
  planned.family = fields.text("family");
  planned.expected = fields.word<Verdict>("expected", find_verdict);
  planned.covers = fields.texts("because");
  planned.at.file = fields.text("file");
  planned.at.line = line_number(fields.integer("line"), fields);
  return planned;
}

Mismatch read_mismatch(const Json& json, Fields& outer) {
  Fields fields(json);
  Mismatch mismatch;
  mismatch.output = fields.text("output");
  for (const Json& axis : fields.list("index")) {
    if (!axis.is_number_integer()) fields.complain("'index' holds what is no integer");
    if (axis.is_number_integer()) mismatch.index.push_back(axis.get<std::int64_t>());
  }
  mismatch.got = fields.text("got");
  mismatch.want = fields.text("want");
  if (fields.has("pattern")) {
    mismatch.pattern = fields.text("pattern");
    mismatch.details = fields.texts("details");
  }
  if (const std::string problem = fields.problem(); !problem.empty()) outer.complain("mismatch: " + problem);
  return mismatch;
}

Attribution read_attribution(const Json& json, Fields& outer) {
  Fields fields(json);
  Attribution attribution = attribution_of(fields.word<Fault>("is", find_fault), "");
  if (fields.has("tensor")) attribution.tensor = fields.text("tensor");
  if (fields.has("side")) attribution.side = fields.word<TensorEnd>("side", find_tensor_end);
  if (fields.has("signal")) attribution.signal = fields.text("signal");
  if (fields.has("code")) attribution.code = fields.integer("code");
  if (fields.has("detail")) attribution.detail = fields.text("detail");
  if (const std::string problem = fields.problem(); !problem.empty()) outer.complain("fault: " + problem);
  return attribution;
}

VariantChoice read_choice(const Json& json, Fields& outer) {
  VariantChoice choice;
  if (!json.is_object()) {
    outer.complain("'agrees' holds what is no choice of variants");
    return choice;
  }
  for (const auto& [behaviour, variant] : json.items()) {
    if (!variant.is_string()) outer.complain("'agrees' holds what is no variant");
    if (variant.is_string()) choice[behaviour] = variant.get<std::string>();
  }
  return choice;
}

std::map<std::string, std::int64_t> read_sizes(const Json& json, Fields& outer) {
  std::map<std::string, std::int64_t> sizes;
  if (!json.is_object()) outer.complain("'sizes' is no object");
  for (const auto& [symbol, size] : json.items()) {
    if (!size.is_number_integer()) outer.complain("'sizes' holds what is no integer");
    if (size.is_number_integer()) sizes.emplace(symbol, size.get<std::int64_t>());
  }
  return sizes;
}

CaseResult read_result(Fields& fields) {
  CaseResult result;
  result.id = fields.text("id");
  result.status = fields.word<Status>("status", find_status);
  result.reason = fields.text("reason");
  result.outcome = fields.word<OutcomeKind>("outcome", find_outcome_kind);
  if (fields.has("mismatch")) result.mismatch = read_mismatch(*fields.take("mismatch"), fields);
  if (fields.has("agrees")) {
    for (const Json& choice : fields.list("agrees")) result.agrees.push_back(read_choice(choice, fields));
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
  const auto inside = [&line](const std::string& key, auto read) {
    Fields fields(*line.take(key));
    auto value = read(fields);
    if (const std::string problem = fields.problem(); !problem.empty()) line.complain(key + ": " + problem);
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
                 .environments = read_list("environments", line, read_environment)};
}

/// Takes what makes a line one of a chain.
void read_link(Fields& line) {
  if (!line.has("chain") || !line.has("line"))
    line.complain("the line has no 'line' and 'chain': it was edited, or an older npu-cts wrote it");
  if (line.has("line")) line.integer("line");
  if (line.has("chain")) line.text("chain");
}

/// Returns the line that `text` holds if it begins a case and is as a run writes it: a third of all lines are.
std::optional<BeginLine> plain_begin(std::string_view text) {
  constexpr std::string_view start = R"({"begin":")";
  constexpr std::string_view after_id = R"(","line":)";
  constexpr std::string_view after_number = R"(,"chain":")";
  const std::size_t end = text.find(after_id);
  if (!text.starts_with(start) || end == std::string_view::npos || end < start.size()) return std::nullopt;
  const std::string_view id = text.substr(start.size(), end - start.size());
  const auto is_plain = [](char letter) { return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\'; };
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  text.remove_prefix(end + after_id.size());
  const std::size_t digits = std::min(text.find(','), text.size());
  const bool is_number =
      digits > 0 && digits < 16 && text[0] != '0' && std::ranges::all_of(text.substr(0, digits), is_digit);
  text.remove_prefix(digits);
  if (!is_number || !std::ranges::all_of(id, is_plain) || !text.starts_with(after_number)) return std::nullopt;
  text.remove_prefix(after_number.size());
  if (text.size() < 2 || !text.ends_with("\"}") || !std::ranges::all_of(text.substr(0, text.size() - 2), is_plain))
    return std::nullopt;
  return BeginLine{std::string(id)};
}

}  // namespace

Result<JournalLine> parse_journal_line(std::string_view text, const Location& at) {
  if (auto begin = plain_begin(text)) return JournalLine(*std::move(begin));
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return bad_journal(at, "the line is no JSON");
  Fields fields(json);
  JournalLine line = read_line(fields);
  read_link(fields);
  if (const std::string problem = fields.problem(); !problem.empty()) return bad_journal(at, problem);
  return line;
}

Diagnostic bad_journal(const Location& at, std::string what) {
  return {
      .kind = Kind::bad_journal,
      .at = at,
      .what = std::move(what),
      .why = "a run writes its plan, then one line before and one after each case; only a last line may be truncated",
      .hint = "run the cases again; a journal is never edited",
      .notes = {}};
}

}  // namespace npu_cts
