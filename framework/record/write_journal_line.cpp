// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "framework/base/json_items.h"
#include "framework/base/names.h"
#include "framework/record/journal_keys.h"
#include "framework/record/journal_line.h"

namespace npu_cts::record {
namespace {

// Lines are put together as text: a run of a million cases writes three million, and reads of a certificate write them
// again.

/// Appends JSON to one text.
class Writer {
 public:
  Writer() { text_.reserve(512); }  // of most lines, with what the chain adds

  [[nodiscard]] std::string take() { return std::move(text_); }

  void put(std::string_view word) { append_text(text_, word); }
  void put(const std::string& word) { put(std::string_view(word)); }
  void put(std::int64_t number) { text_ += std::to_string(number); }
  void put(std::uint64_t number) { text_ += std::to_string(number); }
  template <class T>
  void put(const std::vector<T>& values) {
    text_ += '[';
    for (const T& value : values) {
      if (text_.back() != '[') text_ += ',';
      put(value);
    }
    text_ += ']';
  }
  template <class Key, class T, class Less>
  void put(const std::map<Key, T, Less>& values) {
    begin();
    for (const auto& [key, value] : values) {
      if (text_.back() != '{') text_ += ',';
      put(key);
      text_ += ':';
      put(value);
    }
    end();
  }
  void put(const BackendFile& file);
  void put(const Shard& shard);
  void put(const Environment& environment);
  void put(const RunInfo& info);
  void put(const RunLine& line);
  void put(const PlannedCase& planned);
  void put(const BeginLine& line);
  void put(const Attribution& attribution);
  void put(const Mismatch& mismatch);
  void put(const CaseResult& result);
  void put(const DoneLine& done);

 private:
  /// An object: its fields stand between `begin` and `end`.
  Writer& begin() {
    text_ += '{';
    return *this;
  }
  void end() { text_ += '}'; }

  /// Begins a field, whose name is plain text; its value follows.
  Writer& key(std::string_view name) {
    text_.append(text_.back() == '{' ? "\"" : ",\"").append(name).append("\":");
    return *this;
  }
  template <class T>
  Writer& add(std::string_view name, const T& value) {
    key(name).put(value);
    return *this;
  }
  /// Adds a field that lines have only where it holds something.
  template <class T>
  Writer& add_unless_empty(std::string_view name, const T& value) {
    return value.empty() ? *this : add(name, value);
  }

  std::string text_;
};

void Writer::put(const BackendFile& file) {
  begin().add("path", file.path).add("sha256", file.sha256).add("bytes", file.bytes).end();
}

void Writer::put(const Shard& shard) { begin().add("index", shard.index).add("count", shard.count).end(); }

void Writer::put(const Environment& environment) {
  begin()
      .add("arguments", environment.arguments)
      .add("host", environment.host)
      .add("cpu", environment.cpu)
      .add("kernel", environment.kernel)
      .add("started", environment.started)
      .add("ended", environment.ended)
      .add("attempt", environment.attempt)
      .end();
}

void Writer::put(const RunInfo& info) {
  begin()
      .add("driver", info.driver)
      .add("driver_version", info.driver_version)
      .add("spec_digest", info.spec_digest)
      .add("query", info.query)
      .add("tool_version", info.tool_version)
      .add("unsupported", name_of(info.unsupported))
      .add("extensions", name_of(info.extensions))
      .add("numerics", info.numerics);
  for (const FilterList& list : filter_lists) add(list.key, info.filters.*list.words);
  add("tier", name_of(info.filters.tier)).add("tool_commit", info.tool_commit).add("backend", info.backend);
  for (const auto& [name, list] : selection_fields) add_unless_empty(name, info.selection.*list);
  add_unless_empty("challenge", info.challenge).add_unless_empty("tool_digest", info.tool_digest).end();
}

void Writer::put(const RunLine& line) {
  begin()
      .add("journal", journal_version)
      .add("run", line.info)
      .add_unless_empty("shards", line.shards)
      .add_unless_empty("environments", line.environments)
      .add_unless_empty("plan", line.plan)
      .end();
}

void Writer::put(const PlannedCase& planned) {
  begin()
      .key("planned")
      .begin()
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
      .end();
  end();
}

void Writer::put(const BeginLine& line) { begin().add("begin", line.id).end(); }

void Writer::put(const Attribution& attribution) {
  begin().add("is", name_of(attribution.fault)).add_unless_empty("tensor", attribution.tensor);
  if (attribution.side) add("side", name_of(*attribution.side));
  add_unless_empty("signal", attribution.signal);
  if (attribution.code) add("code", *attribution.code);
  add_unless_empty("detail", attribution.detail).end();
}

void Writer::put(const Mismatch& mismatch) {
  begin()
      .add("output", mismatch.output)
      .add("index", mismatch.index)
      .add("got", mismatch.got)
      .add("want", mismatch.want);
  if (!mismatch.pattern.empty()) add("pattern", mismatch.pattern).add("details", mismatch.details);
  end();
}

void Writer::put(const CaseResult& result) {
  begin()
      .key("end")
      .begin()
      .add("id", result.id)
      .add("status", name_of(result.status))
      .add("reason", result.reason)
      .add("outcome", name_of(result.outcome));
  if (result.mismatch) add("mismatch", *result.mismatch);
  add_unless_empty("agrees", result.agrees)
      .add_unless_empty("sizes", result.sizes)
      .add_unless_empty("resembles", result.matching_mutants);
  if (result.attribution) add("fault", *result.attribution);
  add_unless_empty("printed", result.printed);
  if (result.microseconds > 0) add("microseconds", result.microseconds);
  add_unless_empty("outputs", result.outputs).end();
  end();
}

void Writer::put(const DoneLine& done) {
  begin().key("done").begin().add("planned", done.planned).add("ended", done.ended).end();
  end();
}

template <class Line>
std::string text_of(const Line& line) {
  Writer writer;
  writer.put(line);
  return writer.take();
}

}  // namespace

std::string to_text(const JournalLine& line) {
  return std::visit([](const auto& value) { return text_of(value); }, line);
}

std::string to_text(const PlannedCase& planned) { return text_of(planned); }

std::string to_text(const CaseResult& result) { return text_of(result); }

}  // namespace npu_cts::record
