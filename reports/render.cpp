// SPDX-License-Identifier: Apache-2.0
#include "reports/render.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "framework/record/file.h"
#include "reports/document/escape.h"
#include "reports/document/html.h"
#include "reports/document/markdown.h"
#include "reports/matrix_data.h"
#include "reports/report_page.h"

namespace npu_cts {

std::vector<Page> render(const document::PageContent& page, const std::string& stem) {
  return {{stem + ".md", to_markdown(page)}, {stem + ".html", to_html(page)}};
}

std::vector<Page> render(const Report& report, Language language) {
  std::vector<Page> pages = render(build_report_page(report, language), "report");
  pages.push_back({"report.json", to_json(report)});
  pages.push_back({"report.csv", to_csv(report)});
  std::size_t part = 0;
  for (std::string& text : to_junit(report)) {
    const bool is_first = ++part == 1;
    pages.push_back({is_first ? "report.junit.xml" : fmt::format("report.junit.{}.xml", part), std::move(text)});
  }
  return pages;
}

std::vector<Page> render_matrix(const Spec& spec, const ExamplePrograms& programs, Language language) {
  std::vector<Page> pages;
  for (const MatrixPage& page : build_matrix(spec, programs, language)) {
    for (Page& form : render(page.content, anchor_of(page.name))) pages.push_back(std::move(form));
  }
  pages.push_back({"operators.json", matrix_json(spec)});
  pages.push_back({"operators.csv", matrix_csv(spec, language)});
  return pages;
}

Diagnostics write_pages(const std::vector<Page>& pages, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return {cannot_write(folder, "make the folder", error.value())};
  Diagnostics diagnostics;
  for (const Page& page : pages) {
    if (const WriteError failed = write_file(folder + "/" + page.name, page.text)) diagnostics.push_back(*failed);
  }
  return diagnostics;
}

}  // namespace npu_cts
