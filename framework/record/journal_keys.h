// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "framework/model/result.h"
#include "framework/record/journal_line.h"

/// What the writer and the reader of journal lines share.
namespace npu_cts::record {

inline constexpr std::int64_t journal_version = 1;

/// The lists of a selection, by their keys; a journal has those that are not empty.
struct SelectionField {
  const char* key;
  std::vector<std::string> Selection::*list;
};
inline constexpr std::array selection_fields{
    SelectionField{"queries", &Selection::queries},   SelectionField{"excluded", &Selection::excluded},
    SelectionField{"families", &Selection::families}, SelectionField{"rules", &Selection::rules},
    SelectionField{"listed", &Selection::listed},
};

template <class T, class Object>
concept Is = std::same_as<std::remove_const_t<T>, Object>;

// list_fields gives `to`, a writer or a reader, the fields of an object in the order in which they are written:
//   field          one that every journal has
//   later_field    one that journals of old lack
//   sparse_field   one that stands only where it holds something; returns whether it does

void list_fields(auto& to, Is<BackendFile> auto& file) {
  to.field("path", file.path);
  to.field("sha256", file.sha256);
  to.field("bytes", file.bytes);
}

void list_fields(auto& to, Is<Shard> auto& shard) {
  to.field("index", shard.index);
  to.field("count", shard.count);
}

void list_fields(auto& to, Is<Environment> auto& environment) {
  to.field("arguments", environment.arguments);
  to.field("host", environment.host);
  to.field("cpu", environment.cpu);
  to.field("kernel", environment.kernel);
  to.field("started", environment.started);
  to.field("ended", environment.ended);
  to.field("attempt", environment.attempt);
}

void list_fields(auto& to, Is<RunInfo> auto& info) {
  to.field("driver", info.driver);
  to.field("driver_version", info.driver_version);
  to.field("spec_digest", info.spec_digest);
  to.field("query", info.query);
  to.field("tool_version", info.tool_version);
  to.later_field("unsupported", info.unsupported);
  to.later_field("extensions", info.extensions);
  to.later_field("numerics", info.numerics);
  for (const FilterList& list : filter_lists) to.later_field(list.key, info.filters.*list.words);
  to.later_field("tier", info.filters.tier);
  to.later_field("tool_commit", info.tool_commit);
  to.later_field("backend", info.backend);
  for (const auto& [key, list] : selection_fields) to.sparse_field(key, info.selection.*list);
  to.sparse_field("challenge", info.challenge);
  to.sparse_field("tool_digest", info.tool_digest);
}

void list_fields(auto& to, Is<RunLine> auto& line) {
  to.field("run", line.info);
  to.sparse_field("shards", line.shards);
  to.sparse_field("environments", line.environments);
  to.sparse_field("plan", line.plan);
}

void list_fields(auto& to, Is<PlannedCase> auto& planned) {
  to.field("id", planned.id);
  to.field("op", planned.op);
  to.field("product", planned.target.product);
  to.field("release", planned.target.release);
  to.field("mode", planned.target.mode);
  to.field("family", planned.family);
  to.field("expected", planned.expected);
  to.field("because", planned.covers);
  to.field("file", planned.at.file);
  to.field("line", planned.at.line);
}

void list_fields(auto& to, Is<Attribution> auto& attribution) {
  to.field("is", attribution.fault);
  to.sparse_field("tensor", attribution.tensor);
  to.sparse_field("side", attribution.side);
  to.sparse_field("signal", attribution.signal);
  to.sparse_field("code", attribution.code);
  to.sparse_field("detail", attribution.detail);
}

void list_fields(auto& to, Is<Mismatch> auto& mismatch) {
  to.field("output", mismatch.output);
  to.field("index", mismatch.index);
  to.field("got", mismatch.got);
  to.field("want", mismatch.want);
  if (to.sparse_field("pattern", mismatch.pattern)) to.field("details", mismatch.details);
}

void list_fields(auto& to, Is<CaseResult> auto& result) {
  to.field("id", result.id);
  to.field("status", result.status);
  to.field("reason", result.reason);
  to.field("outcome", result.outcome);
  to.sparse_field("mismatch", result.mismatch);
  to.sparse_field("agrees", result.agrees);
  to.sparse_field("sizes", result.sizes);
  to.sparse_field("resembles", result.matching_mutants);
  to.sparse_field("fault", result.attribution);
  to.sparse_field("printed", result.printed);
  to.sparse_field("behind", result.behind);
  to.sparse_field("microseconds", result.microseconds);
  to.sparse_field("another", result.another);
  to.sparse_field("nonce", result.nonce);
  to.sparse_field("outputs", result.outputs);
}

void list_fields(auto& to, Is<DoneLine> auto& done) {
  to.field("planned", done.planned);
  to.field("ended", done.ended);
}

}  // namespace npu_cts::record
