#include "reports/html_writer.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "reports/escape.h"
#include "reports/phrases.h"

namespace npu_cts {
namespace {

constexpr std::size_t shown_failing = 20;

std::string element(std::string_view name, const HtmlCell& cell) {
  const std::string classes = cell.classes.empty() ? std::string() : fmt::format(" class=\"{}\"", cell.classes);
  return fmt::format("<{0}{1}>{2}</{0}>", name, classes, cell.html);
}

std::string case_list(const Evidence& evidence, Language language) {
  std::string html = "<ul>";
  std::size_t shown = 0;
  for (const std::string& id : evidence.failing) {
    if (++shown > shown_failing) break;
    html += fmt::format("<li><a class=\"id\" href=\"#{}\">{}</a></li>", case_anchor(id), xml_escaped(id));
  }
  shown = std::min(shown, shown_failing);
  for (const std::string& id : evidence.others) html += fmt::format("<li class=\"id\">{}</li>", xml_escaped(id));
  shown += evidence.others.size();
  if (evidence.tally.planned > shown) {
    html += fmt::format("<li>+ {} {} ({})</li>", evidence.tally.planned - shown, say(Word::more, language),
                        say(Word::all_cases, language));
  }
  return html + "</ul>";
}

}  // namespace

std::string_view class_of(Mark mark) {
  constexpr std::array<std::string_view, 4> classes{"empty", "good", "doubtful", "bad"};
  return classes[static_cast<std::size_t>(mark)];
}

Mark mark_of(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::conforms:
      return Mark::good;
    case Conclusion::fails:
      return Mark::bad;
    case Conclusion::conforms_in_part:
    case Conclusion::incomplete:
    case Conclusion::nothing_ran:
      return Mark::doubtful;
  }
  std::abort();
}

std::string html_code(std::string_view text) {
  return text.empty() ? std::string() : fmt::format("<code>{}</code>", xml_escaped(text));
}

std::string html_badge(Mark mark, std::string_view text) {
  return fmt::format("<span class=\"badge {}\">{}</span>", class_of(mark), xml_escaped(text));
}

std::string case_anchor(std::string_view id) { return "case-" + anchor_of(id); }
std::string fact_anchor(std::string_view op, std::string_view id) {
  return fmt::format("fact-{}~{}", anchor_of(op), anchor_of(id));
}

HtmlCell score_cell(const Evidence& evidence, Language language) {
  const Mark mark = mark_of(evidence.tally);
  const std::string classes = fmt::format("score {}", class_of(mark));
  if (mark == Mark::empty) return {"–", classes};
  return {fmt::format("<details><summary>{} {}</summary>{}</details>", sign_of(mark), score_of(evidence.tally),
                      case_list(evidence, language)),
          classes};
}

HtmlTable::HtmlTable(const HtmlLine& titles) : html_("<div class=\"scroll\"><table><thead><tr>") {
  for (const HtmlCell& title : titles) html_ += element("th", title);
  html_ += "</tr></thead><tbody>\n";
}

void HtmlTable::add(const HtmlLine& cells, std::string_view attributes) {
  html_ += fmt::format("<tr{}{}>", attributes.empty() ? "" : " ", attributes);
  for (const HtmlCell& cell : cells) html_ += element("td", cell);
  html_ += "</tr>\n";
}

}  // namespace npu_cts
