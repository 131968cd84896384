// SPDX-License-Identifier: Apache-2.0
#include "reports/known_failures.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/phrases.h"

namespace npu_cts::reports {

using namespace document;

namespace {

std::string failure_of(const expect::Expectation& entry) {
  return fmt::format("{}: {}", name_of(entry.status), entry.diagnosis);
}

Fold ids_fold(const std::vector<std::string>& ids, Language language) {
  Fold fold{.summary = {plain(fmt::format("{} {}", ids.size(), say(Word::cases, language)))}};
  for (const std::string& id : ids) fold.lines.push_back({name(id)});
  return fold;
}

List ids_list(const std::vector<std::string>& ids, Language language) {
  constexpr std::size_t most = 20;
  List list;
  for (std::size_t i = 0; i < std::min(ids.size(), most); ++i) list.items.push_back({.line = {name(ids[i])}});
  if (ids.size() > most)
    list.items.push_back({.line = {plain(fmt::format("{} {}", ids.size() - most, say(Word::more, language)))}});
  return list;
}

Table entries_table(const expect::KnownFailures& known, Language language) {
  Table table;
  for (const Word title : {Word::entry, Word::failing, Word::waived, Word::reason, Word::owner, Word::expires})
    table.columns.push_back({.title = std::string(say(title, language))});
  for (const expect::Waiver& waiver : known.waivers) {
    const expect::Expectation& entry = waiver.entry;
    TableCell cases;
    cases.folds = {ids_fold(waiver.waived, language)};
    table.rows.push_back({.cells = {cell(code(place_of(entry.at))),
                                    cell(failure_of(entry)),
                                    std::move(cases),
                                    {.lines = {{plain(entry.reason)}, {plain(entry.link)}}},
                                    cell(entry.owner),
                                    cell(entry.expires.text)}});
  }
  return table;
}

}  // namespace

Section known_failures_section(const expect::KnownFailures& known, Language language) {
  const auto titled = [&](Word title, List list) {
    return Section{.title = {plain(std::string(say(title, language)))}, .blocks = {{std::move(list)}}};
  };
  Section section{.title = {plain(std::string(say(Word::known_failures, language)))}, .blocks = {}};
  if (!known.waivers.empty()) section.blocks.push_back({entries_table(known, language)});
  if (!known.new_ones.empty())
    section.blocks.push_back({titled(Word::new_failures, ids_list(known.new_ones, language))});
  if (!known.gone.empty()) section.blocks.push_back({titled(Word::gone_failures, ids_list(known.gone, language))});
  List problems;
  for (const Diagnostic& one : known.problems)
    problems.items.push_back({.line = {code(place_of(one.at)), plain(fmt::format(" {}: {}", one.what, one.why))}});
  if (!problems.items.empty()) section.blocks.push_back({titled(Word::problems, std::move(problems))});
  return section;
}

std::string to_text(const expect::KnownFailures& known) {
  std::string text =
      fmt::format("known failures of {}: {} waived, {} new, {} gone\n", known.file,
                  counted(expect::waived_cases(known), "case"), known.new_ones.size(), known.gone.size());
  for (const expect::Waiver& waiver : known.waivers) {
    if (waiver.waived.empty()) continue;
    text += fmt::format("  waived: {} by line {}, up to {}: {} ({}; {})\n", counted(waiver.waived.size(), "case"),
                        waiver.entry.at.line, waiver.entry.expires.text, escape_control(waiver.entry.reason),
                        escape_control(waiver.entry.owner), escape_control(waiver.entry.link));
  }
  return text;
}

}  // namespace npu_cts::reports
