// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/base/diagnostic.h"
#include "reports/document/document.h"

namespace npu_cts::workbook {

/// A page of a workbook.
struct Sheet {
  std::string name;
  document::PageContent content;
};

/// Returns whether this build has the library that writes workbooks (libxlsxwriter).
bool can_write_workbooks();

/// Writes `sheets` as one workbook (XLSX) to `path`; the same sheets give the same bytes. Returns why that failed, if
/// so. Errors: unwritable_file.
std::optional<Diagnostic> write_workbook(const std::vector<Sheet>& sheets, const std::string& path);

}  // namespace npu_cts::workbook
