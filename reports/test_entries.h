// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/report.h"

namespace npu_cts::reports {

/// How a tool that knows tests, and not conformance, sees a case.
enum class Ending : std::uint8_t { passed, failure, error, skipped };

/// A test of a report, as the forms of test tools have it. Views of the report, or of what stands during one call.
struct TestEntry {
  std::string_view suite;  ///< "OPERATOR/PRODUCT"
  std::string_view name;
  std::string_view file;  ///< empty where it stands in none
  int line = 0;
  Ending ending = Ending::passed;
  std::string_view type;                 ///< the status
  std::string_view message;              ///< one line
  std::vector<std::string> details;      ///< a line each; none where it passed
  std::span<const std::string> printed;  ///< lines of the implementation's
  double seconds = 0;                    ///< 0: not known
};

using TakeTest = std::function<void(const TestEntry& entry)>;

/// Calls `take` with the tests of `report`, suite by suite in the order of ids: one a case, one for each product's
/// numeric variants, and one for the run itself, which fails where the run did not finish or ran nothing.
void for_each_test(const Report& report, const TakeTest& take);

/// Returns how many these are.
std::size_t count_tests(const Report& report);

/// Returns when the first part of the run began, as ISO 8601 has it; empty where the journal does not say.
std::string time_begun(const Report& report);

}  // namespace npu_cts::reports
