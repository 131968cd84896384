#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "framework/base/kinds.h"
#include "tools/gates/source_tree.h"

namespace npu_cts::gates {
namespace {

/// Kinds that no golden prints yet. This list only shrinks: a kind that is printed must leave it.
const std::set<std::string> known_missing{
    "bad-journal",           "unwritable-file",    "default-breaks-rule", "unsatisfiable-law",
    "rule-without-negative", "empty-family",       "overlapping-rows",    "contradiction-not-found",
    "example-breaks-law",    "driver-not-started", "wrong-usage"};

/// Returns the kinds that end an error, warning or info line of a golden.
std::set<std::string> printed_kinds() {
  const std::regex message(R"((error|warning|info): .*\[([a-z][a-z0-9-]*)\] *$)");
  std::set<std::string> kinds;
  for (const SourceFile& file : read_source_tree(NPU_CTS_SOURCE_DIR)) {
    if (!matches(file.path, "*golden*")) continue;
    for (const std::string& line : file.lines) {
      if (std::smatch found; std::regex_search(line, found, message)) kinds.insert(found[2]);
    }
  }
  return kinds;
}

std::set<std::string> registered_kinds() {
  std::set<std::string> kinds;
  for (const KindInfo& info : all_kinds()) kinds.emplace(info.name);
  return kinds;
}

std::set<std::string> without(std::set<std::string> from, const std::set<std::string>& gone) {
  std::erase_if(from, [&](const std::string& kind) { return gone.contains(kind); });
  return from;
}

TEST(Kinds, EachIsPrintedBySomeGolden) {
  EXPECT_THAT(without(without(registered_kinds(), printed_kinds()), known_missing), testing::IsEmpty());
}

TEST(Kinds, NoGoldenPrintsAnUnknownOne) {
  EXPECT_THAT(without(printed_kinds(), registered_kinds()), testing::IsEmpty());
}

}  // namespace
}  // namespace npu_cts::gates
