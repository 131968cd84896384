// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "framework/base/diagnostic.h"
#include "reports/document/document.h"
#include "reports/matrix.h"
#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts {

/// Returns `report` as JSON: everything, with the status of every case.
std::string to_json(const Report& report);

/// Returns one line of CSV per planned case.
std::string to_csv(const Report& report);

/// How much one file of JUnit may hold: GitHub, GitLab and Jenkins read so much, or less than a little more.
struct JunitLimits {
  std::size_t bytes = 20'000'000;
  std::size_t objects = 200'000;
};

/// Returns `report` as JUnit XML, in as many documents as `limits` need: one suite per operator and product, one for
/// the numeric variants, one for the run itself (see test_entries). Each is whole by itself.
std::vector<std::string> to_junit(const Report& report, const JunitLimits& limits = {});

/// Returns `report` in the Common Test Report Format, ctrf.io.
std::string to_ctrf(const Report& report);

/// Returns `report` in the Test Anything Protocol, version 14.
std::string to_tap(const Report& report);

/// A file of a document set.
struct Page {
  std::string name;  ///< "report.md"
  std::string text;
};

/// Returns `page` in each form that people read: "STEM.md", "STEM.html".
std::vector<Page> render(const document::PageContent& page, const std::string& stem);

/// Returns every form of `report`, each under its file name.
std::vector<Page> render(const Report& report, Language language);

/// Returns every text form of the operators' documentation, each under its file name: pages, operators.json and .csv.
std::vector<Page> render_matrix(const Spec& spec, const ExamplePrograms& programs, Language language);

/// Writes `pages` into `folder`, which is made where it is missing. Each file is replaced wholly or stays as it was.
/// Errors: unwritable_file, one for each page that could not be written.
Diagnostics write_pages(const std::vector<Page>& pages, const std::string& folder);

}  // namespace npu_cts
