#include "reports/findings.h"

#include <utility>

#include <fmt/format.h>

#include "reports/findings_text.h"

namespace npu_cts {

using namespace document;

namespace {

/// The findings of one operator.
struct Chapter {
  std::string op;
  std::vector<FindingText> findings;
};

std::vector<Chapter> chapters_of(const Spec& spec, const FindingWitnesses& witnesses, Language language) {
  std::vector<Chapter> chapters;
  for (const OpSpec& op : spec.operators) {
    if (op.contradictions.empty()) continue;
    chapters.push_back({.op = op.name, .findings = {}});
    for (const Contradiction& one : op.contradictions) {
      const auto witness = witnesses.find({op.name, one.id});
      chapters.back().findings.push_back(
          text_of(spec, op, one, witness == witnesses.end() ? nullptr : &witness->second, language));
    }
  }
  return chapters;
}

/// Returns how many findings there are of each kind, by operator.
Table counts_of(const std::vector<Chapter>& chapters, Language language) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const Chapter& chapter : chapters) {
    for (const FindingText& one : chapter.findings) ++counts[{chapter.op, one.kind}];
  }
  const auto column = [&](std::string_view en, std::string_view zh, Holds holds) {
    return Column{.title = std::string(pick(language, en, zh)), .holds = holds};
  };
  Table table{.columns = {column("operator", "算子", Holds::text), column("found by", "类别", Holds::text),
                          column("findings", "数量", Holds::number)}};
  for (const auto& [key, count] : counts)
    table.rows.push_back(
        {.cells = {cell(linked(plain(key.first), To::section, key.first)), cell(key.second), cell(count)}});
  return table;
}

Section section_of(const Chapter& chapter) {
  Section section{.title = {plain(fmt::format("{} ({})", chapter.op, chapter.findings.size()))},
                  .blocks = {},
                  .anchor = chapter.op};
  for (const FindingText& one : chapter.findings) {
    section.blocks.push_back({Section{.title = {plain(one.id)},
                                      .blocks = {{Paragraph{{plain(one.says)}}}, {one.terms}},
                                      .anchor = chapter.op + "/" + one.id}});
  }
  return section;
}

}  // namespace

PageContent build_findings_page(const Spec& spec, const FindingWitnesses& witnesses, Language language) {
  const auto chapters = chapters_of(spec, witnesses, language);
  const std::string title(pick(language, "Findings in the documents", "文档问题清单"));
  PageContent page{.language = std::string(tag_of(language)),
                   .title = title,
                   .heading = {plain(title)},
                   .blocks = {{counts_of(chapters, language)}}};
  for (const Chapter& chapter : chapters) page.blocks.push_back({section_of(chapter)});
  return page;
}

}  // namespace npu_cts
