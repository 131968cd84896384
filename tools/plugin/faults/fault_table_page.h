// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/document/document.h"

namespace npu_cts::faults {

/// Returns the tables of misbehaviours as a page beside the report.
document::PageContent fault_table_page();

}  // namespace npu_cts::faults
