#include "reports/findings.h"

#include <utility>

#include <fmt/format.h>

#include "reports/findings_text.h"

namespace npu_cts {

using namespace document;

namespace {

/// Returns how many findings there are of each kind, by operator.
Table counts_of(const Spec& spec, Language language) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const OpSpec& op : spec.operators) {
    for (const Contradiction& one : op.contradictions) ++counts[{op.name, one.kind}];
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

Section section_of(const Spec& spec, const OpSpec& op, const FindingWitnesses& witnesses, Language language) {
  Section section{
      .title = {plain(fmt::format("{} ({})", op.name, op.contradictions.size()))}, .blocks = {}, .anchor = op.name};
  for (const Contradiction& one : op.contradictions) {
    const auto found = witnesses.find({op.name, one.id});
    const Call* const witness = found == witnesses.end() ? nullptr : &found->second;
    section.blocks.push_back({finding_section(spec, op, one, witness, language)});
  }
  return section;
}

}  // namespace

PageContent build_findings_page(const Spec& spec, const FindingWitnesses& witnesses, Language language) {
  const std::string title(pick(language, "Findings in the documents", "文档问题清单"));
  PageContent page{.language = std::string(tag_of(language)),
                   .title = title,
                   .heading = {plain(title)},
                   .blocks = {{counts_of(spec, language)}}};
  for (const OpSpec& op : spec.operators) {
    if (!op.contradictions.empty()) page.blocks.push_back({section_of(spec, op, witnesses, language)});
  }
  return page;
}

}  // namespace npu_cts
