// SPDX-License-Identifier: Apache-2.0
#include "reports/workbook/workbook.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace npu_cts::workbook {
namespace {

using namespace document;

std::vector<Sheet> sheets() {
  Table table{.columns = {{"a"}, {"b"}}, .rows = {{.cells = {cell("=1+1"), cell(code("x"))}}}};
  Section section{.title = {plain("Rules")}, .blocks = {{std::move(table)}, {Program{"python", "print(1)\nprint(2)"}}}};
  return {{"index", {.language = "en", .title = "t", .heading = {plain("H")}, .blocks = {{Paragraph{{plain("p")}}}}}},
          {"an_operator_with_a_name_longer_than_sheets_take",
           {.language = "en", .title = "t", .heading = {plain("H")}, .blocks = {{std::move(section)}}}}};
}

std::string written() {
  const std::string path = testing::TempDir() + "npu_cts_workbook.xlsx";
  const auto failed = write_workbook(sheets(), path);
  EXPECT_FALSE(failed.has_value());
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return bytes;
}

TEST(Workbook, IsAZipOfSheets) {
  const std::string bytes = written();
  EXPECT_TRUE(bytes.starts_with("PK"));
  EXPECT_NE(bytes.find("xl/worksheets/sheet2.xml"), std::string::npos);
}

TEST(Workbook, IsTheSameEveryTime) { EXPECT_EQ(written(), written()); }

TEST(Workbook, SaysWhereItCannotBeWritten) {
  const auto failed = write_workbook(sheets(), testing::TempDir() + "no_such_folder/x.xlsx");
  ASSERT_TRUE(failed.has_value());
  EXPECT_EQ(failed->kind, Kind::unwritable_file);
}

}  // namespace
}  // namespace npu_cts::workbook
