// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/text.h"
#include "framework/model/names.h"
#include "framework/record/journal_keys.h"
#include "framework/record/journal_line.h"

namespace npu_cts {
namespace {

// Lines are put together as text: a run of a million cases writes three million, and reads of a certificate write them
// again.

bool is_plain(char letter) { return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\'; }

/// Returns `text` as JSON.
std::string json_of(std::string_view text) {
  if (std::ranges::all_of(text, is_plain)) return std::string("\"").append(text).append("\"");
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_of(const std::string& text) { return json_of(std::string_view(text)); }

std::string json_of(std::int64_t number) { return std::to_string(number); }

// What the fields of an object may hold, besides.
std::string json_of(const BackendFile& file);
std::string json_of(const Shard& shard);
std::string json_of(const Environment& environment);
std::string json_of(const RunInfo& info);
std::string json_of(const Attribution& attribution);
std::string json_of(const Mismatch& mismatch);
template <class T>
std::string json_of(const std::vector<T>& values);
template <class Key, class T, class Less>
std::string json_of(const std::map<Key, T, Less>& values);

/// Puts the fields of an object together.
class Object {
 public:
  template <class T>
  Object& add(std::string_view key, const T& value) {
    return put(key, json_of(value));
  }
  /// Adds a value that is JSON already.
  Object& put(std::string_view key, std::string_view json) {
    text_ += text_.empty() ? "{" : ",";
    text_ += json_of(key);
    text_ += ':';
    text_ += json;
    return *this;
  }
  Object& count(std::string_view key, std::uint64_t number) { return put(key, std::to_string(number)); }

  [[nodiscard]] std::string take() { return text_.empty() ? "{}" : std::exchange(text_, {}) + "}"; }

 private:
  std::string text_;
};

template <class Key, class T, class Less>
std::string json_of(const std::map<Key, T, Less>& values) {
  Object object;
  for (const auto& [key, value] : values) object.add(key, value);
  return object.take();
}

std::string json_of(const BackendFile& file) {
  return Object().add("path", file.path).add("sha256", file.sha256).count("bytes", file.bytes).take();
}

std::string json_of(const Shard& shard) {
  return Object().count("index", shard.index).count("count", shard.count).take();
}

template <class T>
std::string json_of(const std::vector<T>& values) {
  std::vector<std::string> texts;
  for (const T& value : values) texts.push_back(json_of(value));
  return "[" + join(texts, ",") + "]";
}

std::string json_of(const Environment& environment) {
  return Object()
      .add("arguments", environment.arguments)
      .add("host", environment.host)
      .add("cpu", environment.cpu)
      .add("kernel", environment.kernel)
      .add("started", environment.started)
      .add("ended", environment.ended)
      .add("attempt", environment.attempt)
      .take();
}

std::string json_of(const RunInfo& info) {
  Object run;
  run.add("driver", info.driver)
      .add("driver_version", info.driver_version)
      .add("spec_digest", info.spec_digest)
      .add("query", info.query)
      .add("tool_version", info.tool_version)
      .add("unsupported", name_of(info.unsupported))
      .add("extensions", name_of(info.extensions))
      .add("numerics", info.numerics)
      .add("ops", info.ops)
      .add("products", info.products)
      .add("releases", info.releases)
      .add("modes", info.modes)
      .add("tier", name_of(info.tier))
      .add("tool_commit", info.tool_commit)
      .add("backend", info.backend);
  for (const auto& [key, list] : selection_fields) {
    if (!(info.selection.*list).empty()) run.add(key, info.selection.*list);
  }
  if (!info.challenge.empty()) run.add("challenge", info.challenge);
  if (!info.tool_digest.empty()) run.add("tool_digest", info.tool_digest);
  return run.take();
}

std::string json_of(const RunLine& line) {
  Object json;
  json.add("journal", journal_version).add("run", line.info);
  if (!line.shards.empty()) json.add("shards", line.shards);
  if (!line.environments.empty()) json.add("environments", line.environments);
  return json.take();
}

std::string json_of(const PlannedCase& planned) {
  const std::string facts = Object()
                                .add("id", planned.id)
                                .add("op", planned.op)
                                .add("product", planned.target.product)
                                .add("release", planned.target.release)
                                .add("mode", planned.target.mode)
                                .add("family", name_of(planned.family))
                                .add("expected", name_of(planned.expected))
                                .add("because", planned.covers)
                                .add("file", planned.at.file)
                                .add("line", std::int64_t{planned.at.line})
                                .take();
  return Object().put("planned", facts).take();
}

std::string json_of(const BeginLine& begin) { return Object().add("begin", begin.id).take(); }

std::string json_of(const Attribution& attribution) {
  Object json;
  json.add("is", name_of(attribution.fault));
  if (!attribution.tensor.empty()) json.add("tensor", attribution.tensor);
  if (attribution.side) json.add("side", name_of(*attribution.side));
  if (!attribution.signal.empty()) json.add("signal", attribution.signal);
  if (attribution.code) json.add("code", *attribution.code);
  if (!attribution.detail.empty()) json.add("detail", attribution.detail);
  return json.take();
}

std::string json_of(const Mismatch& mismatch) {
  Object json;
  json.add("output", mismatch.output).add("index", mismatch.index).add("got", mismatch.got).add("want", mismatch.want);
  if (!mismatch.pattern.empty()) json.add("pattern", mismatch.pattern).add("details", mismatch.details);
  return json.take();
}

std::string json_of(const CaseResult& result) {
  Object end;
  end.add("id", result.id)
      .add("status", name_of(result.status))
      .add("reason", result.reason)
      .add("outcome", name_of(result.outcome));
  if (result.mismatch) end.add("mismatch", *result.mismatch);
  if (!result.agrees.empty()) end.add("agrees", result.agrees);
  if (!result.sizes.empty()) end.add("sizes", result.sizes);
  if (!result.matching_mutants.empty()) end.add("resembles", result.matching_mutants);
  if (result.attribution) end.add("fault", *result.attribution);
  if (!result.printed.empty()) end.add("printed", result.printed);
  if (result.microseconds > 0) end.add("microseconds", result.microseconds);
  if (!result.outputs.empty()) end.add("outputs", result.outputs);
  return Object().put("end", end.take()).take();
}

std::string json_of(const DoneLine& done) {
  return Object().put("done", Object().count("planned", done.planned).count("ended", done.ended).take()).take();
}

}  // namespace

std::string to_text(const JournalLine& line) {
  return std::visit([](const auto& value) { return json_of(value); }, line);
}

std::string to_text(const PlannedCase& planned) { return json_of(planned); }

std::string to_text(const CaseResult& result) { return json_of(result); }

}  // namespace npu_cts
