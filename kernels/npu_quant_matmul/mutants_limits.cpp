// SPDX-License-Identifier: Apache-2.0
// Faults and argument checks of npu_quant_matmul that are wrong only where a choice meets a limit of a size or a rank.

#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/common/mutant_meeting.h"
#include "kernels/common/mutant_oversights.h"
#include "kernels/npu_quant_matmul/mutants_meeting.h"

namespace npu_cts::mutants::npu_quant_matmul {
namespace {

constexpr std::int64_t longest = 65535;  ///< elements of the last axis of an operand
constexpr std::int64_t one_word = 8;     ///< int4 of one int32, the fewest that an operand has

bool lies_transposed(const Request& request, std::string_view key) { return is_laid(request, key, Layout::transposed); }

constexpr std::array limit_rows{
    FaultRow<Path>{{Fault::scale_modulo_32768, [](const PathCall& c) { return gives(c.request, "offset"); }},
                   "ScalesFrom32768WithOffset",
                   "begins with the first scale again at column 32,768 where there is an offset"},
    FaultRow<Path>{{Fault::bias_of_first,
                    [](const PathCall& c) { return c.n == longest && elements_of(c.request, "scale") == 1; }},
                   "BiasOfMostColumnsByOneScale",
                   "uses one bias for all of the most columns, 65,535, where scale is single"},
    FaultRow<Path>{
        {Fault::skips_last_k, [](const PathCall& c) { return c.k == longest && lies_transposed(c.request, "x2"); }},
        "LastOfMostProductsByTransposed",
        "loses the last of the most products, 65,535, where x2 is transposed"},
    FaultRow<Path>{
        {Fault::x2_of_batch_0, [](const PathCall& c) { return axes_of(c.request, "x2") == 6 && is_blocked(c); }},
        "SixAxesOfBlocks",
        "uses the first matrix of an x2 of six axes in blocks"},
    FaultRow<Path>{{Fault::bias_left_out,
                    [](const PathCall& c) { return c.k == 1 && holds(c.request, "scale", DType::bfloat16); }},
                   "BiasOfOneProductByNarrowScale",
                   "ignores the bias where there is a single product and scale is bfloat16"},
    FaultRow<Path>{
        {Fault::pertoken_of_first, [](const PathCall& c) { return c.n == 1 && lies_transposed(c.request, "x1"); }},
        "PertokenOfOneColumnByTransposed",
        "uses one pertoken_scale for all rows where there is a single column and x1 is transposed"},
    FaultRow<Path>{{Fault::nibbles_swapped,
                    [](const PathCall& c) { return is_packed(c) && c.k == one_word && gives(c.request, "bias"); }},
                   "NibblesOfOneWordWithBias",
                   "takes the high half of a byte first where products of int4 are one word and there is a bias"},
};

bool refuses_most_products(const Request& request) {
  return holds(request, "x1", DType::int8) && size_of(request, "x1", 1) == longest && gives(request, "bias");
}

bool refuses_most_words(const Request& request) {
  return holds(request, "x1", DType::int32) && size_of(request, "x1", 1) == longest && lies_transposed(request, "x2");
}

bool refuses_six_axes(const Request& request) { return axes_of(request, "x2") == 6 && lies_transposed(request, "x2"); }

bool refuses_one_column(const Request& request) {
  return holds(request, "scale", DType::int64) && columns(request) == 1 && gives(request, "bias");
}

/// Takes one column too many of x2, and a bias and offsets that have as many.
void forgive_columns_of_one_scale(Request& request) {
  if (elements_of(request, "scale") != 1) return;
  for (const std::string_view key : {"x2", "offset", "bias"}) {
    Shape* const shape = shape_in(request, key);
    if (shape != nullptr && !shape->empty() && shape->back() == longest + 1) shape->back() = longest;
  }
}

void forgive_seven_axes_of_blocks(Request& request) {
  if (is_formed(request, "x2", Format::blocked)) drop_axis_of_one(request, "x2", 7, 0);
}

void forgive_no_rows_of_transposed(Request& request) {
  if (!lies_transposed(request, "x1") || rows_of(request) != 0) return;
  Shape& x1 = *shape_in(request, "x1");
  x1[x1.size() - 2] = 1;
  forgive_size(request, "pertoken_scale", 1, -1);
}

constexpr std::array limit_oversight_rows{
    Oversight{.name = "MostProductsWithBias",
              .wrong = "refuses the most products of int8, 65,535, where there is a bias",
              .refuses = &refuses_most_products},
    Oversight{.name = "MostWordsByTransposed",
              .wrong = "refuses the most words of int4 products, 65,535, where x2 is transposed",
              .refuses = &refuses_most_words},
    Oversight{.name = "SixAxesOfTransposed",
              .wrong = "refuses an x2 of six axes where it is transposed",
              .refuses = &refuses_six_axes},
    Oversight{.name = "OneColumnOfWordsWithBias",
              .wrong = "refuses a single column where scale is int64 and there is a bias",
              .refuses = &refuses_one_column},
    Oversight{"ColumnTooManyOfOneScale", "takes an x2 of 65,536 columns where scale is single",
              &forgive_columns_of_one_scale},
    Oversight{"SevenAxesOfBlocks", "takes an x2 of seven axes in blocks, the first of size 1",
              &forgive_seven_axes_of_blocks},
    Oversight{"NoRowsOfTransposed", "takes an x1 without rows where it is transposed", &forgive_no_rows_of_transposed},
};

}  // namespace

std::span<const FaultRow<Path>> limits() { return limit_rows; }

std::span<const Oversight> limit_oversights() { return limit_oversight_rows; }

}  // namespace npu_cts::mutants::npu_quant_matmul
