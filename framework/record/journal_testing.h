// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/record/chain.h"
#include "framework/record/journal.h"

// What the tests of journals share: a journal, and to change it and link its lines again as if a run had written them
// so. Not part of the library.
namespace npu_cts::record::testing_journal {

/// Returns the lines of `text`, each without its newline.
inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

inline std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Returns `text`, a journal, with no line linked.
inline std::string unlinked(std::string_view text) {
  auto lines = lines_of(text);
  for (std::string& line : lines) {
    const std::size_t link = line.rfind(R"(,"line":)");
    if (link != std::string::npos && line.find(R"("chain":)", link) != std::string::npos)
      line.replace(link, line.size(), "}");
  }
  return text_of(lines);
}

/// Returns `text` with each line linked anew that looks like an object.
inline std::string linked(std::string_view text) {
  Chain chain;
  std::string made;
  for (const std::string& line : lines_of(unlinked(text))) {
    const bool is_object = line.starts_with('{') && line.ends_with('}');
    made += is_object ? chain.link(line) : line + "\n";
  }
  return made;
}

inline PlannedCase planned(std::string id) {
  return {.id = std::move(id),
          .op = "frobnicate",
          .target = {.product = "alpha", .release = "26.1.0", .mode = "graph_static"},
          .family = Family::rows,
          .expected = Verdict::reject,
          .covers = {"T1.a", "scale.rank"},
          .at = {.file = "spec/ops/frobnicate.yaml", .line = 41, .column = 0}};
}

inline CaseResult passed(std::string id) {
  return {.id = std::move(id), .status = Status::pass, .reason = "", .outcome = OutcomeKind::refused};
}

inline CaseResult failed(std::string id) {
  return {.id = std::move(id),
          .status = Status::fail,
          .reason = "a \"quoted\"\nreason | with 中文",
          .outcome = OutcomeKind::completed,
          .mismatch = Mismatch{.output = "out",
                               .index = {0, 7},
                               .got = "3",
                               .want = "4",
                               .pattern = "one row",
                               .details = {"2 of 9 elements differ"}},
          .agrees = {{{"rounding", "even"}, {"field", "clip"}}, {{"rounding", "away"}}},
          .sizes = {{"k", 4096}, {"m", 3}},
          .matching_mutants = {"sums in int16"}};
}

/// A run of three cases, of which two ended.
inline Journal example() {
  return {.info = {.driver = "plugin:libfoo.so",
                   .driver_version = "1.2",
                   .spec_digest = "abcd",
                   .query = "frobnicate/*",
                   .tool_version = "0.1.0",
                   .unsupported = Policy::allow,
                   .extensions = Policy::reject,
                   .numerics = {"field=clip", "rounding=even"},
                   .filters = {.ops = {"frobnicate"},
                               .products = {"alpha"},
                               .releases = {"26.1.0"},
                               .modes = {"graph_static"}},
                   .tool_commit = "c0ffee",
                   .backend = {{.path = "libfoo.so", .sha256 = "ab", .bytes = 7}},
                   .tool_digest = "cafe"},
          .shards = {{.index = 1, .count = 2}},
          .environments = {{.arguments = {"npu-cts", "run"},
                            .host = "h",
                            .cpu = "c",
                            .kernel = "k",
                            .started = "2026-07-27T08:15:00Z",
                            .ended = "2026-07-27T08:16:00Z",
                            .attempt = 3}},
          .planned = {planned("f/a"), planned("f/b"), planned("f/c")},
          .results = {passed("f/a"), failed("f/b")},
          .finished = true};
}

}  // namespace npu_cts::record::testing_journal
