// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "suites/mutants/strength.h"

namespace npu_cts::mutants {

using namespace document;

namespace {

/// Returns whether a page shows what kills `one`: devices are too many, and only their survivors are named.
bool is_shown(const WrongImplementation& one) { return one.in == WrongIn::values || one.in == WrongIn::checks; }

class StrengthPage {
 public:
  StrengthPage(const Strength& strength, Language language) : strength_(strength), language_(language) {}

  PageContent build() const {
    PageContent page = page_titled(text("Strength of the suite", "测试套件的强度"), text("en", "zh"));
    page.blocks.push_back({Paragraph{{plain(text(
        "Implementations that are wrong on purpose, and which planned cases catch them. An implementation is "
        "wrong in the values it computes, in what its argument checks forgive or refuse, or in one fact of the "
        "spec: it ignores the fact, or is stricter by it.",
        "用一批故意写错的实现来检验测试套件，并列出检出它们的计划用例。错误分为几类：计算结果错误、参数校验遗漏或误拒、"
        "忽略规格中的某一事实，或对某一事实校验过严。"))}}});
    page.blocks.push_back({facts()});
    for (const KillMatrix& matrix : strength_.operators) page.blocks.push_back({section_of(matrix)});
    if (!strength_.machine.empty()) page.blocks.push_back({machine_section()});
    return page;
  }

 private:
  std::string text(std::string_view en, std::string_view zh) const {
    return std::string(language_ == Language::zh ? zh : en);
  }

  std::string title_of(WrongIn in) const {
    switch (in) {
      case WrongIn::values:
        return text("In values", "计算结果");
      case WrongIn::checks:
        return text("In checks", "参数校验");
      case WrongIn::looser:
        return text("Looser", "过松");
      case WrongIn::stricter:
        return text("Stricter", "过严");
    }
    std::abort();
  }

  Terms facts() const {
    Terms terms{
        .terms = {{.label = text("Spec", "规格"), .lines = {{code(strength_.spec_digest)}}},
                  {.label = text("Release", "版本"), .lines = {{plain(strength_.release)}}},
                  {.label = text("Tier", "测试级别"), .lines = {{plain(std::string(name_of(strength_.tier)))}}}}};
    if (!strength_.without.empty())
      terms.terms.push_back(
          {.label = text("Families left out", "未计入的用例族"), .lines = {{plain(join(strength_.without, ", "))}}});
    if (!strength_.date.empty())
      terms.terms.push_back({.label = text("Measured on", "测量日期"), .lines = {{plain(strength_.date)}}});
    terms.terms.push_back({.label = text("Run again", "复现"), .lines = {{code(command())}}});
    return terms;
  }

  /// Returns the command that measures the page again.
  std::string command() const {
    std::string command = "npu-cts strength";
    for (const KillMatrix& matrix : strength_.operators) command += " --op " + matrix.op;
    command += fmt::format(" --tier {}", name_of(strength_.tier));
    for (const std::string& family : strength_.without) command += " --without " + family;
    const auto asked = [](const KillMatrix& matrix) { return matrix.idle.has_value(); };
    const auto is_of_sets = [](const KillMatrix& matrix) {
      return std::ranges::any_of(matrix.families, [](const auto& row) { return contains(row.first, '/'); });
    };
    if (std::ranges::any_of(strength_.operators, is_of_sets)) command += " --by-data-set";
    if (std::ranges::any_of(strength_.operators, asked)) command += " --every-case";
    return command + " --out DIR";
  }

