// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/model/result.h"

/// What the writer and the reader of journal lines share.
namespace npu_cts::record {

inline constexpr std::int64_t journal_version = 1;

/// The lists of a selection, by their keys; a journal has those that are not empty.
struct SelectionField {
  const char* key;
  std::vector<std::string> Selection::*list;
};
inline constexpr std::array selection_fields{
    SelectionField{"queries", &Selection::queries},   SelectionField{"excluded", &Selection::excluded},
    SelectionField{"families", &Selection::families}, SelectionField{"rules", &Selection::rules},
    SelectionField{"listed", &Selection::listed},
};

}  // namespace npu_cts::record
