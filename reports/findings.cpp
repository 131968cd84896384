#include "reports/findings.h"

#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/escape.h"
#include "reports/findings_text.h"
#include "reports/html_style.h"

namespace npu_cts {
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

/// Returns how many findings there are of each kind, by operator: the lines of the first table.
std::map<std::pair<std::string, std::string>, std::size_t> counts_of(const std::vector<Chapter>& chapters) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const Chapter& chapter : chapters) {
    for (const FindingText& one : chapter.findings) ++counts[{chapter.op, one.kind}];
  }
  return counts;
}

std::string title_of(Language language) {
  return std::string(pick(language, "Findings in the documents", "文档问题清单"));
}

std::string markdown_fact(const FindingFact& fact) {
  std::string text = fmt::format("- {}: {}", fact.label, markdown_escaped(fact.text));
  if (fact.code.size() == 1) return text + (fact.text.empty() ? "" : " ") + markdown_code(fact.code.front()) + "\n";
  for (const std::string& code : fact.code) text += "\n  - " + markdown_code(code);
  return text + "\n";
}

std::string to_markdown(const std::vector<Chapter>& chapters, Language language) {
  std::string text =
      fmt::format("# {}\n\n| {} | {} | {} |\n|---|---|---:|\n", title_of(language), pick(language, "operator", "算子"),
                  pick(language, "found by", "类别"), pick(language, "findings", "数量"));
  for (const auto& [key, count] : counts_of(chapters))
    text += fmt::format("| {} | {} | {} |\n", markdown_escaped(key.first), markdown_escaped(key.second), count);
  for (const Chapter& chapter : chapters) {
    text += fmt::format("\n## {} ({})\n", markdown_escaped(chapter.op), chapter.findings.size());
    for (const FindingText& one : chapter.findings) {
      text += fmt::format("\n### {}\n\n{}\n\n", markdown_escaped(one.id), markdown_escaped(one.says));
      for (const FindingFact& fact : one.facts) text += markdown_fact(fact);
    }
  }
  return text;
}

std::string html_fact(const FindingFact& fact) {
  std::string text = fmt::format("<dt>{}</dt><dd>{}", xml_escaped(fact.label), xml_escaped(fact.text));
  for (const std::string& code : fact.code) text += fmt::format("<div><code>{}</code></div>", xml_escaped(code));
  return text + "</dd>\n";
}

std::string html_counts(const std::vector<Chapter>& chapters, Language language) {
  std::string text = fmt::format(
      "<table><thead><tr><th>{}</th><th>{}</th><th class=\"n\">{}</th></tr></thead><tbody>\n",
      pick(language, "operator", "算子"), pick(language, "found by", "类别"), pick(language, "findings", "数量"));
  for (const auto& [key, count] : counts_of(chapters))
    text += fmt::format("<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td class=\"n\">{}</td></tr>\n",
                        anchor_of(key.first), xml_escaped(key.first), xml_escaped(key.second), count);
  return text + "</tbody></table>\n";
}

std::string to_html(const std::vector<Chapter>& chapters, Language language) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n",
      pick(language, "en", "zh"), title_of(language), html_style, title_of(language));
  text += html_counts(chapters, language);
  for (const Chapter& chapter : chapters) {
    text += fmt::format("<section id=\"{}\">\n<h2>{} ({})</h2>\n", anchor_of(chapter.op), xml_escaped(chapter.op),
                        chapter.findings.size());
    for (const FindingText& one : chapter.findings) {
      text += fmt::format("<h3 id=\"{}\">{}</h3>\n<p>{}</p>\n<dl class=\"run\">\n",
                          anchor_of(chapter.op + "/" + one.id), xml_escaped(one.id), xml_escaped(one.says));
      for (const FindingFact& fact : one.facts) text += html_fact(fact);
      text += "</dl>\n";
    }
    text += "</section>\n";
  }
  return text + "</main>\n</body>\n</html>\n";
}

}  // namespace

std::vector<Page> to_findings(const Spec& spec, const FindingWitnesses& witnesses, Language language) {
  const auto chapters = chapters_of(spec, witnesses, language);
  return {{"findings.md", to_markdown(chapters, language)}, {"findings.html", to_html(chapters, language)}};
}

}  // namespace npu_cts
