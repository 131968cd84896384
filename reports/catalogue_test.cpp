#include "reports/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "reports/sample.h"

namespace npu_cts {
namespace {

using testing::HasSubstr;
using testing::Not;

Catalogue example() {
  return {.stem = "faults",
          .title = "Faults & ends",
          .about = "1 of them",
          .sections = {{.title = "Calls", .columns = {"fault", "end"}, .rows = {{"a|b", "<b>x</b>"}}}}};
}

TEST(Catalogue, IsATableOfEachSection) {
  EXPECT_EQ(to_markdown(example()),
            "# Faults \\& ends\n\n1 of them\n\n## Calls\n\n"
            "| fault | end |\n|---|---|\n| a\\|b | \\<b\\>x\\</b\\> |\n");
}

TEST(Catalogue, IsAPageThatParsesWhateverItsTextHolds) {
  pugi::xml_document document;
  const std::string html = to_html(example());
  EXPECT_TRUE(document.load_string(html.substr(html.find("<html")).c_str()));
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
}

TEST(Catalogue, IsLinkedFromTheReportThatNamesIt) {
  Report report = build_report(sample::spec(), sample::journal());
  EXPECT_THAT(to_html(report, Language::en), Not(HasSubstr("faults.html")));
  report.companions = {{"faults", "Faults & ends"}};
  EXPECT_THAT(to_html(report, Language::en), HasSubstr("<a href=\"faults.html\">Faults &amp; ends</a>"));
  EXPECT_THAT(to_markdown(report, Language::en), HasSubstr("](faults.md)"));
}

}  // namespace
}  // namespace npu_cts
