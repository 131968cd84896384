// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npu_cts::mutants {

/// Returns `expression` with each of its numbers one larger.
std::vector<std::string> with_other_numbers(std::string_view expression);

/// Returns `condition` with one number, one comparison or one part of a conjunction or disjunction changed or gone.
std::vector<std::string> conditions_near(std::string_view condition);

/// Returns `formula` with one operator changed, or one number.
std::vector<std::string> formulas_near(std::string_view formula);

/// Returns the places of the numbers in `text` that are no part of a word, and their lengths.
struct NumberPlace {
  std::size_t start = 0;
  std::size_t size = 0;
};
std::vector<NumberPlace> numbers_in(std::string_view text);

}  // namespace npu_cts::mutants
