// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"
#include "framework/record/file.h"
#include "reports/document/document.h"
#include "reports/matrix.h"
#include "reports/page_text.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// Writes `report` as "report.json": everything, with the status of every case.
void write_json(const Report& report, const TakeText& take);

/// Writes one line of CSV per planned case: "report.csv".
void write_csv(const Report& report, const TakeText& take);

/// How much one file of JUnit may hold: GitHub, GitLab and Jenkins read so much, or less than a little more.
struct JunitLimits {
  std::size_t bytes = 20'000'000;
  std::size_t objects = 200'000;
};

/// Writes `report` as JUnit XML, in as many documents as `limits` need: "report.junit.xml", "report.junit.2.xml". One
/// suite per operator and product, one for the numeric variants, one for the run itself (see for_each_test). Each
/// document is whole by itself.
void write_junit(const Report& report, const TakeText& take, const JunitLimits& limits = {});

/// Writes `report` in the Common Test Report Format, ctrf.io: "report.ctrf.json".
void write_ctrf(const Report& report, const TakeText& take);

/// Writes `report` in the Test Anything Protocol, version 14: "report.tap".
void write_tap(const Report& report, const TakeText& take);

/// Writes every form of `report` that no option asks for.
void write_forms(const Report& report, Language language, const TakeText& take);

/// A file of a document set.
struct Page {
  std::string name;  ///< "report.md"
  std::string text = {};
};

/// Returns `page` in each form that people read: "STEM.md", "STEM.html".
std::vector<Page> render(const document::PageContent& page, const std::string& stem);

/// Returns every text form of the operators' documentation, each under its file name: pages, operators.json and .csv.
std::vector<Page> render_matrix(const Spec& spec, const ExamplePrograms& programs, const Shown& shown);

/// Takes pages into the files of a folder, which is made where it is missing. Each file is replaced wholly or stays as
/// it was. A file that is not empty is replaced only where the folder's own list, '.npu-cts', says that a page made it.
class PageFolder {
 public:
  explicit PageFolder(std::string folder);

  /// Takes a piece of `page`; the first of a page begins its file, and ends the last one.
  void take(const std::string& page, std::string_view piece);

  /// Ends the last file. Returns, for each page, why it could not be written. Errors: unwritable_file.
  Diagnostics close();

  /// Returns the paths of the files that were begun.
  [[nodiscard]] const std::vector<std::string>& paths() const { return paths_; }

 private:
  void read_list();
  void begin_file(const std::string& page);
  void end_file();

  std::string folder_;
  bool is_there_ = true;
  std::set<std::string> ours_;  ///< the names in the folder's list
  std::vector<std::string> paths_;
  std::optional<record::NewFile> file_;  ///< the last, where it could be written so far
  Diagnostics errors_;
};

/// Writes `pages` into `folder`. Errors: as PageFolder.
Diagnostics write_pages(const std::vector<Page>& pages, const std::string& folder);

}  // namespace npu_cts::reports
