// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/base/location.h"
#include "reports/report.h"

namespace npu_cts {

/// How a tool that knows tests, and not conformance, sees a case.
enum class Ending : std::uint8_t { passed, failure, error, skipped };

/// A test of a report, as the forms of test tools have it.
struct TestEntry {
  std::string suite;  ///< "OPERATOR/PRODUCT"
  std::string name;
  Location at;
  Ending ending = Ending::passed;
  std::string type;                  ///< the status
  std::string message;               ///< one line
  std::string details;               ///< empty where it passed
  std::vector<std::string> printed;  ///< lines of the implementation's
  double seconds = 0;                ///< 0: not known
};

/// Returns the tests of `report`, sorted by suite: one a case, one for each product's numeric variants, and one for the
/// run itself, which fails where the run did not finish or ran nothing.
std::vector<TestEntry> test_entries(const Report& report);

/// Returns when the first part of the run began, as ISO 8601 has it; empty where the journal does not say.
std::string time_begun(const Report& report);

}  // namespace npu_cts
