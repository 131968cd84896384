// The generated support matrix, held row by row to the tables of the vendor's pages, typed here by hand from the pages.

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "framework/reader/read_spec.h"
#include "reports/matrix.h"

namespace npu_cts {
namespace {

using testing::UnorderedElementsAreArray;

using Cells = std::vector<std::string>;
using Table = std::vector<std::map<std::string, std::string>>;  ///< rows, by heading

const Spec& spec_under_test() {
  static const auto spec = read_spec(NPU_CTS_SOURCE_DIR "/spec");
  if (!spec) std::abort();
  return *spec;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" `");
  const auto last = text.find_last_not_of(" `");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

Cells split(const std::string& text, char at) {
  Cells cells;
  std::istringstream stream(text);
  for (std::string cell; std::getline(stream, cell, at);) cells.push_back(trimmed(cell));
  return cells;
}

/// Returns the cells of a line of a Markdown table.
Cells cells_of(const std::string& line) {
  Cells cells = split(line, '|');
  if (!cells.empty()) cells.erase(cells.begin());
  return cells;
}

/// Returns the lines of the generated page of `op`.
const std::vector<std::string>& page_of(const std::string& op) {
  static const auto pages = [] {
    std::map<std::string, std::vector<std::string>> lines;
    for (const Page& page : to_matrix(spec_under_test(), Language::en)) {
      std::istringstream stream(page.text);
      for (std::string line; std::getline(stream, line);) lines[page.name].push_back(line);
    }
    return lines;
  }();
  return pages.at(op + ".md");
}

/// Returns whether the heading "Release A – B" or "Release A" covers `release`.
bool covers(const std::string& heading, const std::string& release) {
  const auto place = [](const std::string& name) {
    return std::ranges::find(spec_under_test().releases, name) - spec_under_test().releases.begin();
  };
  std::istringstream words(heading.substr(std::string("## Release ").size()));
  std::string first;
  std::string dash;
  std::string last;
  words >> first >> dash >> last;
  if (dash != "–") last = first;
  return place(first) <= place(release) && place(release) <= place(last);
}

/// Returns the table whose heading row begins with `first`, of `release` and `product`; empty where there is none.
Table table_of(const std::string& op, const std::string& release, const std::string& product,
               const std::string& first) {
  Table table;
  Cells headings;
  bool in_release = false;
  bool in_product = false;
  for (const std::string& line : page_of(op)) {
    if (line.starts_with("## ")) in_release = line.starts_with("## Release ") && covers(line, release);
    if (line.starts_with("### ")) in_product = line.find(product) != std::string::npos;
    if (!line.starts_with("|")) headings.clear();
    if (!in_release || !in_product || !line.starts_with("|")) continue;
    const Cells cells = cells_of(line);
    if (headings.empty()) {
      headings = cells;
    } else if (headings.front() == first && !cells.front().starts_with("---")) {
      std::map<std::string, std::string>& row = table.emplace_back();
      for (std::size_t i = 0; i < std::min(headings.size(), cells.size()); ++i) row[headings[i]] = cells[i];
    }
  }
  return table;
}

std::set<std::string> set_of(const std::string& cell, char at) {
  std::set<std::string> set;
  for (std::string word : split(cell, at)) set.insert(word == "none" ? "None" : word);
  return set;
}

using RowSet = std::vector<std::set<std::string>>;  ///< one set of dtypes a column

const Cells matmul_columns{"x1", "x2", "scale", "offset", "bias", "pertoken_scale", "output_dtype"};

/// Returns the rows of the generated page. That output_dtype may be left out, which means int8, is said by the pages
/// beside their tables, not in them.
std::vector<RowSet> generated_rows(const std::string& release, const std::string& product) {
  std::vector<RowSet> rows;
  for (const auto& row : table_of("npu_quant_matmul", release, product, "Id")) {
    RowSet& cells = rows.emplace_back();
    for (const std::string& column : matmul_columns) cells.push_back(set_of(row.at(column), ','));
    cells.back().erase("None");
  }
  return rows;
}

std::vector<RowSet> typed(const std::vector<std::string>& lines) {
  std::vector<RowSet> rows;
  for (const std::string& line : lines) {
    RowSet& cells = rows.emplace_back();
    for (const std::string& cell : split(line, '|')) cells.push_back(set_of(cell, '/'));
  }
  return rows;
}

const std::string to_float16 = "int8 | int8 | int64/float32 | None | int32/None | None | float16";
const std::string to_int8 = "int8 | int8 | int64/float32 | float32/None | int32/None | None | int8";
const std::string to_bfloat16 =
    "int8 | int8 | float32/bfloat16 | None | int32/bfloat16/float32/None | float32/None | bfloat16";
const std::string per_token_6_0 = "int8 | int8 | float32 | None | int32/float16/float32/None | float32 | float16";
const std::string per_token_7_2 = "int8 | int8 | float32 | None | int32/bfloat16/float32/None | float32 | float16";
/// A row that no table has: the list of bias keeps float16, and which of the two holds is an open question.
const std::string open_bias = "int8 | int8 | float32 | None | float16 | float32 | float16";
const std::string packed = "int32 | int32 | int64/float32 | None | int32/None | None | float16";
const std::string grouped = "int32 | int32 | float32 | float16 | None | float32 | bfloat16/float16";
const std::string to_int32 = "int8 | int8 | float32/bfloat16 | None | int32/None | None | int32";

struct MatmulTable {
  std::string release;
  std::vector<std::string> rows;
};

class MatmulPage : public testing::TestWithParam<MatmulTable> {};

TEST_P(MatmulPage, HasTheRowsOfTheTrainingProducts) {
  for (const std::string product : {"atlas_a2", "atlas_a3"}) {
    EXPECT_THAT(generated_rows(GetParam().release, product), UnorderedElementsAreArray(typed(GetParam().rows)))
        << product;
  }
}

TEST_P(MatmulPage, HasTheRowsOfTheInferenceProducts) {
  EXPECT_THAT(generated_rows(GetParam().release, "atlas_inference"),
              UnorderedElementsAreArray(typed({to_float16, to_int8})));
}

const std::vector<std::string> rows_7_2{to_float16, to_int8, to_bfloat16, per_token_7_2,
                                        open_bias,  packed,  grouped,     to_int32};

INSTANTIATE_TEST_SUITE_P(
    Pages, MatmulPage,
    testing::Values(MatmulTable{"6.0.0", {to_float16, to_int8, to_bfloat16, per_token_6_0, packed}},
                    MatmulTable{"7.1.0", {to_float16, to_int8, to_bfloat16, per_token_6_0, packed, to_int32}},
                    MatmulTable{"7.2.0", rows_7_2}, MatmulTable{"7.3.0", rows_7_2}, MatmulTable{"26.0.0", rows_7_2},
                    MatmulTable{"26.1.0", rows_7_2}));

struct ListedDTypes {
  std::string op;
  std::string release;
  std::string product;
  std::string lists;  ///< "parameter: dtype/dtype; …" as the page lists them
};

class ListedPage : public testing::TestWithParam<ListedDTypes> {};

TEST_P(ListedPage, HasTheDTypesOfEachTensor) {
  const ListedDTypes& page = GetParam();
  const Table table = table_of(page.op, page.release, page.product, "Parameter");
  for (const std::string& list : split(page.lists, ';')) {
    const Cells parts = split(list, ':');
    const auto is_it = [&](const auto& row) { return row.at("Parameter") == parts[0] && row.at("Kind") == "tensor"; };
    const auto row = std::ranges::find_if(table, is_it);
    ASSERT_TRUE(row != table.end()) << parts[0];
    EXPECT_EQ(set_of(row->at("Dtypes"), ','), set_of(parts[1], '/')) << parts[0];
  }
}

constexpr const char* scatter_a2 =
    "input: int8; indices: int32; updates: bfloat16/float16; quant_scales: bfloat16/float32; "
    "quant_zero_points: bfloat16/int32";
constexpr const char* scatter_inference =
    "input: int8; indices: int32; updates: float16; quant_scales: float32; quant_zero_points: int32";
constexpr const char* packing = "scale: float32; offset: float32";
constexpr const char* convolution = "quant_conv2d_input: int8; weight: int8; scale: float32/int64; bias: int32";

std::vector<ListedDTypes> listed() {
  std::vector<ListedDTypes> pages{
      {"npu_quant_scatter_", "6.0.rc1", "atlas_a2",
       "self: int8; indices: int32; updates: bfloat16; quant_scales: bfloat16; quant_zero_points: bfloat16"},
      {"npu_trans_quant_param", "6.0.rc1", "atlas_a2", packing},
      {"npu_trans_quant_param", "7.1.0-initial", "atlas_inference", packing}};
  for (const std::string release : {"7.1.0", "7.2.0", "7.3.0", "26.0.0", "26.1.0"}) {
    pages.push_back({"npu_quant_scatter_", release, "atlas_a2", scatter_a2});
    pages.push_back({"npu_quant_scatter_", release, "atlas_inference", scatter_inference});
    for (const std::string product : {"atlas_a2", "atlas_a3", "atlas_inference"}) {
      pages.push_back({"npu_trans_quant_param", release, product, packing});
      pages.push_back({"QuantConv2d", release, product, convolution});
    }
  }
  return pages;
}

INSTANTIATE_TEST_SUITE_P(Pages, ListedPage, testing::ValuesIn(listed()));

struct Supported {
  std::string op;
  std::string release;
  std::string mode;
  std::string said;  ///< A2, A3, inference, as the page's table of products or its first lines say
};

class SupportTable : public testing::TestWithParam<Supported> {};

TEST_P(SupportTable, IsThatOfThePage) {
  const Supported& page = GetParam();
  std::string said;
  for (const std::string& line : page_of(page.op)) {
    const Cells cells = cells_of(line);
    if (cells.size() < 5 || cells[0] != page.release || !set_of(cells[1], ',').contains(page.mode)) continue;
    for (std::size_t i = 2; i < 5; ++i) said += (i == 2 ? "" : " ") + cells[i].substr(0, cells[i].find(' '));
  }
  EXPECT_EQ(said, page.said);
}

INSTANTIATE_TEST_SUITE_P(Pages, SupportTable,
                         testing::Values(Supported{"npu_quant_matmul", "6.0.0", "eager", "yes yes yes"},
                                         Supported{"npu_quant_matmul", "7.1.0", "graph_static", "yes yes yes"},
                                         Supported{"npu_quant_matmul", "7.2.0", "eager", "yes yes yes"},
                                         Supported{"npu_quant_matmul", "7.3.0", "eager", "yes yes yes"},
                                         Supported{"npu_quant_matmul", "26.0.0", "graph_dynamic", "yes yes yes"},
                                         Supported{"npu_quant_matmul", "26.1.0", "eager", "yes yes yes"},
                                         Supported{"npu_quant_scatter_", "6.0.rc1", "eager", "yes no no"},
                                         Supported{"npu_quant_scatter_", "7.1.0", "eager", "yes no yes"},
                                         Supported{"npu_quant_scatter_", "7.2.0", "graph_static", "yes no yes"},
                                         Supported{"npu_quant_scatter_", "7.3.0", "eager", "yes no yes"},
                                         Supported{"npu_quant_scatter_", "26.0.0", "eager", "yes no yes"},
                                         Supported{"npu_quant_scatter_", "26.1.0", "eager", "yes no yes"},
                                         Supported{"npu_trans_quant_param", "6.0.rc1", "eager", "yes no no"},
                                         Supported{"npu_trans_quant_param", "7.1.0-initial", "eager", "yes yes yes"},
                                         Supported{"npu_trans_quant_param", "7.2.0", "graph_static", "yes yes yes"},
                                         Supported{"npu_trans_quant_param", "26.1.0", "eager", "yes yes yes"},
                                         Supported{"QuantConv2d", "7.1.0", "graph_static", "yes yes yes"},
                                         Supported{"QuantConv2d", "26.0.0", "graph_static", "yes yes yes"},
                                         Supported{"QuantConv2d", "26.1.0", "eager", "no no no"}));

}  // namespace
}  // namespace npu_cts
