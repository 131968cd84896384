// SPDX-License-Identifier: Apache-2.0
#include "reports/render.h"

#include <fcntl.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
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

namespace {

constexpr std::string_view list_name = ".npu-cts";  // in a folder of pages: the names of those, one a line

/// Returns whether anything but a file stands at `path`, such as a link or a pipe.
bool is_no_file(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// Returns why a page may not take the place of what stands at `path`: it is no file, or a file that is none of `ours`.
record::WriteError find_foreign(const std::string& path, const std::set<std::string>& ours) {
  if (is_no_file(path)) return record::cannot_write(path, "write a page here", EEXIST);
  if (ours.contains(std::filesystem::path(path).filename())) return std::nullopt;
  auto foreign = record::find_foreign_file(path, "page of npu-cts", [](const std::string&) { return false; });
  if (foreign) foreign->hint = "remove it, or name another folder: the folder's list '.npu-cts' does not have it";
  return foreign;
}

/// Adds `line` to the file at `path`, which may be new.
record::WriteError add_line(const std::string& path, const std::string& line) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) return record::cannot_write(path, "open", errno);
  record::OutputFile file(descriptor, path);
  return file.write(line + "\n");
}

}  // namespace

PageFolder::PageFolder(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  is_there_ = !error;
  if (error) errors_.push_back(record::cannot_write(folder_, "make the folder", error.value()));
  if (is_there_) read_list();
}

void PageFolder::read_list() {
  const std::string path = folder_ + "/" + std::string(list_name);
  if (is_no_file(path)) return;
  std::ifstream list(path);
  for (std::string name; std::getline(list, name);) ours_.insert(name);
}

void PageFolder::take(const std::string& page, std::string_view piece) {
  if (!is_there_) return;
  std::string path = folder_ + "/" + page;
  if (paths_.empty() || paths_.back() != path) {
    end_file();
    paths_.push_back(std::move(path));
    begin_file(page);
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

void PageFolder::begin_file(const std::string& page) {
  const std::string& path = paths_.back();
  if (!ours_.contains(page)) read_list();  // another command may have written here meanwhile
  if (auto foreign = find_foreign(path, ours_)) return errors_.push_back(*std::move(foreign));
  if (ours_.insert(page).second) {
    if (auto error = add_line(folder_ + "/" + std::string(list_name), page))
      return errors_.push_back(*std::move(error));
  }
  auto begun = record::NewFile::open(path);
  if (!begun) return errors_.push_back(begun.diagnostics().front());
  file_.emplace(std::move(*begun));
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
