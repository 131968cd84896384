// SPDX-License-Identifier: Apache-2.0
#include "reports/render.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "reports/document/escape.h"
#include "reports/document/html.h"
#include "reports/document/markdown.h"
#include "reports/matrix_data.h"
#include "reports/report_page.h"

namespace npu_cts::reports {

std::vector<Page> render(const document::PageContent& page, const std::string& stem) {
  return {{stem + ".md", to_markdown(page)}, {stem + ".html", to_html(page)}};
}

void write_forms(const Report& report, Language language, const TakeText& take) {
  {
    const document::PageContent page = build_report_page(report, language);
    take("report.md", to_markdown(page));
    take("report.html", to_html(page));
  }
  write_json(report, take);
  write_csv(report, take);
  write_junit(report, take);
}

std::vector<Page> render_matrix(const Spec& spec, const ExamplePrograms& programs, const Shown& shown) {
  std::vector<Page> pages;
  for (const MatrixPage& page : build_matrix(spec, programs, shown)) {
    for (Page& form : render(page.content, document::anchor_of(page.name))) pages.push_back(std::move(form));
  }
  pages.push_back({"operators.json", matrix_json(spec)});
  pages.push_back({"operators.csv", matrix_csv(spec, shown.language)});
  return pages;
}

PageFolder::PageFolder(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  is_there_ = !error;
  if (error) errors_.push_back(record::cannot_write(folder_, "make the folder", error.value()));
}

void PageFolder::take(const std::string& page, std::string_view piece) {
  if (!is_there_) return;
  std::string path = folder_ + "/" + page;
  if (paths_.empty() || paths_.back() != path) {
    end_file();
    paths_.push_back(std::move(path));
    auto begun = record::NewFile::open(paths_.back());
    if (!begun) errors_.push_back(begun.diagnostics().front());
    if (begun) file_.emplace(std::move(*begun));
  }
  if (!file_) return;
  if (auto error = file_->write(piece)) {
    errors_.push_back(*std::move(error));
    file_.reset();
  }
}

Diagnostics PageFolder::close() {
  end_file();
  return errors_;
}

void PageFolder::end_file() {
  if (!file_) return;
  if (auto error = file_->close()) errors_.push_back(*std::move(error));
  file_.reset();
}

Diagnostics write_pages(const std::vector<Page>& pages, const std::string& folder) {
  PageFolder files(folder);
  for (const Page& page : pages) files.take(page.name, page.text);
  return files.close();
}

}  // namespace npu_cts::reports
