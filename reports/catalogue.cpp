#include "reports/catalogue.h"

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/escape.h"
#include "reports/html_style.h"
#include "reports/html_writer.h"

namespace npu_cts {
namespace {

std::string line_of(const std::vector<std::string>& cells) {
  std::vector<std::string> escaped;
  for (const std::string& cell : cells) escaped.push_back(markdown_escaped(cell));
  return fmt::format("| {} |\n", join(escaped, " | "));
}

HtmlLine html_line_of(const std::vector<std::string>& cells) {
  HtmlLine line;
  for (const std::string& cell : cells) line.push_back({xml_escaped(cell), line.empty() ? "id" : ""});
  return line;
}

}  // namespace

std::string to_markdown(const Catalogue& catalogue) {
  std::string text = fmt::format("# {}\n\n{}\n", markdown_escaped(catalogue.title), markdown_escaped(catalogue.about));
  for (const CatalogueSection& section : catalogue.sections) {
    text += fmt::format("\n## {}\n\n{}|", markdown_escaped(section.title), line_of(section.columns));
    for (std::size_t i = 0; i < section.columns.size(); ++i) text += "---|";
    text += "\n";
    for (const auto& row : section.rows) text += line_of(row);
  }
  return text;
}

std::string to_html(const Catalogue& catalogue) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n<title>{0}</title>\n"
      "<style>{1}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n<p>{2}</p>\n",
      xml_escaped(catalogue.title), html_style, xml_escaped(catalogue.about));
  for (const CatalogueSection& section : catalogue.sections) {
    html += fmt::format("<h2>{}</h2>\n", xml_escaped(section.title));
    HtmlTable table(html_line_of(section.columns));
    for (const auto& row : section.rows) table.add(html_line_of(row));
    html += table.finish();
  }
  return html + "</main>\n</body>\n</html>\n";
}

std::vector<Page> to_pages(const Catalogue& catalogue) {
  return {{catalogue.stem + ".md", to_markdown(catalogue)}, {catalogue.stem + ".html", to_html(catalogue)}};
}

}  // namespace npu_cts
