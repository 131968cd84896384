#pragma once

#include "reports/catalogue.h"

namespace npu_cts::faults {

/// Returns the tables of misbehaviours as a page of the report.
Catalogue fault_catalogue();

}  // namespace npu_cts::faults
