// SPDX-License-Identifier: Apache-2.0
#include <cerrno>

#include "framework/record/file.h"
#include "reports/workbook/workbook.h"

// The module without libxlsxwriter.
namespace npu_cts::workbook {

bool can_write_workbooks() { return false; }

std::optional<Diagnostic> write_workbook(const std::vector<Sheet>& /*sheets*/, const std::string& path) {
  return record::cannot_write(path, "write the workbook", ENOTSUP);
}

}  // namespace npu_cts::workbook
