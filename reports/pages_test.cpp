// SPDX-License-Identifier: Apache-2.0
// The generated data of the operators, held row by row to the tables of the vendor's pages, typed here by hand from the
// pages.

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "framework/reader/read_spec.h"
#include "reports/matrix_data.h"
#include "reports/spec_testing.h"

namespace npu_cts::reports {
namespace {

using testing::UnorderedElementsAreArray;

using Cells = std::vector<std::string>;
using Json = nlohmann::json;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  const auto last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

Cells split(const std::string& text, char at) {
  Cells cells;
  std::istringstream stream(text);
  for (std::string cell; std::getline(stream, cell, at);) cells.push_back(trimmed(cell));
  return cells;
}

/// Returns what the generated data say of `op`.
const Json& page_of(const std::string& op) {
  static const Json json = Json::parse(matrix_json(spec_under_test()));
  const auto& operators = json.at("operators");
  return *std::ranges::find_if(operators, [&](const Json& one) { return one.at("name") == op; });
}

bool lists(const Json& applies, const std::string& key, const std::string& name) {
  return !applies.contains(key) ||
         std::find(applies.at(key).begin(), applies.at(key).end(), name) != applies.at(key).end();
}

/// Returns whether a fact of the generated data holds for `release` and `product`.
bool holds_for(const Json& fact, const std::string& release, const std::string& product) {
  const auto place = [](const std::string& name) {
    return std::ranges::find(spec_under_test().releases, name) - spec_under_test().releases.begin();
  };
  const Json& applies = fact.at("applies");
  return lists(applies, "products", product) && place(applies.value("since", "6.0.rc1")) <= place(release) &&
         place(release) <= place(applies.value("until", "26.1.0"));
}

std::set<std::string> set_of(const std::string& cell, char at) {
  std::set<std::string> set;
  for (const std::string& word : split(cell, at)) set.insert(word);
  return set;
}

std::set<std::string> set_of(const Json& names) {
  std::set<std::string> set;
  for (const std::string name : names) set.insert(name == "none" ? "None" : name);
  return set;
}

using RowSet = std::vector<std::set<std::string>>;  ///< one set of dtypes a column

const Cells matmul_columns{"x1", "x2", "scale", "offset", "bias", "pertoken_scale", "output_dtype"};

/// Returns the rows of the generated data. That output_dtype may be left out, which means int8, is said by the pages
/// beside their tables, not in them.
std::vector<RowSet> generated_rows(const std::string& release, const std::string& product) {
  std::vector<RowSet> rows;
  for (const Json& row : page_of("npu_quant_matmul").at("rows")) {
    if (!holds_for(row, release, product)) continue;
    RowSet& cells = rows.emplace_back();
    for (const std::string& column : matmul_columns) cells.push_back(set_of(row.at("cells").at(column)));
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

/// Returns the dtypes of the tensor that the page of the release calls `name`; null where there is none.
const Json* dtypes_of(const ListedDTypes& page, const std::string& name) {
  const auto current = [&](const Json& entries) -> const Json* {
    const auto entry =
        std::ranges::find_if(entries, [&](const Json& one) { return holds_for(one, page.release, page.product); });
    return entry == entries.end() ? nullptr : &entry->at("value");
  };
  for (const Json& parameter : page_of(page.op).at("parameters")) {
    const Json* const known_as = current(parameter.at("names"));
    const bool is_it = (known_as == nullptr ? parameter.at("key") : *known_as) == name;
    if (is_it && parameter.at("kind") == "tensor") return current(parameter.at("dtypes"));
  }
  return nullptr;
}

class ListedPage : public testing::TestWithParam<ListedDTypes> {};

TEST_P(ListedPage, HasTheDTypesOfEachTensor) {
  const ListedDTypes& page = GetParam();
  for (const std::string& list : split(page.lists, ';')) {
    const Cells parts = split(list, ':');
    const Json* const listed = dtypes_of(page, parts[0]);
    ASSERT_NE(listed, nullptr) << parts[0];
    EXPECT_EQ(set_of(*listed), set_of(parts[1], '/')) << parts[0];
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
  for (const Json& cell : page_of(page.op).at("support")) {
    if (cell.at("release") != page.release || cell.at("mode") != page.mode) continue;
    said += (said.empty() ? "" : " ") + std::string(cell.at("state") == "supported" ? "yes" : "no");
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
}  // namespace npu_cts::reports
