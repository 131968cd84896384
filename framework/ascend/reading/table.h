// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace npu_cts::ascend {

/// Returns the lines of each table among `lines`: in a flattened page one may follow another without a gap.
std::vector<std::vector<std::string>> split_tables(const std::vector<std::string>& lines);

/// Returns the rows of a table as texts "heading=cell|heading=cell", without the heading row.
/// Lines of Markdown; of a flattened table, one cell a line; or of an HTML table.
std::vector<std::string> table_rows(const std::vector<std::string>& lines);

}  // namespace npu_cts::ascend
