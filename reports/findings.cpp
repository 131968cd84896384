#include "reports/findings.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/escape.h"

namespace npu_cts {
namespace {

std::string_view say(Language language, std::string_view en, std::string_view zh) {
  return language == Language::zh ? zh : en;
}

const std::string& pick_text(const Text& text, Language language) {
  return language == Language::zh ? text.zh : text.en;
}

/// Returns "6.0.0 – 7.1.0", one release, or every release.
std::string releases_of(const Spec& spec, const Applies& applies, Language language) {
  const std::size_t last = std::min(applies.until, spec.releases.size() - 1);
  if (applies.since == 0 && last + 1 == spec.releases.size())
    return std::string(say(language, "every release", "所有版本"));
  if (applies.since == last) return spec.releases[last];
  return fmt::format("{} – {}", spec.releases[std::min(applies.since, last)], spec.releases[last]);
}

std::string party_line(const Spec& spec, const Citations& party, Language language) {
  std::string text;
  for (const std::string& id : party) {
    const Statement* const statement = find_statement(spec, id);
    text += "  - " + markdown_code(id);
    if (statement != nullptr) {
      text += fmt::format(" ({}: {})", markdown_escaped(join(statement->documents, ", ")),
                          markdown_escaped(statement->place));
    }
    text += "\n";
  }
  if (text.empty()) text = fmt::format("  - {}\n", say(language, "no page: see the basis", "不在页面中，见依据"));
  return text;
}

std::string finding(const Spec& spec, const Contradiction& one, Language language) {
  std::string text =
      fmt::format("### {}\n\n{}\n\n", markdown_escaped(one.id), markdown_escaped(pick_text(one.text, language)));
  text += fmt::format("- {}: {}; {}: {}; {}: {}; {}: {}\n", say(language, "about", "涉及"), markdown_code(one.about),
                      say(language, "releases", "版本"), markdown_escaped(releases_of(spec, one.applies, language)),
                      say(language, "kind", "类别"), markdown_escaped(one.kind), say(language, "basis", "依据"),
                      markdown_escaped(one.basis));
  for (std::size_t i = 0; i < one.parties.size(); ++i) {
    text += fmt::format("- {} {}\n", say(language, "statement", "陈述"), i + 1) +
            party_line(spec, one.parties[i], language);
  }
  return text + fmt::format("- {}: {}\n\n", say(language, "proposed reading", "建议"),
                            markdown_escaped(pick_text(one.ruling, language)));
}

}  // namespace

Page to_findings(const Spec& spec, Language language) {
  std::string text = fmt::format("# {}\n\n", say(language, "Findings in the documents", "文档问题清单"));
  for (const OpSpec& op : spec.operators) {
    if (op.contradictions.empty()) continue;
    text += fmt::format("## {} ({})\n\n", markdown_escaped(op.name), op.contradictions.size());
    for (const Contradiction& one : op.contradictions) text += finding(spec, one, language);
  }
  return {"findings.md", std::move(text)};
}

}  // namespace npu_cts
