// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "suites/mutants/strength.h"

namespace npu_cts::mutants {

using namespace document;

namespace {

std::string_view title_of(WrongIn in) {
  constexpr std::array<std::string_view, all_wrong_in.size()> titles{"In values", "In checks", "Looser", "Stricter"};
  return titles[static_cast<std::size_t>(in)];
}

/// Returns whether a page shows what kills `one`: devices are too many, and only their survivors are named.
bool is_shown(const WrongImplementation& one) { return one.in == WrongIn::values || one.in == WrongIn::checks; }

Table score_table(const KillMatrix& matrix, Tier last) {
  Table table{
      .columns = {{"Tier"}, {"Score", Holds::score}, {"Killed", Holds::number}, {"Can be killed", Holds::number}}};
  for (const WrongIn in : all_wrong_in) table.columns.push_back({std::string(title_of(in)), Holds::score});
  for (const Tier tier : all_tiers) {
    if (tier > last) break;
    const Score all = score_of(matrix, tier);
    TableRow row{.cells = {cell(std::string(name_of(tier))), cell(strong(fmt::format("{:.1f} %", percent(all)))),
                           cell(all.killed), cell(all.killable)}};
    for (const WrongIn in : all_wrong_in) {
      const Score score = score_of(matrix, tier, in);
      row.cells.push_back(cell(fmt::format("{}/{}", score.killed, score.killable)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Returns the names of what no other family kills: the first of many.
std::string alone_text(const FamilyStrength& one) {
  constexpr std::size_t most = 12;
  const auto end = one.alone.begin() + static_cast<std::ptrdiff_t>(std::min(most, one.alone.size()));
  const std::string names = join(std::vector(one.alone.begin(), end), ", ");
  return one.alone.size() <= most ? names : fmt::format("{} and {} more", names, one.alone.size() - most);
}

Table family_table(const KillMatrix& matrix, Tier tier) {
  Table table{.columns = {{"Family"},
                          {"Cases", Holds::number},
                          {"Kills", Holds::number},
                          {"It alone", Holds::number, "killed by no other family"},
                          {"Without it the score falls by", Holds::number},
                          {"What it alone kills", Holds::note}}};
  if (matrix.idle) table.columns.insert(table.columns.begin() + 2, {"Kill nothing", Holds::number});
  for (const FamilyStrength& one : families_of(matrix, tier)) {
    table.rows.push_back({.cells = {cell(code(one.family)), cell(one.cases), cell(one.kills), cell(one.alone.size()),
                                    cell(one.alone.empty() ? "" : fmt::format("{:.1f} %", loss_of(matrix, one))),
                                    cell(alone_text(one))}});
    auto& cells = table.rows.back().cells;
    if (one.kills == 0) cells[2].mark = Mark::doubtful;
    if (one.idle) cells.insert(cells.begin() + 2, cell(*one.idle));
  }
  return table;
}

Section survivor_section(const KillMatrix& matrix, Tier tier) {
  Table table{.columns = {{"Survives"}, {"Kind"}, {"What it does"}}};
  for (const WrongImplementation* one : survivors_of(matrix, tier)) {
    table.rows.push_back({.cells = {cell(name(one->name)), cell(std::string(name_of(one->in))), cell(one->wrong)}});
    table.rows.back().cells.front().mark = Mark::bad;
  }
  Section section{.title = {plain("Survivors")}, .blocks = {}};
  if (table.rows.empty()) section.blocks.push_back({Paragraph{{plain("None: all that can be killed is killed.")}}});
  if (!table.rows.empty()) section.blocks.push_back({std::move(table)});
  return section;
}

Section harmless_section(const KillMatrix& matrix) {
  Table table{.columns = {{"Harmless"}, {"What it does"}, {"Why no legal call shows it"}}};
  for (const WrongImplementation& one : matrix.wrong) {
    if (one.harmless.empty()) continue;
    table.rows.push_back({.cells = {cell(name(one.name)), cell(one.wrong), cell(one.harmless)}});
  }
  return {.title = {plain("Not counted")}, .blocks = {{std::move(table)}}};
}

/// Returns what is wrong down, families across; a cell names the first tier whose cases kill.
Section matrix_section(const KillMatrix& matrix) {
  Table table{.columns = {{"Wrong implementation"}, {"In"}}};
  for (const auto& [family, cases] : matrix.families) table.columns.push_back({family});
  for (const WrongImplementation& one : matrix.wrong) {
    if (!one.harmless.empty() || !is_shown(one)) continue;
    TableRow row{.cells = {cell(name(one.name)), cell(std::string(name_of(one.in)))}};
    for (const auto& [family, cases] : matrix.families) {
      const auto kill = one.killed_by.find(family);
      const bool is_killed = kill != one.killed_by.end();
      row.cells.push_back(cell(is_killed ? std::string(name_of(kill->second.tier)) : std::string()));
      if (is_killed) row.cells.back().mark = Mark::good;
    }
    table.rows.push_back(std::move(row));
  }
  return {.title = {plain("Kill matrix")},
          .blocks = {{Paragraph{{plain("A cell names the first tier in which a case of the family kills.")}}},
                     {std::move(table)}}};
}

Section section_of(const KillMatrix& matrix, Tier tier) {
  const std::string cases =
      fmt::format("At the tier {}, {} give this matrix. {} left out as too large.", name_of(tier),
                  counted(needed_cases(matrix, tier), "case"), counted(matrix.too_large, "accepted case"));
  return {.title = {plain(matrix.op)},
          .blocks = {{score_table(matrix, tier)},
                     {Paragraph{{plain(cases)}}},
                     {family_table(matrix, tier)},
                     {survivor_section(matrix, tier)},
                     {harmless_section(matrix)},
                     {matrix_section(matrix)}},
          .anchor = matrix.op};
}

}  // namespace

PageContent build_strength_page(const Strength& strength) {
  PageContent page = page_titled("Strength of the suite", "en");
  page.blocks.push_back({Paragraph{{plain(
      "Implementations that are wrong on purpose, and which planned cases catch them. An implementation is wrong "
      "in the values it computes, in what its argument checks forgive, or in one fact of the spec: it ignores the "
      "fact, or is stricter by it.")}}});
  Terms terms{.terms = {{.label = "Spec", .lines = {{code(strength.spec_digest)}}},
                        {.label = "Release", .lines = {{plain(strength.release)}}},
                        {.label = "Tier", .lines = {{plain(std::string(name_of(strength.tier)))}}}}};
  if (!strength.without.empty())
    terms.terms.push_back({.label = "Families left out", .lines = {{plain(join(strength.without, ", "))}}});
  if (!strength.date.empty()) terms.terms.push_back({.label = "Measured on", .lines = {{plain(strength.date)}}});
  page.blocks.push_back({std::move(terms)});
  for (const KillMatrix& matrix : strength.operators) page.blocks.push_back({section_of(matrix, strength.tier)});
  return page;
}

}  // namespace npu_cts::mutants
