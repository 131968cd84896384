#pragma once

#include <string>
#include <vector>

#include "reports/render.h"
#include "reports/words.h"

namespace npu_cts {

/// A table of things and what becomes of them, for a page beside the report. The text is its owner's, in English.
struct CatalogueSection {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Catalogue {
  std::string stem;  ///< of the pages' names
  std::string title;
  std::string about;
  std::vector<CatalogueSection> sections;
};

/// Returns `catalogue` as Markdown and as an HTML page that needs nothing else.
std::string to_markdown(const Catalogue& catalogue);
std::string to_html(const Catalogue& catalogue);

/// Returns both, under their file names.
std::vector<Page> to_pages(const Catalogue& catalogue);

}  // namespace npu_cts