  Table score_table(const KillMatrix& matrix) const {
    Table table{.columns = {{text("Tier", "测试级别")},
                            {text("Score", "得分"), Holds::score},
                            {text("Killed", "检出"), Holds::number},
                            {text("Can be killed", "可检出"), Holds::number}}};
    for (const WrongIn in : every<WrongIn>) table.columns.push_back({title_of(in), Holds::score});
    for (const Tier tier : every<Tier>) {
      if (tier > strength_.tier) break;
      const Score all = score_of(matrix, tier);
      TableRow row{.cells = {cell(std::string(name_of(tier))), cell(strong(fmt::format("{:.1f} %", percent(all)))),
                             cell(all.killed), cell(all.killable)}};
      for (const WrongIn in : every<WrongIn>) {
        const Score score = score_of(matrix, tier, in);
        row.cells.push_back(cell(fmt::format("{}/{}", score.killed, score.killable)));
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  /// Returns the names of what no other family kills: the first of many.
  std::string alone_text(const FamilyStrength& one) const {
    constexpr std::size_t most = 12;
    const auto end = one.alone.begin() + static_cast<std::ptrdiff_t>(std::min(most, one.alone.size()));
    const std::string names = join(std::vector(one.alone.begin(), end), ", ");
    if (one.alone.size() <= most) return names;
    return fmt::format(fmt::runtime(text("{} and {} more", "{} 等，另有 {} 个")), names, one.alone.size() - most);
  }

  Table family_table(const KillMatrix& matrix) const {
    Table table{.columns = {{text("Family", "用例族")},
                            {text("Cases", "用例数"), Holds::number},
                            {text("Kills", "检出"), Holds::number},
                            {text("It alone", "仅由其检出"), Holds::number,
                             text("killed by no other family", "其他用例族均未检出")},
                            {text("Without it the score falls by", "去掉后得分下降"), Holds::number},
                            {text("What it alone kills", "仅由其检出的实现"), Holds::note}}};
    if (matrix.idle) table.columns.insert(table.columns.begin() + 2, {text("Kill nothing", "无检出"), Holds::number});
    for (const FamilyStrength& one : families_of(matrix, strength_.tier)) {
      table.rows.push_back({.cells = {cell(code(one.family)), cell(one.cases), cell(one.kills), cell(one.alone.size()),
                                      cell(one.alone.empty() ? "" : fmt::format("{:.1f} %", loss_of(matrix, one))),
                                      cell(alone_text(one))}});
      auto& cells = table.rows.back().cells;
      if (one.kills == 0) cells[2].mark = Mark::doubtful;
      if (one.idle) cells.insert(cells.begin() + 2, cell(*one.idle));
    }
    return table;
  }

  Section survivor_section(const KillMatrix& matrix) const {
    Table table{.columns = {{text("Survives", "未检出")}, {text("Kind", "类别")}, {text("What it does", "行为")}}};
    for (const WrongImplementation* one : survivors_of(matrix, strength_.tier)) {
      table.rows.push_back({.cells = {cell(name(one->name)), cell(title_of(one->in)), cell(one->wrong)}});
      table.rows.back().cells.front().mark = Mark::bad;
    }
    Section section{.title = {plain(text("Survivors", "未检出的实现"))}, .blocks = {}};
    if (table.rows.empty()) {
      section.blocks.push_back(
          {Paragraph{{plain(text("None: all that can be killed is killed.", "无：可检出的均已检出。"))}}});
    } else {
      section.blocks.push_back({std::move(table)});
    }
    return section;
  }

  Section harmless_section(const KillMatrix& matrix) const {
    Table table{.columns = {{text("Harmless", "无害")},
                            {text("What it does", "行为")},
                            {text("Why no legal call shows it", "合法调用无法体现的原因")}}};
    for (const WrongImplementation& one : matrix.wrong) {
      if (one.harmless.empty()) continue;
      table.rows.push_back({.cells = {cell(name(one.name)), cell(one.wrong), cell(one.harmless)}});
    }
    return {.title = {plain(text("Not counted", "不计入"))}, .blocks = {{std::move(table)}}};
  }

  /// Returns what is wrong down, families across; a cell names the first tier whose cases kill.
  Section matrix_section(const KillMatrix& matrix) const {
    Table table{.columns = {{text("Wrong implementation", "错误实现")}, {text("In", "类别")}}};
    for (const auto& [family, cases] : matrix.families) table.columns.push_back({family});
    for (const WrongImplementation& one : matrix.wrong) {
      if (!one.harmless.empty() || !is_shown(one)) continue;
      TableRow row{.cells = {cell(name(one.name)), cell(title_of(one.in))}};
      for (const auto& [family, cases] : matrix.families) {
        const auto kill = one.killed_by.find(family);
        const bool is_killed = kill != one.killed_by.end();
        row.cells.push_back(cell(is_killed ? std::string(name_of(kill->second.tier)) : std::string()));
        if (is_killed) row.cells.back().mark = Mark::good;
      }
      table.rows.push_back(std::move(row));
    }
    return {.title = {plain(text("Kill matrix", "检出矩阵"))},
            .blocks = {{Paragraph{{plain(text("A cell names the first tier in which a case of the family kills.",
                                              "单元格为该用例族最先检出的测试级别。"))}}},
                       {std::move(table)}}};
  }

  Section section_of(const KillMatrix& matrix) const {
    const std::size_t needed = needed_cases(matrix, strength_.tier);
    const std::string cases =
        language_ == Language::zh
            ? fmt::format("在测试级别 {}，{} 个用例即可得到此矩阵。{} 个被接受的用例因规模过大未计入。",
                          name_of(strength_.tier), needed, matrix.too_large)
            : fmt::format("At the tier {}, {} give this matrix. {} left out as too large.", name_of(strength_.tier),
                          counted(needed, "case"), counted(matrix.too_large, "accepted case"));
    return {.title = {plain(matrix.op)},
            .blocks = {{score_table(matrix)},
                       {Paragraph{{plain(cases)}}},
                       {family_table(matrix)},
                       {survivor_section(matrix)},
                       {harmless_section(matrix)},
                       {matrix_section(matrix)}},
            .anchor = matrix.op};
  }

  /// Returns whether `part` was measured for the sources of today.
  std::string measured_for(const MachinePart& part) const {
    if (!part.changed) return text("sources that are not at hand", "源文件不在此处");
    if (*part.changed == 0) return text("today's sources", "当前源文件");
    return fmt::format(fmt::runtime(text("older sources: {} of {} differ", "较早的源文件：{}/{} 已变")), *part.changed,
                       part.sources.size());
  }

  Section machine_section() const {
    Table table{.columns = {{text("Part", "部分")},
                            {text("Mutants", "变异"), Holds::number},
                            {text("Tried", "已测"), Holds::number},
                            {text("Equivalent", "等价"), Holds::number},
                            {text("Killed", "检出"), Holds::number},
                            {text("Score", "得分"), Holds::score},
                            {text("Measured on", "测量日期")},
                            {text("Measured for", "所测源文件")},
                            {text("Run again", "复现"), Holds::note}}};
    for (const MachinePart& part : strength_.machine) {
      table.rows.push_back(
          {.cells = {cell(code(part.name)), cell(part.mutants), cell(part.tried), cell(part.equivalent),
                     cell(part.score.killed), cell(strong(fmt::format("{:.1f} %", percent(part.score)))),
                     cell(part.date), cell(measured_for(part)), cell(code(part.command))}});
    }
    return {.title = {plain(text("The machine's own mutants", "工具自身的变异"))},
            .blocks = {{Paragraph{{plain(text(
                           "A mutant changes one operator, constant or statement of this program or of a fast "
                           "kernel. The score is the share that the tests kill, of those tried and not "
                           "equivalent. Reasons stand in tools/mutation/equivalents.json.",
                           "每个变异改动本程序或快速内核的一个运算符、常量或语句。得分为已测且不等价的变异中被测试检出"
                           "的比例。原因见 tools/mutation/equivalents.json。"))}}},
                       {std::move(table)}}};
  }

  const Strength& strength_;
  Language language_;
};

}  // namespace

PageContent build_strength_page(const Strength& strength, Language language) {
  return StrengthPage(strength, language).build();
}

}  // namespace npu_cts::mutants
