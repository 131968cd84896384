#include "reports/render.h"

#include <filesystem>
#include <system_error>

#include "framework/record/file.h"

namespace npu_cts {

std::vector<Page> render(const Report& report, Language language) {
  return {{"report.md", to_markdown(report, language)},
          {"report.html", to_html(report, language)},
          {"report.json", to_json(report)},
          {"report.csv", to_csv(report)},
          {"report.junit.xml", to_junit(report)}};
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
